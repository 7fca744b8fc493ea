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
import org.jspecify.annotations.Nullable;

/**
 * One run: a head, workers, a monitor, stores, and a time of faults, followed by peace in which everything must come to its end.
 *
 * <p>All that happens follows from the seed.
 */
final class World {
    private static final long LATEST = 400 * Schedule.SECOND;

    /** How long anything is cut off in most worlds, and in a few. */
    static final long CUT = 3 * Schedule.SECOND;

    private static final long LONG_CUT = 60 * Schedule.SECOND;

    /** How long anybody waits for memory of a store. */
    static final long STORE_WAIT = 3 * Schedule.SECOND;

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

    /** Files can at times not be written, nor read. */
    final boolean hasDiskErrors;

    /** As many entries a call may have for arguments; 0 in most worlds. */
    final int manyRefs;

    /** Tesserae may have names, and programs look for these. */
    final boolean hasNames;

    /** Programs wait now and then until all their tasks have ended. */
    final boolean hasBarriers;

    final Barriers barriers = new Barriers(this);

    /** There are nodes that offer room, and some of what programs make claims it. */
    final boolean hasNodes;

    /** They have devices. */
    final boolean hasDevices;

    final Rooms rooms = new Rooms(this);

    /** Homes may die. */
    private final boolean homesDie;

    /** The home has a bucket behind its disk. */
    final boolean hasBucket;

    /** What the home leaves when it dies. */
    Remains remains;

    /** A home that dies comes back with its disk and bucket. */
    final boolean homesReturn;

    /** Tesserae may run two calls at once; then waits in workers have deadlines, since not every cycle can be told. */
    final boolean relaxed;

    /** Instances that some monitor declared dead. */
    final Set<Long> verdicts = new HashSet<>();

    /** Workers that were asked to end. */
    final Set<Long> drained = new HashSet<>();

    /** Units that died, or were stalled. */
    private int losses;

    /** Of these, such that every program may feel: stores and monitors. */
    private int commonLosses;

    final Programs programs;

    final Network network;
    private final Map<Long, LivingProcess> processes = new LinkedHashMap<>();
    private final List<UnitProcess> units = new ArrayList<>();
    private final Map<Long, StoreProcess> stores = new LinkedHashMap<>();
    private final List<NodeProcess> nodeProcesses = new ArrayList<>();

    /** Workers that are being started. */
    private final List<Member> coming = new ArrayList<>();

    private int staffed;
    final boolean calm;

    /** Links are cut and slow, and the monitor stalls, but nobody dies: then nobody may be held for dead, and nothing is lost. */
    final boolean gentle;

    /** The longest that a link is cut. */
    final long longestCut;

    /** For how long a home once had no link with a living worker of which it was told. Several short cuts, one after the other, make a long one. */
    long longestWithoutWorker;

    /** How long the holds of the dead count: longer than a link is cut. */
    final long graceNanos;

    private final long faultsEnd;

    /** The longest time between two faults. */
    private final long fury;

    private MonitorProcess monitor;

    /** Monitors that were replaced, and live. */
    private final List<MonitorProcess> retired = new ArrayList<>();

    /** Who has had a link with the monitor there is. */
    private final Set<Long> met = new HashSet<>();

    private boolean wasReplaced;

    private long lastInstance = 100;
    private long steps;
    private long epoch = 1;

    /** No two monitors begin in the same millisecond: their wishes for devices are told apart by that. */
    private static final long FAR = 1_000;

    private int replaced;
    private int nodes;

    World(long seed, boolean traced) {
        this.schedule = new Schedule(seed);
        Schedule extras = new Schedule(~seed); // worlds without them stay as they were
        this.hasBarriers = extras.chance(12);
        boolean mayHaveNodes = extras.chance(10);
        this.hasDevices = extras.chance(50);
        this.trace = new Trace(schedule, traced);
        this.network = new Network(schedule, trace);
        this.calm = schedule.chance(15);
        this.gentle = !calm && schedule.chance(20);
        String asked = System.getProperty("mosaic.nodes", ""); // else the seed says it
        this.hasNodes = !gentle && (asked.isEmpty() ? mayHaveNodes : asked.equals("true"));
        boolean hasLongCuts = !calm && schedule.chance(6);
        this.longestCut = hasLongCuts ? LONG_CUT : CUT;
        this.graceNanos = longestCut + 7 * Schedule.SECOND;
        this.faultsEnd = (calm ? 0 : hasLongCuts ? 40 : 12) * Schedule.SECOND;
        this.relaxed = schedule.chance(25);
        this.ledger = new Ledger(this, 20 + schedule.below(150));
        this.programs = new Programs(this, calm || gentle);
        this.epoch = hasDevices ? FAR : 1;
        this.monitor = new MonitorProcess(this, ++lastInstance, epoch);
        processes.put(monitor.instance(), monitor);
        this.bookishness = new int[] {0, 15, 40}[schedule.below(3)];
        this.longevity = new int[] {0, 40, 90}[schedule.below(3)];
        this.sleepiness = new int[] {0, 50, 100}[schedule.below(3)];
        this.durability = new int[] {0, 50, 100}[schedule.below(3)];
        this.hasLittleDisk = schedule.chance(20);
        this.hasDiskErrors = !calm && schedule.chance(20);
        this.hasNames = schedule.chance(12);
        int wide = schedule.below(400);
        this.manyRefs = wide < 16 ? 10 : wide < 22 ? 100 : wide == 22 ? 1_000 : 0;
        this.homesDie = schedule.chance(25);
        this.hasBucket = schedule.chance(30);
        this.homesReturn = schedule.chance(60);
        this.remains = new Remains(schedule);
        this.nodes = schedule.chance(50) ? 0 : 1 + schedule.below(2);
        String place = schedule.chance(50) ? "node:0" : "";
        store("warehouse:0", hasNodes ? "" : place, storeSettings());
        for (int node = 1; node <= nodes; node++) {
            store("store:" + node, "node:" + node, storeSettings());
        }
        for (int node = 0; node <= nodes && hasNodes; node++) {
            node("node:" + node);
        }
        programs.begin();
        for (int i = schedule.below(4); i > 0; i--) {
            MemberProcess one = any(living());
            MemberProcess other = any(living());
            network.slow(one, other, schedule.between(0, 500 * Schedule.MILLI));
        }
        this.fury = new long[] {2_000, 400, 60}[schedule.below(3)] * Schedule.MILLI;
        if (!calm) {
            schedule.after(schedule.between(Schedule.MILLI, 100 * Schedule.MILLI), this::fault);
        }
    }

    long nextInstance() {
        return ++lastInstance;
    }

    String anyNode() {
        return "node:" + schedule.below(nodes + 1);
    }

    /** A unit begins. */
    UnitProcess unit(Member member) {
        UnitProcess unit = new UnitProcess(this, member);
        processes.put(unit.instance(), unit);
        units.add(unit);
        network.dial(unit, monitor);
        return unit;
    }

    private ObjectSettings storeSettings() {
        long memory = LEAST_MEMORY + schedule.below(4) * 1_000L;
        long disk = hasLittleDisk ? schedule.below(4_000) : 1 << 20;
        return new ObjectSettings(memory, disk, 256, 3, STORE_WAIT, graceNanos, hasBucket ? BUCKET_WAIT : 0);
    }

    private void store(String uid, String node, ObjectSettings figures) {
        long instance = ++lastInstance;
        Member member = new Member(uid, instance, Member.Kind.WAREHOUSE, "tcp://" + uid, node, 0);
        StoreProcess store = new StoreProcess(this, member, figures, remains);
        processes.put(instance, store);
        stores.put(instance, store);
        network.dial(store, monitor);
    }

    boolean hasSeveralNodes() {
        return nodes > 0;
    }

    private void node(String uid) {
        Member member = new Member(
                uid, ++lastInstance, Member.Kind.NODE, "tcp://" + uid, "", 2, 0, Rooms.offer(), rooms.devices());
        NodeProcess node = new NodeProcess(this, member);
        processes.put(node.instance(), node);
        nodeProcesses.add(node);
        network.dial(node, monitor);
    }

    /** There are to be that many workers of the program at the node. */
    void staff(NodeProcess node, long program, int workers) {
        long there = Stream.concat(
                        units.stream().filter(UnitProcess::isAlive).map(MemberProcess::member), coming.stream())
                .filter(member -> member.program() == program && member.node().equals(node.uid()))
                .filter(member -> member.gpus().isEmpty())
                .count();
        for (; there < workers; there++) {
            String uid = "worker:" + node.uid() + ":" + ++staffed;
            Member member = new Member(uid, 0, Member.Kind.WORKER, "tcp://" + uid, node.uid(), 1, program);
            coming.add(member);
            schedule.after(
                    schedule.between(5 * Schedule.MILLI, 300 * Schedule.MILLI), () -> again(member, storeSettings()));
        }
    }

    /** Null where there is none that lives and counts. */
    @Nullable UnitProcess unit(long instance) {
        boolean counts = isLiving(instance) && !verdicts.contains(instance);
        return counts && processes.get(instance) instanceof UnitProcess unit ? unit : null;
    }

    /** Heads and workers, those that are gone too. */
    Stream<UnitProcess> units() {
        return units.stream();
    }

    /** Workers that live and count. */
    Stream<UnitProcess> workers() {
        return units.stream()
                .filter(unit -> unit.member().kind() == Member.Kind.WORKER)
                .filter(unit -> unit(unit.instance()) != null);
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
        living.addAll(nodeProcesses);
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

    /** Whether the program of that unit can have felt any: what becomes of another program's units does not concern it. */
    boolean hadLosses(long instance) {
        return commonLosses > 0
                || (hasNames && losses > 0)
                || (processes.get(instance) instanceof UnitProcess unit
                        && programs.isHarmed(programs.of(unit.member())));
    }

    private void isHarmed(Member member) {
        losses++;
        if (member.kind() == Member.Kind.WAREHOUSE || member.kind() == Member.Kind.NODE) {
            commonLosses++;
        } else {
            programs.harmed(member);
        }
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
        // Nobody kills a tessera there but who gave up its construction; code of that which does not heed it ends its
        // worker.
        if (gentle && !reason.startsWith("to kill tessera=")) {
            throw new AssertionError(unit + " ends in a gentle world: " + reason);
        }
        isHarmed(unit.member());
        unit.kill();
        switch (unit) {
            case UnitProcess program -> {
                ledger.died(program);
                rooms.died(program);
            }
            case NodeProcess node -> node.end();
            case StoreProcess store -> {
                shelf.lost(store);
                if (store.isHome() && schedule.chance(50)) {
                    trace.say(unit.uid(), () -> "its machine went down, not flushed: " + remains.unflushed);
                    remains.crashed();
                }
            }
            default -> throw new AssertionError(unit);
        }
        network.ended(unit, processes.values());
        if (!programs.isUnnoticed(unit.member())) {
            schedule.after(
                    schedule.between(5 * Schedule.MILLI, 300 * Schedule.MILLI), () -> monitor.exited(unit.instance()));
        }
        Member was = unit.member();
        if (was.kind() == Member.Kind.WORKER && !was.gpus().isEmpty()) {
            return; // its node starts one when it is asked to
        }
        coming.add(was);
        ObjectSettings settings = unit instanceof StoreProcess store ? store.settings() : storeSettings();
        schedule.after(schedule.between(50 * Schedule.MILLI, 3 * Schedule.SECOND), () -> again(was, settings));
    }

    private void again(Member was, ObjectSettings settings) {
        coming.remove(was);
        if (was.kind() == Member.Kind.NODE) {
            node(was.uid());
        } else if (was.kind() == Member.Kind.WAREHOUSE) {
            if (StoreProcess.isHome(was) && !homesReturn) {
                remains = new Remains(schedule);
            }
            store(was.uid(), was.node(), settings);
        } else if (was.kind() == Member.Kind.PROGRAM) {
            programs.again(was);
        } else if (programs.isServed(was.program())) {
            unit(new Member(
                    was.uid(), nextInstance(), was.kind(), was.endpoint(), was.node(), was.permits(), was.program()));
        } else if (isLiving(was.program())) {
            schedule.after(
                    Schedule.SECOND, () -> again(was, settings)); // the next monitor may not hold its head for dead
        }
    }

    /** What a monitor that was replaced holds for dead may live on with the next one. */
    boolean isHeldForDeadNow(long instance) {
        return monitor.holdsForDead(instance);
    }

    /** The monitor holds it for dead. */
    void verdict(MonitorProcess by, Member member, String reason, boolean orderly, long silentNanos) {
        if (!by.equals(monitor) && living().stream().allMatch(each -> met.contains(each.instance()))) {
            trace.say("world", () -> "nobody heeds the monitor before");
            return;
        }
        if (gentle && isLiving(member.instance())) {
            throw new AssertionError(member.uid() + " lives, and is held for dead: " + reason);
        }
        boolean isNews = verdicts.add(member.instance());
        isHarmed(member);
        if (isNews && member.kind() == Member.Kind.PROGRAM) {
            programs.judged(member, reason, silentNanos);
        }
        if (orderly && by.equals(monitor) && processes.get(member.instance()) instanceof UnitProcess worker) {
            // Its node sees to that.
            schedule.after(schedule.between(0, 500 * Schedule.MILLI), () -> kill(worker, reason));
        }
        StoreProcess store = stores.get(member.instance());
        if (store != null) {
            shelf.lost(store);
        }
    }

    // ---- faults

    private void fault() {
        if (schedule.now() > faultsEnd) {
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
        boolean mayBeSilent = isMortal || (!gentle && one instanceof UnitProcess) || one instanceof NodeProcess;
        int die = schedule.below(105);
        if (die >= 60 && programs.isMortal(one)) {
            endProgram(one);
        } else if (die < 30 && !one.equals(other)) {
            network.cut(one, other, schedule.between(0, longestCut));
        } else if (die < 45 && !one.equals(other)) {
            network.cutOneWay(one, other, schedule.between(0, longestCut));
        } else if (die < 55 && mayBeSilent) {
            network.cut(one, monitor, schedule.between(0, longestCut + Schedule.SECOND));
        } else if (die < 58 && mayBeSilent) {
            network.cutOneWay(one, monitor, schedule.between(0, longestCut));
        } else if (die < 60 && mayBeSilent) {
            network.cutOneWay(monitor, one, schedule.between(0, longestCut));
        } else if (die < 70 && !one.equals(other)) {
            network.slow(one, other, schedule.between(0, 500 * Schedule.MILLI));
        } else if (die >= 70 && die < 80 && isMortal) {
            kill(one, "kill -9");
        } else if (die >= 80 && die < 90 && isMortal) {
            isHarmed(one.member());
            one.stall(schedule.between(0, 5 * Schedule.SECOND));
        } else if (die >= 90 && die < 93 && !gentle) {
            replaceMonitor();
        } else if (die >= 93 && die < 96 && isMortal && one instanceof UnitProcess) {
            long deadline = schedule.between(0, 6 * Schedule.SECOND);
            trace.say(one.uid(), () -> "is drained for " + deadline / Schedule.MILLI + " ms");
            drained.add(one.instance());
            monitor.drain(programs.someone().instance(), one.instance(), deadline);
        } else if (die >= 100) {
            monitor.stall(schedule.between(0, 20 * Schedule.SECOND));
        } else if (die >= 96 && hasBucket) {
            trace.say("bucket", () -> "away");
            remains.away(schedule.between(0, 6 * Schedule.SECOND), schedule.chance(40));
        }
        schedule.after(schedule.between(Schedule.MILLI, fury), this::fault);
    }

    private void endProgram(MemberProcess head) {
        long silence = schedule.between(0, 2 * programs.leaseNanos());
        switch (schedule.below(4)) {
            case 0 -> network.cut(head, monitor, silence);
            case 1 -> {
                isHarmed(head.member());
                head.stall(silence);
            }
            default -> kill(head, "kill -9");
        }
    }

    /** Whether what is written or read now cannot be. */
    boolean diskFails() {
        return hasDiskErrors && schedule.now() < faultsEnd && schedule.chance(30);
    }

    private boolean isMortal(MemberProcess process) {
        if (gentle) {
            return false;
        }
        return process instanceof StoreProcess store
                ? homesDie || !store.isHome()
                : process.member().kind() == Member.Kind.WORKER;
    }

    private void replaceMonitor() {
        losses++;
        commonLosses++;
        wasReplaced = true;
        MonitorProcess before = monitor;
        if (schedule.chance(50)) {
            trace.say("monitor", () -> "killed");
            before.kill();
            network.ended(before, processes.values());
        } else {
            trace.say("monitor", () -> "replaced, and lives on");
            retire(before);
        }
        // One that is new may not know which epoch there was.
        boolean knows = schedule.chance(70);
        epoch = hasDevices ? (knows ? epoch + FAR : ++replaced) : knows ? epoch + 1 : 1;
        monitor = new MonitorProcess(this, ++lastInstance, epoch);
        processes.put(monitor.instance(), monitor);
        met.clear();
        MonitorProcess next = monitor;
        for (MemberProcess member : living()) {
            long most = (isMortal(member) ? 500 : 100) * Schedule.MILLI;
            schedule.after(schedule.between(0, most), () -> network.dial(member, next));
        }
    }

    /** Nobody dials it again. Some links to it stay, and it goes on as before, or is stalled. */
    private void retire(MonitorProcess before) {
        retired.add(before);
        network.retire(before, living());
        living().stream().filter(member -> schedule.chance(60)).forEach(member -> network.part(before, member));
        if (schedule.chance(70)) {
            before.stall(schedule.between(0, 20 * Schedule.SECOND));
        }
    }

    boolean hadOtherMonitors() {
        return wasReplaced;
    }

    /** A member has a link with that monitor. */
    void met(MemberProcess member, long instance) {
        if (instance == monitor.instance()) {
            met.add(member.instance());
        }
    }

    private void peace() {
        trace.say("world", () -> "peace");
        network.heal();
        remains.back();
        monitor.wake();
        retired.forEach(LivingProcess::wake);
        living().forEach(LivingProcess::wake);
    }

    // ---- the run

    void run() {
        while (!programs.areOver() || schedule.now() < faultsEnd) {
            if (schedule.now() > LATEST) {
                ledger.end();
                throw new AssertionError("the program never ended: " + describe());
            }
            step();
        }
        if (hasNames) {
            new Janitor(this, programs).begin();
        }
        long quiet = schedule.now() + 6 * Schedule.SECOND;
        // A home that dials a putter once it has waited for it waits for as long again.
        long latest = quiet + 50 * Schedule.SECOND + 2 * graceNanos + programs.lastLeaseNanos();
        while (schedule.now() < quiet
                || (schedule.now() < latest
                        && (open() > 0 || ledger.isAwaited() || !disagreement().isEmpty()))) {
            step();
        }
        ledger.end();
        String disagreement = disagreement();
        if (!disagreement.isEmpty()) {
            throw new AssertionError(disagreement);
        }
        if (open() > 0 && !ledger.hasRings()) {
            throw new AssertionError("something is left: " + describe());
        }
    }

    /**
     * Whoever lives is held for dead by nobody who lives: no two monitors said otherwise, to whomever. Who was held for dead in the last
     * moment has still to hear of that, and ends.
     */
    private String disagreement() {
        List<MemberProcess> living = living();
        for (UnitProcess unit : units) {
            for (MemberProcess other : living) {
                if (unit.isAlive() && unit.knowsDead(other.instance())) {
                    return unit + " holds " + other + " for dead, which lives";
                }
            }
        }
        return rooms.left(monitor.state());
    }

    private void step() {
        schedule.step();
        stores.values().forEach(StoreProcess::check);
        if (++steps % (16 + shelf.size()) == 0) {
            shelf.check();
        }
        rooms.check();
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
                + programs.summary() + (relaxed ? ", relaxed" : "") + (gentle ? ", gentle" : "")
                + (retired.isEmpty() ? "" : ", monitors replaced that live=" + retired.size())
                + (longestCut > CUT ? ", long cuts" : "")
                + (hasBarriers ? barriers.summary() : "")
                + (hasNodes ? rooms.summary() : "")
                + (hasBucket ? ", bucket" : "")
                + (hasDiskErrors ? ", disk errors" : "") + (manyRefs > 0 ? ", refs=" + manyRefs : "") + ", stores="
                + stores.size() + ", "
                + ledger.summary() + ", "
                + shelf.summary();
    }
}
