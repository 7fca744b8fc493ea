package dev.mosaic.simulation;

import dev.mosaic.message.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The programs of a world: each is a head with workers of its own. In some worlds there are several at once, and programs end: the head is
 * killed, or is silent for longer than its lease. Another one may follow, under the same name or another.
 */
final class Programs {
    /** Of a world, one after the other. */
    private static final int MOST = 5;

    private static final int MOST_AT_ONCE = 3;
    private static final long LONG_LEASE = 600 * Schedule.SECOND;

    private final World world;
    private final Schedule dice;
    private final boolean areSeveral;

    /** They may die, and lose their leases. */
    private final boolean end;

    private final long leaseNanos;
    private final List<UnitProcess> heads = new ArrayList<>();
    private final List<Actor> mains = new ArrayList<>();

    /** Those that lost a unit of their own, or had one that was silent. */
    private final Set<Long> harmed = new HashSet<>();

    /** Heads of which nobody but the lease tells that they are dead. */
    private int unnoticed;

    private @Nullable UnitProcess caretaker;

    Programs(World world, boolean isPeaceful) {
        this.world = world;
        this.dice = world.schedule;
        this.areSeveral = dice.chance(20);
        this.end = !isPeaceful && dice.chance(areSeveral ? 60 : 4);
        this.leaseNanos = end ? world.longestCut + 3 * Schedule.SECOND : LONG_LEASE;
    }

    void begin() {
        int count = areSeveral ? 2 + dice.below(MOST_AT_ONCE - 1) : 1;
        for (int i = 0; i < count; i++) {
            begin("head:" + i);
        }
    }

    private void begin(String uid) {
        String place = world.hasNodes ? "" : world.anyNode();
        UnitProcess head =
                world.unit(new Member(uid, world.nextInstance(), Member.Kind.PROGRAM, "tcp://" + uid, place, 0));
        int workers = 1 + dice.below(areSeveral ? 2 : 4);
        int permits = 1 + dice.below(2);
        for (int i = 0; i < workers; i++) {
            String worker = "worker:" + heads.size() + ":" + i;
            world.unit(new Member(
                    worker,
                    world.nextInstance(),
                    Member.Kind.WORKER,
                    "tcp://" + worker,
                    world.anyNode(),
                    permits,
                    haveOwnWorkers() ? head.instance() : 0));
        }
        Actor main = new Actor(head, 10 + dice.below(60));
        heads.add(head);
        mains.add(main);
        head.later(dice.between(0, 50 * Schedule.MILLI), main::begin);
    }

    private boolean haveOwnWorkers() {
        return areSeveral || end || world.hasNodes;
    }

    /** How long the monitor keeps one that is silent. */
    long leaseNanos() {
        return leaseNanos;
    }

    /** How long it may take at the end until the last one is known to be dead. */
    long lastLeaseNanos() {
        return end ? leaseNanos : 0;
    }

    boolean areOver() {
        return mains.stream().allMatch(Actor::isOver);
    }

    /** True where the program may be killed, or be silent for long. */
    boolean isMortal(LivingProcess process) {
        return end && process instanceof UnitProcess unit && heads.contains(unit);
    }

    /** When all are over: a head that drops what has a name; the same as long as nobody holds it for dead. */
    UnitProcess caretaker() {
        UnitProcess before = caretaker;
        if (before != null && counts(before)) {
            return before;
        }
        UnitProcess next = heads.stream()
                .filter(this::counts)
                .findFirst()
                .orElseGet(() -> world.unit(
                        new Member("head:99", world.nextInstance(), Member.Kind.PROGRAM, "tcp://head:99", "", 0)));
        caretaker = next;
        return next;
    }

    private boolean counts(UnitProcess head) {
        return head.isAlive() && !world.verdicts.contains(head.instance());
    }

    /** A living head, where one is. */
    UnitProcess someone() {
        return heads.stream().filter(UnitProcess::isAlive).findFirst().orElse(heads.getFirst());
    }

    // ---- whose a unit is

    /** The head that the unit is or works for; 0 where all units are of the same program. */
    long of(Member unit) {
        return !haveOwnWorkers() ? 0 : unit.kind() == Member.Kind.PROGRAM ? unit.instance() : unit.program();
    }

    /** It lost a unit, or one was silent. */
    void harmed(Member unit) {
        harmed.add(of(unit));
    }

    boolean isHarmed(long program) {
        return harmed.contains(program);
    }

    /** Whether workers for that program are still started. */
    boolean isServed(long program) {
        return program == 0 || (world.isLiving(program) && !world.isHeldForDeadNow(program));
    }

    // ---- ends

    /** True where nobody sees that the process has ended: a head is started by its user. */
    boolean isUnnoticed(Member unit) {
        boolean is = end && unit.kind() == Member.Kind.PROGRAM && dice.chance(50);
        unnoticed += is ? 1 : 0;
        return is;
    }

    /** The head is gone. Its user may start another one. */
    void again(Member was) {
        if (!end) {
            world.unit(
                    new Member(was.uid(), world.nextInstance(), was.kind(), was.endpoint(), was.node(), was.permits()));
        } else if (heads.size() < MOST && dice.chance(70)) {
            begin(dice.chance(50) ? was.uid() : "head:" + (10 + heads.size()));
        }
    }

    /** The monitor holds a head for dead: it must have been silent for that long, or have left otherwise. */
    void judged(Member head, String reason, long silentNanos) {
        boolean isBySilence = reason.startsWith("it was silent");
        if (isBySilence && silentNanos < leaseNanos) {
            throw new AssertionError(head.uid() + " was heard " + silentNanos / Schedule.MILLI
                    + " ms ago, and is held for dead: " + reason);
        }
    }

    /** A head was told that it is dead. A program keeps its lease, unless nobody is left who could tell a new monitor of it. */
    void excluded(UnitProcess head, String reason) {
        if (!end && !reason.contains("gone before this monitor came")) {
            throw new AssertionError(head + " lost its lease: " + reason);
        }
    }

    String summary() {
        return ", programs=" + heads.size() + (end ? ", they end, unnoticed=" + unnoticed : "");
    }
}
