package dev.mosaic.simulation;

import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.objects.ObjectSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One run: a head, workers, a monitor, stores, and a time of faults, followed by peace in which everything must come to its end.
 *
 * <p>All that happens follows from the seed.
 */
final class World {
    private static final long FAULTS_END = 12 * Schedule.SECOND;
    private static final long LATEST = 400 * Schedule.SECOND;

    /** How long anybody waits for memory of a store. */
    static final long STORE_WAIT = 3 * Schedule.SECOND;

    /** How long the holds of the dead count: longer than a link is cut. */
    private static final long STORE_GRACE = 10 * Schedule.SECOND;

    /** How long the bucket may be away before that is told. */
    private static final long BUCKET_WAIT = 2 * Schedule.SECOND;

    /** What each store has at least. */
    static final long LEAST_MEMORY = 2_000;

    final Schedule schedule;
    final Trace trace;
    final Ledger ledger;
    final Shelf shelf = new Shelf(this);

    /** Percent of what actors do that has to do with the warehouse. */
    final int bookishness;

    /** Percent of tesserae that can have several lives. */
    final int longevity;

    /** Percent of these that leave their worker while nobody calls them. */
    final int sleepiness;

    /** Percent of those with several lives that the warehouse keeps beyond its own end. */
    final int durability;

    /** Stores may find their disk full. */
    final boolean hasLittleDisk;

    /** Homes may die. */
    private final boolean homesDie;

    /** The home has a bucket behind its disk. */
    final boolean hasBucket;

    /** What the home leaves when it dies. */
    Remains remains;

    /** A home that dies comes back with its disk and bucket. */
    final boolean homesReturn;

    /** When the home there is now has started. */
    long homeSinceNanos;

    /** Tesserae may run two calls at once; then waits in workers have deadlines, since not every cycle can be told. */
    final boolean relaxed;

    /** Instances that some monitor declared dead. */
    final Set<Long> verdicts = new HashSet<>();

    /** Workers that were asked to end. */
    final Set<Long> drained = new HashSet<>();

    /** Units that died, or were stalled. */
    private int losses;

    private final Network network;
    private final Map<Long, LivingProcess> processes = new LinkedHashMap<>();
    private final List<UnitProcess> units = new ArrayList<>();
    private final Map<Long, StoreProcess> stores = new LinkedHashMap<>();
    private final boolean calm;

    /** The longest time between two faults. */
    private final long fury;

    private MonitorProcess monitor;
    private long lastInstance = 100;
    private long steps;
    private long epoch = 1;
    private Actor program;

    World(long seed, boolean traced) {
        this.schedule = new Schedule(seed);
        this.trace = new Trace(schedule, traced);
        this.network = new Network(schedule, trace);
        this.calm = schedule.chance(20);
        this.relaxed = schedule.chance(25);
        this.ledger = new Ledger(this, 20 + schedule.below(150));
        this.monitor = new MonitorProcess(this, ++lastInstance, epoch);
        processes.put(monitor.instance(), monitor);
        this.bookishness = new int[] {0, 15, 40}[schedule.below(3)];
        this.longevity = new int[] {0, 40, 90}[schedule.below(3)];
        this.sleepiness = new int[] {0, 50, 100}[schedule.below(3)];
        this.durability = new int[] {0, 50, 100}[schedule.below(3)];
        this.hasLittleDisk = schedule.chance(20);
        this.homesDie = schedule.chance(20);
        this.hasBucket = schedule.chance(30);
        this.homesReturn = schedule.chance(60);
        this.remains = new Remains(schedule);
        int nodes = schedule.chance(50) ? 0 : 1 + schedule.below(2);
        store("warehouse:0", schedule.chance(50) ? "node:0" : "", storeSettings());
        for (int node = 1; node <= nodes; node++) {
            store("store:" + node, "node:" + node, storeSettings());
        }
        UnitProcess head = unit("head:0", Member.Kind.HEAD, "node:" + schedule.below(nodes + 1), 0);
        int workers = 1 + schedule.below(4);
        int permits = 1 + schedule.below(2);
        for (int i = 0; i < workers; i++) {
            unit("worker:0:" + i, Member.Kind.WORKER, "node:" + schedule.below(nodes + 1), permits);
        }
        for (int i = schedule.below(4); i > 0; i--) {
            MemberProcess one = any(living());
            MemberProcess other = any(living());
            network.slow(one, other, schedule.between(0, 500 * Schedule.MILLI));
        }
        this.program = new Actor(head, 10 + schedule.below(60));
        head.later(schedule.between(0, 50 * Schedule.MILLI), program::begin);
        this.fury = new long[] {2_000, 400, 60}[schedule.below(3)] * Schedule.MILLI;
        if (!calm) {
            schedule.after(schedule.between(Schedule.MILLI, 100 * Schedule.MILLI), this::fault);
        }
    }

    private UnitProcess unit(String uid, Member.Kind kind, String node, int permits) {
        long instance = ++lastInstance;
        UnitProcess unit = new UnitProcess(this, new Member(uid, instance, kind, "tcp://" + uid, node, permits));
        processes.put(instance, unit);
        units.add(unit);
        network.dial(unit, monitor);
        return unit;
    }

    private ObjectSettings storeSettings() {
        long memory = LEAST_MEMORY + schedule.below(4) * 1_000L;
        long disk = hasLittleDisk ? schedule.below(4_000) : 1 << 20;
        return new ObjectSettings(memory, disk, 256, 3, STORE_WAIT, STORE_GRACE, hasBucket ? BUCKET_WAIT : 0);
    }

    private void store(String uid, String node, ObjectSettings figures) {
        long instance = ++lastInstance;
        Member member = new Member(uid, instance, Member.Kind.WAREHOUSE, "tcp://" + uid, node, 0);
        StoreProcess store = new StoreProcess(this, member, figures, remains);
        homeSinceNanos = store.isHome() ? schedule.now() : homeSinceNanos;
        processes.put(instance, store);
        stores.put(instance, store);
        network.dial(store, monitor);
    }

    Stream<StoreProcess> stores() {
        return stores.values().stream();
    }

    StoreProcess store(long instance) {
        StoreProcess store = stores.get(instance);
        if (store == null) {
            throw new AssertionError("no store=" + instance);
        }
        return store;
    }

    /** True where the unit asks that store. */
    boolean mayUse(UnitProcess unit, long store) {
        StoreProcess process = store(store);
        return process.isHome() || process.member().node().equals(unit.member().node());
    }

    /** True where a program that still counts has the ref. */
    boolean isHeld(Id ref) {
        return units.stream()
                .anyMatch(unit -> unit.isAlive() && !verdicts.contains(unit.instance()) && unit.hasHandle(ref));
    }

    private List<MemberProcess> living() {
        List<MemberProcess> living = new ArrayList<>(units);
        living.addAll(stores.values());
        living.removeIf(process -> !process.isAlive());
        return living;
    }

    private <T> T any(List<T> list) {
        return list.get(schedule.below(list.size()));
    }

    // ---- what processes do

    void send(LivingProcess from, long to, UnitMessage message) {
        LivingProcess other = processes.get(to);
        if (other == null) {
            throw new AssertionError(from + " sends to instance=" + to + ", which never was: " + message);
        }
        trace.say(from.uid(), () -> "-> " + other.uid() + " " + message);
        network.send(from, other, message, areNear(from, other));
    }

    private static boolean areNear(LivingProcess one, LivingProcess other) {
        return one instanceof MemberProcess a
                && other instanceof MemberProcess b
                && a.member().node().equals(b.member().node());
    }

    /** The same, where there may be no link. */
    void tell(LivingProcess from, long to, UnitMessage message) {
        if (processes.containsKey(to)) {
            send(from, to, message);
        }
    }

    void dial(LivingProcess from, long to) {
        LivingProcess other = processes.get(to);
        if (other != null) {
            network.dial(from, other);
        }
    }

    /** Of the messages between the two. */
    int version(LivingProcess one, Network.Peer other) {
        return network.version(one, other);
    }

    boolean hadLosses() {
        return losses > 0 || !verdicts.isEmpty();
    }

    boolean isLiving(long instance) {
        LivingProcess process = processes.get(instance);
        return process != null && process.isAlive();
    }

    /** The process is gone, and comes back as another instance after a while. */
    void kill(MemberProcess unit, String reason) {
        if (!unit.isAlive()) {
            return;
        }
        trace.say(unit.uid(), () -> "killed: " + reason);
        losses++;
        unit.kill();
        switch (unit) {
            case UnitProcess program -> ledger.died(program);
            case StoreProcess store -> shelf.lost(store);
            default -> throw new AssertionError(unit);
        }
        network.ended(unit, processes.values());
        schedule.after(
                schedule.between(5 * Schedule.MILLI, 300 * Schedule.MILLI), () -> monitor.exited(unit.instance()));
        Member was = unit.member();
        ObjectSettings settings = unit instanceof StoreProcess store ? store.settings() : storeSettings();
        schedule.after(schedule.between(50 * Schedule.MILLI, 3 * Schedule.SECOND), () -> again(was, settings));
    }

    private void again(Member was, ObjectSettings settings) {
        if (was.kind() == Member.Kind.WAREHOUSE) {
            if (StoreProcess.isHome(was) && !homesReturn) {
                remains = new Remains(schedule);
            }
            store(was.uid(), was.node(), settings);
        } else {
            unit(was.uid(), was.kind(), was.node(), was.permits());
        }
    }

    /** The monitor holds it for dead. */
    void verdict(Member member) {
        verdicts.add(member.instance());
        StoreProcess store = stores.get(member.instance());
        if (store != null) {
            shelf.lost(store);
        }
    }

    // ---- faults

    private void fault() {
        if (schedule.now() > FAULTS_END) {
            peace();
            return;
        }
        if (living().isEmpty()) {
            schedule.after(fury, this::fault); // all are about to come back
            return;
        }
        MemberProcess one = any(living());
        MemberProcess other = any(living());
        boolean isMortal = isMortal(one);
        boolean mayBeSilent = isMortal || one instanceof UnitProcess;
        int die = schedule.below(100);
        if (die < 45 && !one.equals(other)) {
            network.cut(one, other, schedule.between(0, 3 * Schedule.SECOND));
        } else if (die < 60 && mayBeSilent) {
            network.cut(one, monitor, schedule.between(0, 4 * Schedule.SECOND));
        } else if (die < 70 && !one.equals(other)) {
            network.slow(one, other, schedule.between(0, 500 * Schedule.MILLI));
        } else if (die >= 70 && die < 80 && isMortal) {
            kill(one, "kill -9");
        } else if (die >= 80 && die < 90 && isMortal) {
            losses++;
            one.stall(schedule.between(0, 5 * Schedule.SECOND));
        } else if (die >= 90 && die < 93) {
            replaceMonitor();
        } else if (die >= 93 && die < 96 && one.member().kind() == Member.Kind.WORKER) {
            long deadline = schedule.between(0, 6 * Schedule.SECOND);
            trace.say(one.uid(), () -> "is drained for " + deadline / Schedule.MILLI + " ms");
            drained.add(one.instance());
            monitor.drain(units.getFirst().instance(), one.instance(), deadline);
        } else if (die >= 96 && hasBucket) {
            trace.say("bucket", () -> "away");
            remains.away(schedule.between(0, 6 * Schedule.SECOND));
        }
        schedule.after(schedule.between(Schedule.MILLI, fury), this::fault);
    }

    private boolean isMortal(MemberProcess process) {
        return process instanceof StoreProcess store
                ? homesDie || !store.isHome()
                : process.member().kind() == Member.Kind.WORKER;
    }

    private void replaceMonitor() {
        trace.say("monitor", () -> "killed");
        losses++;
        monitor.kill();
        network.ended(monitor, processes.values());
        monitor = new MonitorProcess(this, ++lastInstance, ++epoch);
        processes.put(monitor.instance(), monitor);
        MonitorProcess next = monitor;
        for (MemberProcess member : living()) {
            long most = (isMortal(member) ? 500 : 100) * Schedule.MILLI;
            schedule.after(schedule.between(0, most), () -> network.dial(member, next));
        }
    }

    private void peace() {
        trace.say("world", () -> "peace");
        network.heal();
        remains.back();
        living().forEach(LivingProcess::wake);
    }

    // ---- the run

    void run() {
        while (!program.isOver() || schedule.now() < (calm ? 0 : FAULTS_END)) {
            if (schedule.now() > LATEST) {
                ledger.end();
                throw new AssertionError("the program never ended: " + describe());
            }
            step();
        }
        long quiet = schedule.now() + 6 * Schedule.SECOND;
        while (schedule.now() < quiet || (open() > 0 && schedule.now() < quiet + 60 * Schedule.SECOND)) {
            step();
        }
        ledger.end();
        if (open() > 0 && !ledger.hasRings()) {
            throw new AssertionError("something is left: " + describe());
        }
    }

    private void step() {
        schedule.step();
        stores.values().forEach(StoreProcess::check);
        if (++steps % 16 == 0) {
            shelf.check();
        }
    }

    private long open() {
        long sum = 0;
        for (MemberProcess process : living()) {
            // An entry whose home was lost lives as long as its putter, and so does what it has inside: nobody counts
            // its
            // holders any more.
            boolean counts = homesReturn || !shelf.homesWereLost();
            sum += counts ? process.open() : 0;
        }
        return sum;
    }

    private String describe() {
        StringBuilder text = new StringBuilder();
        for (MemberProcess process : living()) {
            text.append('\n').append(process).append(": ").append(process.describe());
        }
        return text.toString();
    }

    /** For the one who looks. */
    String summary() {
        return "virtual=" + schedule.now() / Schedule.MILLI + " ms, units=" + units.size() + ", losses=" + losses
                + (shelf.homesWereLost() ? ", home lost" : "")
                + (relaxed ? ", relaxed" : "") + (hasBucket ? ", bucket" : "") + ", stores=" + stores.size() + ", "
                + ledger.summary() + ", "
                + shelf.summary();
    }
}
