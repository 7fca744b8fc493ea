package dev.mosaic.store;

import dev.mosaic.S3Options;
import dev.mosaic.StartException;
import dev.mosaic.memory.SharedMemory;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.service.Health;
import dev.mosaic.service.Service;
import dev.mosaic.service.ServiceUnit;
import dev.mosaic.store.tier.Bucket;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.unit.links.Epochs;
import dev.mosaic.unit.links.LinkOutput;
import dev.mosaic.unit.links.Links;
import dev.mosaic.unit.links.Strangers;
import dev.mosaic.unit.objects.BucketProblem;
import dev.mosaic.unit.objects.StoreMachine;
import dev.mosaic.unit.shell.MeshOpener;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A store of entries: the warehouse's, or that of a node.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one mesh, one thread that ticks, one for the disk once it is used; shared memory as it is
 * filled. <b>Failure:</b> {@link dev.mosaic.mesh.MeshException} where it cannot listen; {@link dev.mosaic.StartException} where one that
 * returns cannot see what it had. Whatever way its process ends, its shared memory goes with the last process that reads it.
 */
public final class StoreShell implements Health, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.store");
    private static final Duration TICK = Duration.ofMillis(100);
    private static final int TICKS_A_QUESTION = 10;
    private static final long HEARTBEAT_NANOS = 1_000_000_000L;

    private static final String OWNER = ".owner";

    /** Verdicts that a monitor which is new is told, the last ones. */
    private static final int MOST_LOSSES = 1_000;

    /** A unit that lives has found its monitor by then. */
    private static final long STRANGER_NANOS = Duration.ofSeconds(30).toNanos();

    private final ServiceUnit unit;
    private final Desk desk;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final SharedMemory memory;
    private final DiskTier disk;
    private final @Nullable BucketTier bucket;
    private final @Nullable FolderOwner lock;

    private StoreShell(
            ServiceUnit unit,
            Desk desk,
            SharedMemory memory,
            DiskTier disk,
            @Nullable BucketTier bucket,
            @Nullable FolderOwner lock) {
        this.unit = unit;
        this.desk = desk;
        this.memory = memory;
        this.disk = disk;
        this.bucket = bucket;
        this.lock = lock;
    }

    /** Listens, and joins. It has no bucket. */
    public static StoreShell open(StoreOptions options, MeshOpener opener) {
        return open(options.withS3(Optional.empty()), opener, s3 -> {
            throw new IllegalStateException("a store without a bucket opens one");
        });
    }

    /**
     * Listens, and joins.
     *
     * @param buckets opens the bucket that the options name; the store closes it
     */
    public static StoreShell open(StoreOptions options, MeshOpener opener, Function<S3Options, Bucket> buckets) {
        if (options.settings().diskBytes() > 0 || options.returns()) {
            useFolder(options);
        }
        Identity self = new Identity(options.uid(), options.instance(), MeshOptions.PROTOCOL);
        ServiceUnit unit = ServiceUnit.open(
                MeshOptions.of(options.uid()).withIdentity(self).withToken(options.token()), opener);
        // Headers and rounding of ranges come on top of what entries may take.
        SharedMemory memory = SharedMemory.open(
                options.instance(),
                Math.addExact(options.settings().memoryBytes(), 1L << 30),
                options.settings().diskBytes() > 0 ? options.folder() : null);
        DiskTier disk = new DiskTier(options.folder().resolve(options.place()), options.returns());
        S3Options s3 = options.isHome() ? options.s3().orElse(null) : null;
        Bucket objects = s3 == null ? null : buckets.apply(s3);
        BucketTier bucket = s3 == null || objects == null ? null : bucket(options, s3, objects);
        LifeFiles files = new LifeFiles(disk.lives(), options.instance(), disk);
        LifeObjects lives = s3 == null || objects == null || bucket == null
                ? null
                : new LifeObjects(
                        objects,
                        bucket,
                        lives(options, s3),
                        options.instance(),
                        s3.timeout().toNanos());
        FolderOwner lock = null;
        try {
            Owner home = Owner.self(options.uid(), options.cluster(), options.token())
                    .at(options.site());
            lock = lock(options, disk, home);
            BucketOwner owner = bucket == null || objects == null || s3 == null || !options.returns()
                    ? null
                    : owner(options, s3, objects, lock == null ? home : lock.self());
            if (bucket != null && owner != null) {
                bucket.owned(owner);
            }
            String endpoint = options.listen().stream()
                    .map(each -> unit.listen(each).toString())
                    .collect(Collectors.joining(" "));
            Desk desk = new Desk(unit, options, endpoint, memory, disk, bucket, lives == null ? files : lives);
            if (options.returns()) {
                Return.of(options, disk, bucket, files, lives).into(desk.machine, unit.now());
            }
            if (owner != null) {
                owner.start(
                        words -> unit.execute(() -> desk.exclude(options.uid() + " is the home no more: " + words)));
            }
            unit.run(desk, TICK);
            return new StoreShell(unit, desk, memory, disk, bucket, lock);
        } catch (RuntimeException e) {
            close(unit, bucket, disk, memory, lock);
            throw e;
        }
    }

    /** Of a folder that the next process finds again; the others have names that nobody else has. */
    private static @Nullable FolderOwner lock(StoreOptions options, DiskTier disk, Owner self) {
        if (!options.returns()) {
            return null;
        }
        try {
            return FolderOwner.claim(options.folder().resolve(options.place() + OWNER), self, disk::hasEntries);
        } catch (IOException e) {
            throw unusable(options, e);
        }
    }

    private static void useFolder(StoreOptions options) {
        try {
            PrivateFiles.given(options.folder());
            if (options.returns()) {
                PrivateFiles.own(options.folder().resolve(options.place()));
            }
        } catch (IOException e) {
            throw unusable(options, e);
        }
    }

    private static StartException unusable(StoreOptions options, IOException e) {
        return new StartException(
                options.uid() + " cannot use folder=" + options.folder() + ": " + e,
                "give a folder of this user's own, such as one of mode 0700",
                e);
    }

    private static BucketOwner owner(StoreOptions options, S3Options s3, Bucket objects, Owner self) {
        String part = part(options, s3);
        try {
            return BucketOwner.claim(
                    objects,
                    part + OWNER,
                    List.of(part + "/", lives(options, s3)),
                    self,
                    s3.timeout().toNanos(),
                    System::nanoTime);
        } catch (BucketException e) {
            throw new StartException(
                    options.uid() + " cannot become the owner of its part of the bucket: " + e.getMessage(),
                    "look at " + s3 + ", then start it again",
                    e);
        }
    }

    private static BucketTier bucket(StoreOptions options, S3Options s3, Bucket objects) {
        return new BucketTier(
                objects,
                part(options, s3) + "/",
                lives(options, s3),
                s3.timeout().toNanos(),
                options.returns());
    }

    private static String lives(StoreOptions options, S3Options s3) {
        return part(options, s3) + ".lives/";
    }

    /** Below the prefix, as in a folder: who erases that of {@code team/brain} leaves {@code team/brain2} alone. */
    private static String part(StoreOptions options, S3Options s3) {
        String prefix = s3.prefix();
        return prefix + (prefix.isEmpty() || prefix.endsWith("/") ? "" : "/") + options.place();
    }

    /** What reads memory ends before memory does. */
    private static void close(
            ServiceUnit unit,
            @Nullable BucketTier bucket,
            DiskTier disk,
            SharedMemory memory,
            @Nullable FolderOwner lock) {
        unit.close();
        if (bucket != null) {
            bucket.close();
        }
        disk.close();
        if (lock != null) {
            lock.close();
        }
        memory.close();
    }

    /** Bytes of shared memory and of disk that entries take now. */
    public long[] usedBytes() {
        CompletableFuture<long[]> answer = new CompletableFuture<>();
        unit.execute(() -> answer.complete(new long[] {desk.machine.usedBytes(), desk.machine.diskBytes()}));
        return answer.join();
    }

    /** The machine is short of memory: gives so many bytes back, where entries are on disk or elsewhere, or can be. Does not wait. */
    public void shed(long bytes) {
        memory.trim();
        unit.execute(() -> desk.machine.shed(unit.now(), bytes));
    }

    /** Waits until a node's store has given the warehouse all that is only here, and the warehouse has no tessera that moves; false where the time is over before. */
    public boolean awaitHandedOver(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (onlyHere() > 0) {
            if (System.nanoTime() - end >= 0) {
                return false;
            }
            LockSupport.parkNanos(TICK.toNanos());
        }
        return true;
    }

    private int onlyHere() {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        unit.execute(() -> answer.complete(desk.machine.onlyHere()));
        return answer.join();
    }

    /** Ends with the reason where the monitor holds it for dead, or another home owns what it had. */
    public CompletableFuture<String> excluded() {
        return desk.excluding.copy();
    }

    @Override
    public Optional<String> stuck() {
        return unit.ask(() -> desk.excluded)
                .map(Optional::of)
                .orElseGet(unit::stuck)
                .filter(reason -> !reason.isEmpty());
    }

    @Override
    public Optional<String> unready() {
        return unit.ask(desk::absence).map(Optional::of).orElseGet(unit::stuck).filter(reason -> !reason.isEmpty());
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            unit.close(desk::leave);
            close(unit, bucket, disk, memory, lock);
        }
    }

    /** Leads events to the machine, and its words to others. */
    private static final class Desk implements Service, LinkOutput, Tiers.Ends {
        private final ServiceUnit unit;
        private final StoreOptions options;
        private final Member self;
        private final Links links;
        private final StoreMachine machine;
        private final Map<Long, Member> members = new HashMap<>();
        private final LinkedHashMap<Long, ClusterMessage.Loss> dead = new LinkedHashMap<>();
        private final Set<Long> dialling = new HashSet<>();
        private final Epochs epochs = new Epochs();
        private final StoreQueries queries;
        private final Strangers strangers = new Strangers(STRANGER_NANOS);
        private long monitor;
        private int ticks;
        private long beatNanos = Long.MIN_VALUE / 2;
        private boolean joined;

        /** The monitor has answered the greeting on this link; before, it may not know whose words it hears: the greeting is longer. */
        private boolean isWelcome;

        private boolean isSuperseded;

        /** Why the monitor holds it for dead; empty where it does not. */
        private String excluded = "";

        private final CompletableFuture<String> excluding = new CompletableFuture<>();
        private final @Nullable BucketTier bucket;

        private Desk(
                ServiceUnit unit,
                StoreOptions options,
                String endpoint,
                SharedMemory memory,
                DiskTier disk,
                @Nullable BucketTier bucket,
                LifeTier lives) {
            this.unit = unit;
            this.options = options;
            this.bucket = bucket;
            this.self =
                    new Member(options.uid(), options.instance(), Member.Kind.WAREHOUSE, endpoint, options.node(), 0);
            this.links = new Links(options.instance(), this);
            long patience =
                    bucket == null ? 0 : options.s3().orElseThrow().timeout().toNanos();
            this.machine = new StoreMachine(
                    links,
                    options.isHome(),
                    options.settings().withBucketNanos(patience),
                    new Tiers(memory, disk, bucket, lives, this));
            machine.named(self.instance(), self.uid());
            this.queries = new StoreQueries(self.uid(), unit, machine);
        }

        /** It is of no use to anybody any more: what it had is another's, or will be. */
        private void exclude(String why) {
            if (!excluded.isEmpty()) {
                return;
            }
            excluded = why;
            LOG.log(System.Logger.Level.ERROR, "{0}", why);
            if (bucket != null) {
                bucket.stop(why);
            }
            excluding.complete(why);
        }

        /** Empty where the monitor knows it. */
        private String absence() {
            if (!excluded.isEmpty()) {
                return excluded;
            }
            return joined && monitor != 0 ? "" : self.uid() + " has no link with the monitor at " + options.monitor();
        }

        private void leave() {
            unit.send(monitor, new ClusterMessage.Exited(self.instance(), "it was closed"));
        }

        @Override
        public void written(Id ref, @Nullable String problem) {
            unit.execute(() -> machine.written(unit.now(), ref, problem));
        }

        @Override
        public void loaded(Id ref, @Nullable String problem) {
            unit.execute(() -> machine.loaded(unit.now(), ref, problem));
        }

        @Override
        public void notLoaded(Id ref, String problem) {
            unit.execute(() -> machine.notLoaded(unit.now(), ref, problem));
        }

        @Override
        public void uploaded(Id ref, @Nullable BucketProblem problem) {
            unit.execute(() -> machine.uploaded(unit.now(), ref, problem));
        }

        @Override
        public void downloaded(Id ref, @Nullable BucketProblem problem) {
            unit.execute(() -> machine.downloaded(unit.now(), ref, problem));
        }

        @Override
        public void recorded(Id tessera, @Nullable BucketProblem problem) {
            unit.execute(() -> {
                if (problem != null && problem.kind() == BucketProblem.Kind.TAKEN && !isSuperseded) {
                    isSuperseded = true;
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "{0} changes durable tesserae no more that another warehouse has by now: {1}",
                            self.uid(),
                            problem.words());
                }
                machine.recorded(unit.now(), tessera, problem);
            });
        }

        @Override
        public void send(long to, UnitMessage message) {
            if (to == self.instance()) {
                unit.execute(() -> take(unit.now(), to, message));
            } else {
                unit.send(to, message);
            }
        }

        @Override
        public void tellMonitor(ClusterMessage message) {
            unit.send(monitor, message);
        }

        @Override
        public void dial(long to) {
            Member member = members.get(to);
            if (member == null) {
                dialling.add(to);
                unit.send(monitor, new ClusterMessage.Who(to));
                return;
            }
            unit.dial(member, self.node());
        }

        @Override
        public void connected(long now, Identity who) {
            if (who.uid().equals(Member.MONITOR)) {
                monitor = who.instance();
                unit.send(
                        monitor,
                        new ClusterMessage.Hello(
                                self,
                                0,
                                List.of(),
                                List.copyOf(dead.values()),
                                others(),
                                List.of(),
                                epochs.toTell(monitor),
                                epochs.isKnownTo(monitor)));
                isWelcome = false;
            } else if (links.connected(who.instance())) {
                strangers.forget(who.instance());
                near(who.instance());
                machine.connected(now, who.instance());
            }
        }

        /** The living that it knows, for a monitor that is new. */
        private List<Member> others() {
            return members.values().stream()
                    .filter(member -> member.instance() != self.instance() && !links.isDead(member.instance()))
                    .toList();
        }

        private void near(long instance) {
            Member member = members.get(instance);
            if (member != null && member.node().equals(self.node())) {
                unit.near(instance);
            }
        }

        @Override
        public void disconnected(long instance) {
            if (instance == monitor) {
                monitor = 0;
            } else {
                links.disconnected(instance);
                if (!members.containsKey(instance) && !links.isDead(instance)) {
                    strangers.left(unit.now(), instance);
                }
            }
        }

        @Override
        public void received(long now, Identity from, UnitMessage message) {
            boolean isHeeded = from.instance() == monitor && !epochs.isReplaced(monitor);
            if (isHeeded && message instanceof ClusterMessage.Members said) {
                members(now, said);
            } else if (isHeeded && message instanceof ClusterMessage.Placed placed) {
                machine.placed(now, placed);
            } else if (isHeeded && message instanceof ClusterMessage.Refused refused) {
                machine.refused(now, refused);
            } else if (isHeeded && message instanceof ClusterMessage.Looked looked) {
                machine.looked(now, looked);
            } else if (message instanceof ClusterMessage.Query query) {
                queries.asked(from.instance(), query);
            } else if (!links.isDead(from.instance())) {
                take(now, from.instance(), message);
            }
        }

        private void take(long now, long from, UnitMessage message) {
            switch (message) {
                case ObjectMessage object -> machine.received(now, from, object);
                case ValueMessage.Hold hold -> machine.hold(now, from, hold);
                case ValueMessage.Held held -> machine.held(now, from, held);
                case LifeMessage life -> machine.life(now, from, life);
                case StreamMessage item -> machine.called(now, from, item);
                default -> {} // nothing else is for a store
            }
        }

        private void members(long now, ClusterMessage.Members said) {
            if (!epochs.heeds(monitor, said.epoch())) {
                return;
            }
            joined = true;
            if (!isWelcome) {
                isWelcome = true;
                machine.monitor(now);
            }
            for (Member member : said.joined()) {
                strangers.forget(member.instance());
                if (!links.isDead(member.instance()) && members.putIfAbsent(member.instance(), member) == null) {
                    near(member.instance());
                    machine.named(member.instance(), member.uid());
                    if (member.kind() == Member.Kind.WAREHOUSE && member.instance() != self.instance()) {
                        machine.storeJoined(now, member.instance(), member.uid().startsWith("warehouse:"));
                    }
                    if (dialling.remove(member.instance()) || reachesOutTo(member)) {
                        dial(member.instance());
                    }
                }
            }
            for (ClusterMessage.Loss loss : said.lost()) {
                dialling.remove(loss.instance());
                strangers.forget(loss.instance());
                if (loss.instance() == self.instance()) {
                    exclude("the monitor holds " + self.uid() + " for dead: " + loss.reason());
                } else if (links.lost(loss.instance())) {
                    members.remove(loss.instance());
                    dead.put(loss.instance(), loss);
                    if (dead.size() > MOST_LOSSES) {
                        dead.pollFirstEntry();
                    }
                    machine.lost(now, loss.instance());
                }
            }
        }

        private boolean reachesOutTo(Member member) {
            return options.isOutside()
                    && member.kind() == Member.Kind.WAREHOUSE
                    && member.instance() != self.instance()
                    && !links.isDead(member.instance())
                    && !links.isUp(member.instance());
        }

        @Override
        public void beat(long now) {
            if (now - beatNanos >= HEARTBEAT_NANOS) {
                beatNanos = now;
                // The first one dials; where it comes before the introduction the monitor passes over it.
                unit.send(Member.MONITOR, options.monitor(), new ClusterMessage.Heartbeat(0, 0, 0));
            }
        }

        @Override
        public void tick(long now) {
            machine.tick(now);
            links.redial(members::containsKey);
            if (ticks++ % TICKS_A_QUESTION == 0) {
                members.values().stream().filter(this::reachesOutTo).forEach(member -> dial(member.instance()));
                dialling.forEach(unknown -> unit.send(monitor, new ClusterMessage.Who(unknown)));
                strangers.due(now).forEach(unknown -> unit.send(monitor, new ClusterMessage.Who(unknown)));
            }
        }
    }
}
