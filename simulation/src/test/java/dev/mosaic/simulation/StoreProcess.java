package dev.mosaic.simulation;

import dev.mosaic.memory.Place;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.LinkOutput;
import dev.mosaic.unit.links.Links;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.objects.Parts;
import dev.mosaic.unit.objects.StoreMachine;
import dev.mosaic.unit.objects.StoreOutput;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A store around its machine: memory that is scribbled on when it is free, and a disk that takes its time. */
final class StoreProcess extends MemberProcess implements StoreOutput, LinkOutput {
    private static final byte SCRIBBLE = (byte) 0xEE;

    final StoreMachine machine;
    private final ObjectSettings settings;
    private final Links links;
    private final Map<Long, Member> members = new HashMap<>();
    private final Set<Long> dialling = new HashSet<>();
    private final List<ClusterMessage.Loss> losses = new ArrayList<>();
    private final Map<Place, MemorySegment> memory = new HashMap<>();
    private final Map<Id, byte[]> disk = new HashMap<>();
    private final Map<Id, Long> diskBusyUntil = new HashMap<>();
    private long liveBytes;
    private long lastGeneration;
    private long monitor;
    private long epoch;
    private int ticks;

    StoreProcess(World world, Member member, ObjectSettings settings) {
        super(world, member);
        this.settings = settings;
        this.links = new Links(member.instance(), this);
        this.machine = new StoreMachine(links, isHome(), settings, this);
        tick();
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
        machine.tick(now());
        if (ticks++ % 2 == 0) {
            world.tell(this, monitor, new ClusterMessage.Heartbeat(0, 0, 0));
            dialling.forEach(unknown -> world.tell(this, monitor, new ClusterMessage.Who(unknown)));
        }
        later(50 * Schedule.MILLI, this::tick);
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
        return machine.open() + machine.usedBytes() + machine.diskBytes() + liveBytes + disk.size();
    }

    @Override
    String describe() {
        return machine.describe() + ", liveBytes=" + liveBytes + ", files=" + disk.keySet();
    }

    // ---- links and members

    @Override
    void linked(Network.Peer other) {
        if (other.uid().equals("monitor")) {
            monitor = other.instance();
            world.tell(this, monitor, new ClusterMessage.Hello(member(), 0, List.of(), List.copyOf(losses), others()));
        } else if (links.connected(other.instance())) {
            machine.connected(now(), other.instance());
        }
    }

    @Override
    void unlinked(Network.Peer other) {
        links.disconnected(other.instance());
    }

    @Override
    void heard(Network.Peer from, UnitMessage message) {
        if (links.isDead(from.instance())) {
            return;
        }
        switch (message) {
            case ClusterMessage.Members members -> members(from.instance(), members);
            case ObjectMessage object -> machine.received(now(), from.instance(), object);
            case ValueMessage.Hold hold -> machine.hold(now(), from.instance(), hold);
            case ValueMessage.Held held -> machine.held(now(), from.instance(), held);
            default -> {} // nothing else is for a store
        }
    }

    /** A monitor that is new cannot miss whom it has not heard of. */
    private List<Member> others() {
        return members.values().stream()
                .filter(member -> !links.isDead(member.instance()) && member.instance() != instance())
                .toList();
    }

    private void members(long from, ClusterMessage.Members said) {
        if (from != monitor || said.epoch() < epoch) {
            return;
        }
        epoch = said.epoch();
        for (Member member : said.joined()) {
            if (members.putIfAbsent(member.instance(), member) == null) {
                if (member.kind() == Member.Kind.WAREHOUSE && member.instance() != instance()) {
                    machine.storeJoined(now(), member.instance(), isHome(member));
                }
                if (dialling.remove(member.instance())) {
                    world.dial(this, member.instance());
                }
            }
        }
        for (ClusterMessage.Loss loss : said.lost()) {
            if (loss.instance() == instance()) {
                later(0, () -> world.kill(this, "excluded"));
            } else if (links.lost(loss.instance())) {
                losses.add(loss);
                machine.lost(now(), loss.instance());
            }
        }
    }

    @Override
    public void send(long unit, UnitMessage message) {
        world.send(this, unit, message);
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
            disk.put(ref, Shelf.joined(parts.segments()));
            machine.written(now(), ref, null);
        });
    }

    @Override
    public void load(Id ref, Parts parts) {
        onDisk(ref, () -> {
            byte[] bytes = disk.get(ref);
            if (bytes == null) {
                throw new AssertionError(this + " has not on disk " + ref);
            }
            int from = 0;
            for (MemorySegment part : parts.segments()) {
                part.copyFrom(MemorySegment.ofArray(bytes).asSlice(from, part.byteSize()));
                from += (int) part.byteSize();
            }
            machine.loaded(now(), ref, null);
        });
    }

    @Override
    public void delete(Id ref) {
        if (disk.remove(ref) == null) {
            throw new AssertionError(this + " has not on disk " + ref);
        }
    }

    @Override
    public void upload(ObjectMessage.Shape shape, @Nullable Parts parts) {
        throw new AssertionError(this + " has no bucket for " + shape);
    }

    @Override
    public void download(Id ref, Parts parts) {
        throw new AssertionError(this + " has no bucket with " + ref);
    }

    @Override
    public void remove(Id ref) {
        throw new AssertionError(this + " has no bucket with " + ref);
    }
}
