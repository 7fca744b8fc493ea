package dev.mosaic.mesh.memory;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The time of a {@link SimulatedNetwork}: all strands in one queue, which is run by whoever steps. */
final class VirtualTime implements Timeline {
    private final SplittableRandom random;
    private final Delays delays;
    private final PriorityQueue<TimedEvent> events = new PriorityQueue<>();
    private final Strand outside = new VirtualStrand();
    private long nowNanos;
    private long posted;
    private boolean running;

    VirtualTime(long seed, Delays delays) {
        this.random = new SplittableRandom(seed);
        this.delays = delays;
    }

    boolean step() {
        TimedEvent next = next();
        if (next == null) {
            return false;
        }
        if (running) {
            throw new IllegalStateException("an event of a simulated network runs others, as by carry in a receiver");
        }
        events.remove();
        nowNanos = next.atNanos();
        running = true;
        try {
            next.action().run();
        } finally {
            running = false;
        }
        return true;
    }

    void runUntil(long endNanos) {
        while (nextIsBy(endNanos)) {
            step();
        }
        nowNanos = Math.max(nowNanos, endNanos);
    }

    void postAfter(long delayNanos, Runnable action) {
        outside.post(nowNanos + delayNanos, action);
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public boolean drawSlow() {
        return random.nextDouble() < delays.slowShare();
    }

    @Override
    public long drawTravelNanos(boolean slow) {
        long drawn = random.nextLong(delays.min().toNanos(), delays.max().toNanos() + 1);
        return slow ? drawn * delays.slowFactor() : drawn;
    }

    @Override
    public Strand strand(String name) {
        return new VirtualStrand();
    }

    @Override
    public boolean await(BooleanSupplier condition, long timeoutNanos) {
        return false;
    }

    /** Leaves the events of stopped strands out: they must not move the clock. */
    private @Nullable TimedEvent next() {
        TimedEvent first = events.peek();
        while (first != null && first.strand() instanceof VirtualStrand strand && strand.stopped) {
            events.remove();
            first = events.peek();
        }
        return first;
    }

    private boolean nextIsBy(long timeNanos) {
        TimedEvent next = next();
        return next != null && next.atNanos() <= timeNanos;
    }

    private final class VirtualStrand implements Strand {
        private boolean stopped;

        @Override
        public void post(long atNanos, Runnable event) {
            events.add(new TimedEvent(Math.max(atNanos, nowNanos), posted++, this, event));
        }

        @Override
        public boolean carry(BooleanSupplier done, long timeoutNanos) {
            long endNanos = timeoutNanos > Long.MAX_VALUE - nowNanos ? Long.MAX_VALUE : nowNanos + timeoutNanos;
            while (!done.getAsBoolean()) {
                if (!nextIsBy(endNanos)) {
                    nowNanos = endNanos == Long.MAX_VALUE ? nowNanos : Math.max(nowNanos, endNanos);
                    return done.getAsBoolean();
                }
                step();
            }
            return true;
        }

        @Override
        public void stop() {
            stopped = true;
        }

        @Override
        public boolean isRunningElsewhere() {
            return false;
        }
    }
}
