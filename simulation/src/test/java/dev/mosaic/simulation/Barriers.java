package dev.mosaic.simulation;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * S3.10: a barrier ends after all tasks that its program made before it, and all that these made, but for those that cannot end before it
 * does: the call that waits at it, calls that wait at others at the same time, who made those calls, and what stands behind them.
 *
 * <p>What is left out is a little more than the product leaves out: each task of a tessera that one of those belongs to.
 */
final class Barriers {
    /** Of the time in which a unit was not reached: between two cuts the link may take a while to come up. */
    private static final long LEAST_CUT = UnitProcess.UNREACHABLE - 2 * Schedule.SECOND;

    private record Made(Id task, @Nullable Id maker, UnitProcess unit) {}

    /** One that somebody waits at. */
    static final class Barrier {
        private final UnitProcess unit;
        private final @Nullable Id caller;
        private final int madeBefore;
        private final long beginNanos;
        private long endNanos = Long.MAX_VALUE;

        private Barrier(UnitProcess unit, @Nullable Id caller, int madeBefore) {
            this.unit = unit;
            this.caller = caller;
            this.madeBefore = madeBefore;
            this.beginNanos = unit.now();
        }
    }

    private final World world;
    private final List<Made> made = new ArrayList<>();
    private final Map<Id, Made> byTask = new HashMap<>();
    private final List<Barrier> barriers = new ArrayList<>();
    private int ended;
    private int failed;
    private int waitedFor;

    Barriers(World world) {
        this.world = world;
    }

    boolean mayWait() {
        return world.hasBarriers;
    }

    /** @param maker the call whose code makes it; null for the main of a head */
    void made(UnitProcess unit, Id task, @Nullable Id maker) {
        if (world.hasBarriers) {
            Made each = new Made(task, maker, unit);
            made.add(each);
            byTask.put(task, each);
        }
    }

    /** @param caller the call whose code waits; null for the main of a head */
    Barrier begun(UnitProcess unit, @Nullable Id caller) {
        Barrier barrier = new Barrier(unit, caller, made.size());
        barriers.add(barrier);
        return barrier;
    }

    /** Nobody waits there any more. */
    void left(Barrier barrier) {
        barrier.endNanos = Math.min(barrier.endNanos, barrier.unit.now());
    }

    /** It says that all has ended. */
    void over(Barrier barrier) {
        left(barrier);
        if (world.verdicts.contains(barrier.unit.instance())) {
            return;
        }
        ended++;
        Set<Id> excused = excused(barrier);
        Set<Id> required = new HashSet<>();
        for (int i = 0; i < made.size(); i++) {
            Made each = made.get(i);
            Id maker = each.maker;
            boolean isBefore = i < barrier.madeBefore;
            boolean isOfOne = maker != null && required.contains(maker) && !excused.contains(maker);
            if ((isBefore || isOfOne) && counts(barrier, each.unit)) {
                required.add(each.task);
            }
        }
        for (Id task : required) {
            if (!excused.contains(task) && !world.ledger.hasEnded(task)) {
                throw new AssertionError("a barrier of " + barrier.unit + ", begun at "
                        + barrier.beginNanos / Schedule.MILLI + " ms, is over before task=" + task);
            }
        }
        waitedFor += required.size();
    }

    /** It says that it cannot ask a unit: so there was a cut between the two, for as long as that takes. */
    void failed(Barrier barrier, Failure failure) {
        left(barrier);
        if (world.verdicts.contains(barrier.unit.instance())) {
            return;
        }
        failed++;
        boolean isCut = world.units()
                .anyMatch(other ->
                        failure.what().contains(barrier.unit.uid() + " has not reached " + other.uid() + " for ")
                                && world.network.cutNanos(barrier.unit, other, UnitProcess.UNREACHABLE) >= LEAST_CUT);
        if (failure.kind() != Failure.Kind.WORKER_LOST || !isCut) {
            throw new AssertionError("a barrier of " + barrier.unit + ", begun at "
                    + barrier.beginNanos / Schedule.MILLI + " ms, failed without a cut: " + failure);
        }
    }

    /** Its tasks are waited for. */
    private boolean counts(Barrier barrier, UnitProcess unit) {
        return unit.isAlive()
                && !world.verdicts.contains(unit.instance())
                && world.programs.of(unit.member()) == world.programs.of(barrier.unit.member());
    }

    private Set<Id> excused(Barrier barrier) {
        Set<Id> excused = new HashSet<>();
        ArrayDeque<Id> next = new ArrayDeque<>();
        long since = Long.MAX_VALUE;
        for (Barrier other : barriers) {
            if (other.caller != null && other.endNanos >= barrier.beginNanos) {
                since = Math.min(since, other.beginNanos);
                next.add(other.caller);
            }
        }
        for (Id task = next.poll(); task != null; task = next.poll()) {
            Made each = byTask.get(task);
            if (!excused.add(task) || each == null) {
                continue;
            }
            if (each.maker != null) {
                next.add(each.maker);
            }
            next.addAll(world.ledger.besides(task, since));
        }
        return excused;
    }

    String summary() {
        return ", barriers=" + barriers.size() + ", ended=" + ended + ", failed=" + failed + ", after tasks="
                + waitedFor;
    }
}
