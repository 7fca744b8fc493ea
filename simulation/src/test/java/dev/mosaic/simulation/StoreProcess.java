package dev.mosaic.simulation;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Place;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Epochs;
import dev.mosaic.unit.links.LinkOutput;
import dev.mosaic.unit.links.Links;
import dev.mosaic.unit.links.Strangers;
import dev.mosaic.unit.objects.BucketProblem;
import dev.mosaic.unit.objects.LifeRecord;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.objects.Parts;
import dev.mosaic.unit.objects.StoreMachine;
import dev.mosaic.unit.objects.StoreOutput;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A store around its machine: memory that is scribbled on when it is free, a disk and a bucket that take their time. */
final class StoreProcess extends MemberProcess implements StoreOutput, LinkOutput {
    private static final byte SCRIBBLE = (byte) 0xEE;
    private static final BucketProblem AWAY = new BucketProblem(BucketProblem.Kind.AWAY, "no answer");
    private static final BucketProblem REFUSED = new BucketProblem(BucketProblem.Kind.REFUSED, "status=403");

    final StoreMachine machine;
    private final ObjectSettings settings;
    private final Links links;
    private final Map<Long, Member> members = new HashMap<>();
    private final Set<Long> dialling = new HashSet<>();
    private final List<ClusterMessage.Loss> losses = new ArrayList<>();
    private final Map<Place, MemorySegment> memory = new HashMap<>();
    private final Map<Id, Remains.Copy> disk;
    private final Remains remains;
    private final Map<Id, Long> diskBusyUntil = new HashMap<>();
    private final Map<Id, Long> bucketBusyUntil = new HashMap<>();
    private final Map<Id, ArrayDeque<Runnable>> waiting = new HashMap<>();
    private long liveBytes;
    private long lastGeneration;
    /** Since when it knows the home it knows; the end of time while it knows none. */
    private long homeSinceNanos = Long.MAX_VALUE;

    /** Since when it has no link with the home it knows; the end of time while it has one, or knows none. */
    private long homeUnlinkedNanos = Long.MAX_VALUE;

    /** For how long it once had no link with a home that it knew. */
    private long longestWithoutHome;

    /** Since when it, a home, has no link with workers of which it was told and that it does not hold for dead. */
    private final Map<Long, Long> unlinkedNanos = new HashMap<>();

    private long home;
    private long monitor;
    private final Epochs epochs = new Epochs();
    private final Strangers strangers = new Strangers(World.STORE_WAIT);

    /** The monitor has answered on this link. */
    private boolean isWelcome;

    private int ticks;

    /** @param remains of the home before this one; a store that is none does not look at them */
    StoreProcess(World world, Member member, ObjectSettings settings, Remains remains) {
        super(world, member);
        this.settings = settings;
        this.remains = remains;
        this.disk = isHome(member) ? remains.disk : new HashMap<>();
        this.links = new Links(member.instance(), this);
        this.machine = new StoreMachine(links, isHome(), settings, this);
        if (isHome()) {
            findRemains();
        }
        noteHomeLink();
        tick();
    }

    private void findRemains() {
        machine.returned(now());
        List.copyOf(remains.gone).forEach(ref -> {
            disk.remove(ref);
            remove(ref);
        });
        Map<Id, Remains.Copy> all = new LinkedHashMap<>(remains.bucket);
        all.putAll(remains.disk);
        all.keySet().removeAll(remains.gone);
        all.forEach((ref, copy) ->
                machine.found(now(), copy.shape(), remains.disk.containsKey(ref), remains.bucket.containsKey(ref)));
        remains.lives.replaceAll((tessera, kept) -> new Remains.Kept(instance(), kept.record()));
        remains.lives.values().forEach(kept -> machine.found(now(), kept.record()));
    }

    ObjectSettings settings() {
        return settings;
    }

    boolean isHome() {
        return isHome(member());
    }

    static boolean isHome(Member member) {
        return member.uid().startsWith("warehouse:");
    }

    long memoryBytes() {
        return settings.memoryBytes();
    }

    private long now() {
        return world.schedule.now();
    }

    private void tick() {
        noteWorkerLinks();
        machine.tick(now());
        links.redial(members::containsKey);
        if (ticks++ % 2 == 0) {
            world.tell(this, monitor, new ClusterMessage.Heartbeat(0, 0, 0));
            dialling.forEach(unknown -> world.tell(this, monitor, new ClusterMessage.Who(unknown)));
            strangers.due(now()).forEach(unknown -> world.tell(this, monitor, new ClusterMessage.Who(unknown)));
        }
        later(50 * Schedule.MILLI, this::tick);
    }

    long homeSince() {
        return homeSinceNanos;
    }

    /** For how long, at most, it knew a home and had no link with it. Several short cuts, one after the other, make a long one. */
    long longestWithoutHome() {
        return Math.max(longestWithoutHome, homeUnlinkedNanos == Long.MAX_VALUE ? 0 : now() - homeUnlinkedNanos);
    }

    /** The last one of which it was told, of those that live; 0 for none. */
    private long otherHome() {
        return members.values().stream()
                .filter(member -> isHome(member) && !links.isDead(member.instance()))
                .reduce((first, second) -> second)
                .map(Member::instance)
                .orElse(0L);
    }

    private void noteHomeLink() {
        boolean isUnlinked = !isHome() && (home == 0 || (!links.isDead(home) && !links.isUp(home)));
        if (!isUnlinked) {
            longestWithoutHome = longestWithoutHome();
            homeUnlinkedNanos = Long.MAX_VALUE;
        } else if (homeUnlinkedNanos == Long.MAX_VALUE) {
            homeUnlinkedNanos = now();
        }
    }

    private void noteWorkerLinks() {
        if (!isHome()) {
            return;
        }
        for (Member member : members.values()) {
            boolean isLiving = member.kind() == Member.Kind.WORKER && !links.isDead(member.instance());
            if (isLiving && !links.isUp(member.instance())) {
                long since = unlinkedNanos.computeIfAbsent(member.instance(), _ -> now());
                world.longestWithoutWorker = Math.max(world.longestWithoutWorker, now() - since);
            }
        }
    }

    /** What must hold after every step. */
    void check() {
        if (machine.usedBytes() > settings.memoryBytes() || machine.usedBytes() != liveBytes) {
            throw new AssertionError(this + " uses bytes=" + machine.usedBytes() + " and has live bytes=" + liveBytes
                    + " of " + settings.memoryBytes());
        }
        if (machine.diskBytes() > settings.diskBytes() || machine.diskBytes() < 0) {
            throw new AssertionError(this + " uses disk bytes=" + machine.diskBytes());
        }
    }

    @Override
    long open() {
        long bucket = isHome() ? remains.bucket.size() + remains.gone.size() + remains.lives.size() : 0;
        return machine.open() + machine.usedBytes() + machine.diskBytes() + liveBytes + disk.size() + bucket;
    }

    @Override
    String describe() {
        return machine.describe() + ", liveBytes=" + liveBytes + ", files=" + disk.keySet() + ", objects="
                + remains.bucket.keySet() + ", gone=" + remains.gone + ", lives=" + remains.lives.keySet();
    }

    // ---- links and members

    @Override
    void linked(Network.Peer other) {
        if (other.uid().equals("monitor")) {
            monitor = other.instance();
            world.met(this, monitor);
            world.tell(
                    this,
                    monitor,
                    new ClusterMessage.Hello(
                            member(),
                            0,
                            List.of(),
                            List.copyOf(losses),
                            others(),
                            List.of(),
                            epochs.toTell(monitor),
                            epochs.isKnownTo(monitor)));
            isWelcome = false;
        } else if (links.connected(other.instance())) {
            unlinkedNanos.remove(other.instance());
            strangers.forget(other.instance());
            noteHomeLink();
            machine.connected(now(), other.instance());
        }
    }

    @Override
    void unlinked(Network.Peer other) {
        links.disconnected(other.instance());
        boolean isMonitor = other.uid().equals("monitor");
        if (!isMonitor && !members.containsKey(other.instance()) && !links.isDead(other.instance())) {
            strangers.left(now(), other.instance());
        }
        noteHomeLink();
    }

    @Override
    void heard(Network.Peer from, UnitMessage message) {
        if (links.isDead(from.instance())) {
            return;
        }
        boolean isHeeded = from.instance() == monitor && !epochs.isReplaced(monitor);
        switch (message) {
            case ClusterMessage.Members members when isHeeded -> members(members);
            case ObjectMessage object -> machine.received(now(), from.instance(), object);
            case ValueMessage.Hold hold -> machine.hold(now(), from.instance(), hold);
            case ValueMessage.Held held -> machine.held(now(), from.instance(), held);
            case StreamMessage item -> machine.called(now(), from.instance(), item);
            case LifeMessage life -> machine.life(now(), from.instance(), life);
            case ClusterMessage.Placed placed when isHeeded -> machine.placed(now(), placed);
            case ClusterMessage.Refused refused when isHeeded -> machine.refused(now(), refused);
            case ClusterMessage.Looked looked when isHeeded -> machine.looked(now(), looked);
            default -> {} // nothing else is for a store
        }
    }

    /** A monitor that is new cannot miss whom it has not heard of. */
    private List<Member> others() {
        return members.values().stream()
                .filter(member -> !links.isDead(member.instance()) && member.instance() != instance())
                .toList();
    }

    private void members(ClusterMessage.Members said) {
        if (!epochs.heeds(monitor, said.epoch())) {
            return;
        }
        if (!isWelcome) {
            isWelcome = true;
            machine.monitor(now());
        }
        for (Member member : said.joined()) {
            strangers.forget(member.instance());
            if (members.putIfAbsent(member.instance(), member) == null) {
                if (member.kind() == Member.Kind.WAREHOUSE && member.instance() != instance()) {
                    machine.storeJoined(now(), member.instance(), isHome(member));
                    homeSinceNanos = isHome(member) ? now() : homeSinceNanos;
                    if (isHome(member)) {
                        longestWithoutHome = longestWithoutHome();
                        homeUnlinkedNanos = Long.MAX_VALUE; // of the home before
                        home = member.instance();
                        noteHomeLink();
                    }
                }
                if (dialling.remove(member.instance())) {
                    world.dial(this, member.instance());
                }
            }
        }
        for (ClusterMessage.Loss loss : said.lost()) {
            dialling.remove(loss.instance());
            strangers.forget(loss.instance());
            if (loss.instance() == instance()) {
                later(0, () -> world.kill(this, "excluded"));
            } else if (links.lost(loss.instance())) {
                losses.add(loss);
                homeSinceNanos = loss.instance() == home ? Long.MAX_VALUE : homeSinceNanos;
                home = loss.instance() == home ? otherHome() : home;
                noteHomeLink();
                machine.lost(now(), loss.instance());
            }
        }
    }

    @Override
    public void send(long unit, UnitMessage message) {
        if (unit == instance()) {
            later(0, () -> heard(this, message));
            return;
        }
        if (message instanceof ObjectMessage.Pull pull && world.shelf.isRef(pull.ref())) {
            world.shelf.asked(pull.ref()); // for itself, perhaps: who reads it meanwhile waits with it
        }
        world.send(this, unit, message);
    }

    @Override
    public void tellMonitor(ClusterMessage message) {
        world.tell(this, monitor, message);
    }

    @Override
    public void dial(long unit) {
        if (members.containsKey(unit)) {
            world.dial(this, unit);
        } else {
            dialling.add(unit);
        }
    }

    // ---- memory

    @Override
    public @Nullable Parts allocate(Id ref, List<Long> sizes) {
        List<MemorySegment> segments = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        for (long size : sizes) {
            Place place = new Place(instance(), 1, 2, 3, 64 * lastGeneration, size, ++lastGeneration);
            MemorySegment segment = MemorySegment.ofArray(new byte[(int) size]).fill((byte) 0x55);
            memory.put(place, segment);
            segments.add(segment);
            places.add(place);
            liveBytes += size;
        }
        return new Parts(segments, places);
    }

    @Override
    public void free(Parts parts) {
        for (Place place : parts.places()) {
            MemorySegment segment = memory.remove(place);
            if (segment == null) {
                throw new AssertionError(this + " frees twice " + place);
            }
            segment.fill(SCRIBBLE);
            liveBytes -= place.size();
        }
    }

    /** What lies there; null where that was freed. */
    @Nullable MemorySegment at(Place place) {
        return memory.get(place);
    }

    @Override
    public void copy(MemorySegment from, MemorySegment to) {
        if (from.byteSize() != to.byteSize()) {
            throw new AssertionError(from + " does not fit into " + to);
        }
        to.copyFrom(from);
    }

    @Override
    public int checksum(MemorySegment bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.asByteBuffer());
        return (int) crc.getValue();
    }

    // ---- disk

    /** One thing after the other for each entry, as they were asked for. */
    private void onDisk(Id ref, Runnable action) {
        long start = Math.max(now(), diskBusyUntil.getOrDefault(ref, 0L));
        long end = start + world.schedule.between(Schedule.MILLI / 10, 300 * Schedule.MILLI);
        diskBusyUntil.put(ref, end);
        later(end - now(), action);
    }

    @Override
    public void write(ObjectMessage.Shape shape, Parts parts, boolean flushed) {
        Id ref = shape.ref();
        onDisk(ref, () -> {
            if (world.diskFails()) {
                world.trace.say(uid(), () -> "cannot write " + ref);
                machine.written(now(), ref, "No space left on device");
                return;
            }
            world.trace.say(uid(), () -> "has on disk " + ref + (flushed ? ", flushed" : ""));
            if (isHome()) {
                var _ = flushed ? remains.unflushed.remove(ref) : remains.unflushed.add(ref);
            }
            disk.put(ref, new Remains.Copy(shape, Shelf.joined(parts.segments())));
            machine.written(now(), ref, null);
        });
    }

    @Override
    public void load(Id ref, Parts parts) {
        onDisk(ref, () -> {
            Remains.Copy copy = disk.get(ref);
            if (copy == null) {
                throw new AssertionError(this + " has not on disk " + ref);
            }
            if (world.diskFails()) {
                world.trace.say(uid(), () -> "cannot read " + ref);
                machine.notLoaded(now(), ref, "Input/output error");
                return;
            }
            world.trace.say(uid(), () -> "has read from disk " + ref);
            fill(parts, copy.bytes());
            machine.loaded(now(), ref, null);
        });
    }

    private static void fill(Parts parts, byte[] bytes) {
        int from = 0;
        for (MemorySegment part : parts.segments()) {
            part.copyFrom(MemorySegment.ofArray(bytes).asSlice(from, part.byteSize()));
            from += (int) part.byteSize();
        }
    }

    @Override
    public void delete(Id ref) {
        world.trace.say(uid(), () -> "deletes from disk " + ref);
        if (isHome()) {
            remains.unflushed.remove(ref);
        }
        if (disk.remove(ref) == null) {
            throw new AssertionError(this + " has not on disk " + ref);
        }
    }

    // ---- lives

    /** Where there is a bucket they are in that. */
    @Override
    public void record(LifeRecord record) {
        long patience = now() + settings.bucketNanos();
        long time = world.schedule.between(Schedule.MILLI / 10, 300 * Schedule.MILLI);
        later(time, () -> record(record, patience));
    }

    private void record(LifeRecord record, long patience) {
        Id tessera = record.tessera();
        boolean isAway = world.hasBucket && remains.isAway();
        Remains.Kept there = remains.lives.get(tessera);
        if (there != null && there.writer() != instance()) {
            machine.recorded(now(), tessera, new BucketProblem(BucketProblem.Kind.TAKEN, "by another home"));
        } else if (isAway && remains.refuses()) {
            machine.recorded(now(), tessera, REFUSED);
        } else if (isAway && now() < patience) {
            later(200 * Schedule.MILLI, () -> record(record, patience));
        } else if (isAway) {
            if (world.schedule.chance(20)) {
                keep(record); // only the answer was lost
            }
            machine.recorded(now(), tessera, AWAY);
        } else {
            keep(record);
            machine.recorded(now(), tessera, null);
        }
    }

    private void keep(LifeRecord record) {
        world.trace.say(uid(), () -> "has kept " + record);
        if (record.isOver()) {
            remains.lives.remove(record.tessera());
        } else {
            remains.lives.put(record.tessera(), new Remains.Kept(instance(), record));
        }
    }

    // ---- bucket

    /** One thing after the other for each entry; tried again while the bucket is away, for a while. */
    private void inBucket(Id ref, long patience, Runnable action, Runnable isAway) {
        long start = Math.max(now(), bucketBusyUntil.getOrDefault(ref, 0L));
        long end = start + world.schedule.between(Schedule.MILLI, 500 * Schedule.MILLI);
        bucketBusyUntil.put(ref, Long.MAX_VALUE / 2);
        long deadline = start + patience;
        if (start > Long.MAX_VALUE / 4) {
            waiting.computeIfAbsent(ref, any -> new ArrayDeque<>()).add(() -> inBucket(ref, patience, action, isAway));
        } else {
            later(end - now(), () -> attempt(ref, deadline, action, isAway));
        }
    }

    private void attempt(Id ref, long deadline, Runnable action, Runnable isAway) {
        boolean isRemoval = deadline - now() > 100 * Schedule.SECOND;
        if (remains.isAway() && now() < deadline && (isRemoval || !remains.refuses())) {
            later(200 * Schedule.MILLI, () -> attempt(ref, deadline, action, isAway));
            return;
        }
        bucketBusyUntil.remove(ref);
        (remains.isAway() ? isAway : action).run();
        ArrayDeque<Runnable> next = waiting.get(ref);
        if (next != null && !bucketBusyUntil.containsKey(ref)) {
            Runnable first = next.remove();
            if (next.isEmpty()) {
                waiting.remove(ref);
            }
            first.run();
        }
    }

    @Override
    public void upload(ObjectMessage.Shape shape, @Nullable Parts parts) {
        Id ref = shape.ref();
        inBucket(ref, settings.bucketNanos(), () -> uploaded(shape, parts, null), () -> {
            if (!remains.refuses() && world.schedule.chance(20)) {
                put(shape, parts); // only the answer was lost
            }
            machine.uploaded(now(), ref, remains.refuses() ? REFUSED : AWAY);
        });
    }

    private void uploaded(ObjectMessage.Shape shape, @Nullable Parts parts, @Nullable BucketProblem problem) {
        put(shape, parts);
        machine.uploaded(now(), shape.ref(), problem);
    }

    private void put(ObjectMessage.Shape shape, @Nullable Parts parts) {
        world.trace.say(uid(), () -> "has in the bucket " + shape.ref() + (parts == null ? " by its file" : ""));
        Remains.Copy file = disk.get(shape.ref());
        if (parts == null && file == null) {
            throw new AssertionError(this + " has not on disk " + shape.ref() + ", which is on its way to the bucket");
        }
        remains.bucket.put(shape.ref(), parts == null ? file : new Remains.Copy(shape, Shelf.joined(parts.segments())));
    }

    @Override
    public void download(Id ref, Parts parts) {
        inBucket(
                ref,
                settings.bucketNanos(),
                () -> {
                    Remains.Copy copy = remains.bucket.get(ref);
                    if (copy == null) {
                        throw new AssertionError(this + " has not in its bucket " + ref);
                    }
                    world.trace.say(uid(), () -> "has read from the bucket " + ref);
                    fill(parts, copy.bytes());
                    machine.downloaded(now(), ref, null);
                },
                () -> machine.downloaded(now(), ref, trouble()));
    }

    private BucketProblem trouble() {
        if (remains.refuses()) {
            remains.hasRefused();
        }
        return remains.refuses() ? REFUSED : AWAY;
    }

    @Override
    public void remove(Id ref) {
        world.trace.say(uid(), () -> "removes from the bucket " + ref);
        remains.gone.add(ref);
        inBucket(
                ref,
                1_000 * Schedule.SECOND,
                () -> {
                    remains.bucket.remove(ref);
                    remains.gone.remove(ref);
                },
                () -> {});
    }
}
