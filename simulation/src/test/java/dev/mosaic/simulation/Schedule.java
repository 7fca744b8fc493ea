package dev.mosaic.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Virtual time: what is to happen, in order. Equal times happen in the order they were asked for. */
final class Schedule {
    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000 * MILLI;

    private record Entry(long nanos, long order, Runnable action) {}

    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::nanos).thenComparingLong(Entry::order));
    private final SplittableRandom random;
    private long now = SECOND;
    private long order;

    Schedule(long seed) {
        this.random = new SplittableRandom(seed);
    }

    long now() {
        return now;
    }

    void at(long nanos, Runnable action) {
        entries.add(new Entry(Math.max(now, nanos), order++, action));
    }

    void after(long nanos, Runnable action) {
        at(now + nanos, action);
    }

    /** False where nothing is left. */
    boolean step() {
        Entry next = entries.poll();
        if (next == null) {
            return false;
        }
        now = next.nanos;
        next.action.run();
        return true;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Mostly near the least, sometimes far above. */
    long between(long least, long most) {
        double skewed = random.nextDouble();
        return least + (long) ((most - least) * skewed * skewed * skewed);
    }
}
