package dev.mosaic.node;

import dev.mosaic.memory.MemoryUse;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says what a node does as its memory becomes short: first its store is to make room, and where that was not enough, its largest worker
 * ends, one at a time. PURE.
 *
 * <p>After a worker was ended nothing is done until its process has gone and the system has had a moment to take its memory back. A
 * worker that has less than a hundredth of the limit is let live: the memory is with others, and its end would help nobody.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> sizes of workers are asked for only where memory is short.
 */
final class MemoryWatch {
    /**
     * A worker's process.
     *
     * @param instance its boot
     * @param bytes of memory that would come back with its end
     */
    record Sized(long instance, long bytes) {}

    /** What is to be done. */
    sealed interface Step {
        /** There is memory, or it is about to come back. */
        record Nothing() implements Step {}

        /** The store is to give so many bytes back, where it can. */
        record Shed(long bytes) implements Step {}

        /** That worker is to end. */
        record End(Sized worker) implements Step {}

        /** Memory is short, and no worker has much of it. Said once, until it was not short. */
        record Helpless() implements Step {}
    }

    /** Of the threshold: from there on the store makes room. */
    private static final double EARLY = 0.95;

    /** Of the threshold: so much is left when the store has made room. */
    private static final double EASY = 0.9;

    private static final long USUAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** 4 GiB a second: as fast as several processors can fill new pages. */
    private static final long FASTEST_BYTES_PER_MILLI = 4 << 20;

    private static final double WORTHWHILE = 0.01;
    private static final long SHED_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A process that the system cannot end in this time counts no more. */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Step NOTHING = new Step.Nothing();

    private final double threshold;
    private @Nullable Sized ended;
    private long endedNanos;
    private long quietUntilNanos;
    private long nextShedNanos;
    private boolean started;
    private boolean helpless;

    /** @param threshold of the limit, from which on workers end; 1 or more for never */
    MemoryWatch(double threshold) {
        this.threshold = threshold;
    }

    /** True where memory is so short that something has to be done. */
    private boolean isNear(MemoryUse use) {
        return use.fraction() >= threshold * EARLY;
    }

    /** How soon to look again, so that memory that fills as fast as it can is seen before it is gone. */
    long pauseNanos(MemoryUse use) {
        long room = (long) (use.limitBytes() * threshold) - use.usedBytes();
        return Math.clamp(TimeUnit.MILLISECONDS.toNanos(room / FASTEST_BYTES_PER_MILLI), SHORT_NANOS, USUAL_NANOS);
    }

    /** @param workers those with a process, the one that is ending among them */
    Step look(long now, MemoryUse use, Supplier<List<Sized>> workers) {
        if (!started) {
            started = true;
            quietUntilNanos = now;
            nextShedNanos = now;
        }
        if (threshold >= 1 || !isNear(use)) {
            helpless = false;
            return NOTHING;
        }
        if (use.fraction() < threshold) {
            return shed(now, use);
        }
        List<Sized> all = workers.get();
        if (isComingBack(now, all)) {
            return NOTHING;
        }
        Optional<Sized> largest = all.stream()
                .filter(each -> each.bytes() >= use.limitBytes() * WORTHWHILE)
                .max(Comparator.comparingLong(Sized::bytes));
        if (largest.isEmpty()) {
            Step step = helpless ? shed(now, use) : new Step.Helpless();
            helpless = true;
            return step;
        }
        ended = largest.get();
        endedNanos = now;
        return new Step.End(largest.get());
    }

    private Step shed(long now, MemoryUse use) {
        if (now - nextShedNanos < 0) {
            return NOTHING;
        }
        nextShedNanos = now + SHED_NANOS;
        return new Step.Shed((long) (use.usedBytes() - use.limitBytes() * threshold * EASY));
    }

    private boolean isComingBack(long now, List<Sized> workers) {
        Sized last = ended;
        if (last != null) {
            boolean isThere = workers.stream().anyMatch(each -> each.instance() == last.instance());
            if (isThere && now - endedNanos < END_NANOS) {
                return true;
            }
            ended = null;
            quietUntilNanos = now + SETTLE_NANOS;
        }
        return now - quietUntilNanos < 0;
    }
}
