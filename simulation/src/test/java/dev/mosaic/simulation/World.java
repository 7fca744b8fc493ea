package dev.mosaic.simulation;

import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One run: a head, workers, a monitor, and a time of faults, followed by peace in which everything must come to its end.
 *
 * <p>All that happens follows from the seed.
 */
final class World {
    private static final long FAULTS_END = 12 * Schedule.SECOND;
    private static final long LATEST = 400 * Schedule.SECOND;

    final Schedule schedule;
    final Trace trace;
    final Ledger ledger;

    /** Tesserae may run two calls at once; then waits in workers have deadlines, since not every cycle can be told. */
    final boolean relaxed;

    /** Instances that some monitor declared dead. */
    final Set<Long> verdicts = new HashSet<>();

    /** Units that died, or were stalled. */
    private int losses;

    private final Network network;
    private final Map<Long, LivingProcess> processes = new LinkedHashMap<>();
    private final List<UnitProcess> units = new ArrayList<>();
    private final boolean calm;

    /** The longest time between two faults. */
    private final long fury;

    private MonitorProcess monitor;
    private long lastInstance = 100;
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
        UnitProcess head = unit("head:0", Member.Kind.HEAD, 0);
        int workers = 1 + schedule.below(4);
        int permits = 1 + schedule.below(2);
        for (int i = 0; i < workers; i++) {
            unit("worker:0:" + i, Member.Kind.WORKER, permits);
        }
        for (int i = schedule.below(4); i > 0; i--) {
            UnitProcess one = units.get(schedule.below(units.size()));
            UnitProcess other = units.get(schedule.below(units.size()));
            network.slow(one, other, schedule.between(0, 500 * Schedule.MILLI));
        }
        this.program = new Actor(head, 10 + schedule.below(60));
        head.later(schedule.between(0, 50 * Schedule.MILLI), program::begin);
        this.fury = new long[] {2_000, 400, 60}[schedule.below(3)] * Schedule.MILLI;
        if (!calm) {
            schedule.after(schedule.between(Schedule.MILLI, 100 * Schedule.MILLI), this::fault);
        }
    }

    private UnitProcess unit(String uid, Member.Kind kind, int permits) {
        long instance = ++lastInstance;
        UnitProcess unit = new UnitProcess(this, new Member(uid, instance, kind, "tcp://" + uid, "", permits));
        processes.put(instance, unit);
        units.add(unit);
        network.dial(unit, monitor);
        return unit;
    }

    // ---- what processes do

    void send(LivingProcess from, long to, UnitMessage message) {
        LivingProcess other = processes.get(to);
        if (other == null) {
            throw new AssertionError(from + " sends to instance=" + to + ", which never was: " + message);
        }
        trace.say(from.uid(), () -> "-> " + other.uid() + " " + message);
        network.send(from, other, message);
    }

    void dial(LivingProcess from, long to) {
        LivingProcess other = processes.get(to);
        if (other != null) {
            network.dial(from, other);
        }
    }

    boolean hadLosses() {
        return losses > 0 || !verdicts.isEmpty();
    }

    boolean isLiving(long instance) {
        LivingProcess process = processes.get(instance);
        return process != null && process.isAlive();
    }

    /** The process is gone, and comes back as another instance after a while. */
    void kill(UnitProcess unit, String reason) {
        if (!unit.isAlive()) {
            return;
        }
        trace.say(unit.uid(), () -> "killed: " + reason);
        losses++;
        unit.kill();
        ledger.died(unit);
        network.ended(unit, processes.values());
        schedule.after(
                schedule.between(5 * Schedule.MILLI, 300 * Schedule.MILLI), () -> monitor.exited(unit.instance()));
        Member was = unit.member();
        schedule.after(
                schedule.between(50 * Schedule.MILLI, 3 * Schedule.SECOND),
                () -> unit(was.uid(), was.kind(), was.permits()));
    }

    // ---- faults

    private void fault() {
        if (schedule.now() > FAULTS_END) {
            peace();
            return;
        }
        List<UnitProcess> living = units.stream().filter(LivingProcess::isAlive).toList();
        UnitProcess one = living.get(schedule.below(living.size()));
        UnitProcess other = living.get(schedule.below(living.size()));
        int die = schedule.below(100);
        if (die < 45 && one != other) {
            network.cut(one, other, schedule.between(0, 3 * Schedule.SECOND));
        } else if (die < 60) {
            network.cut(one, monitor, schedule.between(0, 4 * Schedule.SECOND));
        } else if (die < 70 && one != other) {
            network.slow(one, other, schedule.between(0, 500 * Schedule.MILLI));
        } else if (die < 80 && one.member().kind() == Member.Kind.WORKER) {
            kill(one, "kill -9");
        } else if (die < 90 && one.member().kind() == Member.Kind.WORKER) {
            losses++;
            one.stall(schedule.between(0, 5 * Schedule.SECOND));
        } else if (die < 95) {
            replaceMonitor();
        }
        schedule.after(schedule.between(Schedule.MILLI, fury), this::fault);
    }

    private void replaceMonitor() {
        trace.say("monitor", () -> "killed");
        losses++;
        monitor.kill();
        network.ended(monitor, processes.values());
        monitor = new MonitorProcess(this, ++lastInstance, ++epoch);
        processes.put(monitor.instance(), monitor);
        MonitorProcess next = monitor;
        for (UnitProcess unit : units) {
            if (unit.isAlive()) {
                schedule.after(schedule.between(0, 500 * Schedule.MILLI), () -> network.dial(unit, next));
            }
        }
    }

    private void peace() {
        trace.say("world", () -> "peace");
        network.heal();
        units.forEach(LivingProcess::wake);
    }

    // ---- the run

    void run() {
        while (!program.isOver() || schedule.now() < (calm ? 0 : FAULTS_END)) {
            if (schedule.now() > LATEST) {
                ledger.end();
                throw new AssertionError("the program never ended: " + describe());
            }
            schedule.step();
        }
        long quiet = schedule.now() + 6 * Schedule.SECOND;
        while (schedule.now() < quiet || (open() > 0 && schedule.now() < quiet + 60 * Schedule.SECOND)) {
            schedule.step();
        }
        ledger.end();
        if (open() > 0) {
            throw new AssertionError("something is left: " + describe());
        }
    }

    private int open() {
        int sum = 0;
        for (UnitProcess unit : units) {
            sum += unit.isAlive() ? unit.kernel.open() + (int) unit.kernel.creditUsed() : 0;
        }
        return sum;
    }

    private String describe() {
        StringBuilder text = new StringBuilder();
        for (UnitProcess unit : units) {
            if (unit.isAlive()) {
                text.append('\n').append(unit).append(": ").append(unit.kernel.describe());
            }
        }
        return text.toString();
    }

    /** For the one who looks. */
    String summary() {
        return "virtual=" + schedule.now() / Schedule.MILLI + " ms, units=" + units.size() + ", losses=" + losses
                + (relaxed ? ", relaxed" : "") + ", " + ledger.summary();
    }
}
