package dev.mosaic.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Copies of large memory.
 *
 * <p><b>Threading:</b> any. All copies of a process share a few daemon threads, one on two cores, none on one; where they are
 * busy the caller copies alone. <b>Cost:</b> that of the memory; one thread seldom uses all of what a machine can move.
 */
public final class Copies {
    /** From here on a second thread helps. */
    static final long SHARED = 16L << 20;

    private static final long CHUNK = 4L << 20;
    private static final int MOST_HELPERS = 3;
    private static final int HELPERS =
            Math.min(MOST_HELPERS, Runtime.getRuntime().availableProcessors() - 1);

    /** Stands for any thread but the caller's. */
    private static final Thread ANOTHER = Thread.ofPlatform().unstarted(() -> {});

    /** Its queue takes nothing: a helper that cannot start at once is not wanted. */
    private static final ThreadPoolExecutor POOL = new ThreadPoolExecutor(
            0,
            Math.max(1, HELPERS),
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("mosaic-copy-", 0).factory(),
            new ThreadPoolExecutor.DiscardPolicy());

    private Copies() {}

    /**
     * Copies all bytes of one segment to the start of another. From 16 MiB on other threads help, where both segments may be
     * used by them.
     *
     * @throws IndexOutOfBoundsException where the target is smaller
     */
    public static void copy(MemorySegment from, MemorySegment to) {
        long bytes = from.byteSize();
        if (bytes < SHARED || HELPERS == 0 || !from.isAccessibleBy(ANOTHER) || !to.isAccessibleBy(ANOTHER)) {
            MemorySegment.copy(from, 0, to, 0, bytes);
        } else {
            new SharedCopy(from, to.asSlice(0, bytes)).run();
        }
    }

    /** One copy in chunks that whoever is free takes next. */
    private static final class SharedCopy {
        private final MemorySegment from;
        private final MemorySegment to;
        private final AtomicLong next = new AtomicLong();
        private final CountDownLatch left;
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        SharedCopy(MemorySegment from, MemorySegment to) {
            this.from = from;
            this.to = to;
            this.left = new CountDownLatch((int) ((from.byteSize() + CHUNK - 1) / CHUNK));
        }

        void run() {
            for (int i = 0; i < HELPERS; i++) {
                POOL.execute(this::copyChunks);
            }
            copyChunks();
            awaitOthers();
            switch (failure.get()) {
                case null -> {}
                case Error e -> throw e;
                case RuntimeException e -> throw e;
                case Throwable e -> throw new IllegalStateException(e);
            }
        }

        private void copyChunks() {
            long at = next.getAndAdd(CHUNK);
            while (at < from.byteSize()) {
                copyChunk(at);
                left.countDown();
                at = next.getAndAdd(CHUNK);
            }
        }

        private void copyChunk(long at) {
            try {
                if (failure.get() == null) {
                    MemorySegment.copy(from, at, to, at, Math.min(CHUNK, from.byteSize() - at));
                }
            } catch (RuntimeException | InternalError e) {
                failure.compareAndSet(null, e); // its pages or its mapping are gone: told to the caller
            }
        }

        /** Others are at most a chunk behind. An interrupt is seen after it. */
        private void awaitOthers() {
            boolean interrupted = false;
            while (left.getCount() > 0) {
                try {
                    left.await();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
