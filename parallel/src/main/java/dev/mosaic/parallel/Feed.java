package dev.mosaic.parallel;

import dev.mosaic.NoMosaicException;
import dev.mosaic.Worker;
import dev.mosaic.window.Window;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Takes items from their source, no more than were asked for. It does so in a thread of its own, so that results are given while the source has
 * none; in a worker in the calling thread, whose waits let other code of that worker run.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> a virtual thread. <b>Failure:</b> {@link #moveTo} throws what the source has
 * thrown.
 */
final class Feed implements AutoCloseable {
    private static final long OTHERS_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Items that were asked for together. */
    private static final class Batch {
        private final @Nullable Object[] items;

        /** How many have come. */
        private final AtomicInteger come = new AtomicInteger();

        /** How many were moved. */
        private int moved;

        private Batch(int count) {
            items = new @Nullable Object[count];
        }

        private boolean isComplete() {
            return come.getAcquire() == items.length;
        }

        private boolean isMoved() {
            return moved == come.getAcquire();
        }
    }

    private final Iterator<? extends @Nullable Object> source;
    private final boolean isApart;
    private volatile Batch batch = new Batch(0);
    private volatile boolean isAtEnd;
    private @Nullable Thread thread;
    private @Nullable Throwable failure;

    /** @param isApart whether the source may be waited for in a thread of its own */
    Feed(Iterator<? extends @Nullable Object> source, boolean isApart) {
        this.source = source;
        this.isApart = isApart && !isInWorker();
    }

    private static boolean isInWorker() {
        try {
            return !Worker.current().uid().isEmpty();
        } catch (NoMosaicException outside) {
            return false;
        }
    }

    /** Wants so many items, or those that it has wanted and not got. True where {@link #moveTo} has something to move. */
    boolean want(int count) {
        if (isAtEnd || !batch.isMoved()) {
            return true;
        }
        if (batch.isComplete()) {
            begin(new Batch(count));
        }
        return !isApart;
    }

    private void begin(Batch next) {
        if (!isApart) {
            batch = next;
            fill(next);
            return;
        }
        synchronized (this) {
            batch = next;
            if (thread == null) {
                thread = Thread.ofVirtual().name("mosaic-feed").start(this::run);
            }
            notifyAll();
        }
    }

    private void run() {
        try {
            for (Batch next = awaitBatch(); next != null; next = awaitBatch()) {
                fill(next);
            }
        } catch (InterruptedException closed) {
            // nobody wants more
        }
    }

    private synchronized @Nullable Batch awaitBatch() throws InterruptedException {
        while (!isAtEnd && batch.isComplete()) {
            wait();
        }
        return isAtEnd ? null : batch;
    }

    private void fill(Batch next) {
        try {
            for (int i = 0; i < next.items.length && !isAtEnd; i++) {
                if (!source.hasNext()) {
                    end(null);
                    return;
                }
                next.items[i] = source.next();
                next.come.setRelease(i + 1);
                if (i == 0 || i == next.items.length - 1) {
                    tell();
                }
            }
        } catch (Throwable thrown) {
            end(thrown);
        }
    }

    private synchronized void tell() {
        notifyAll();
    }

    private synchronized void end(@Nullable Throwable thrown) {
        failure = thrown;
        isAtEnd = true;
        notifyAll();
    }

    /** Moves the items that have come, and completes the window after the last one. */
    void moveTo(Window<@Nullable Object, ?> window) {
        boolean isLast = isAtEnd; // before it is looked what has come
        Batch some = batch;
        int come = some.come.getAcquire();
        Throwable thrown = failure;
        if (isLast && thrown != null && some.moved == come) {
            throw Rethrown.unchecked(thrown);
        }
        long now = System.nanoTime();
        for (; some.moved < come; some.moved++) {
            window.add(some.items[some.moved], now);
            some.items[some.moved] = null;
        }
        if (isLast && thrown == null) {
            window.complete();
        }
    }

    /**
     * Waits until all are there that were wanted, or the time is over. Where some have come it does not wait much longer for the others.
     *
     * @throws CancellationException where the thread is interrupted
     */
    synchronized void await(Duration time) {
        try {
            if (batch.isMoved() && !isAtEnd) {
                TimeUnit.NANOSECONDS.timedWait(this, time.toNanos());
            }
            if (!batch.isComplete() && !isAtEnd) {
                TimeUnit.NANOSECONDS.timedWait(this, OTHERS_NANOS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw (CancellationException)
                    new CancellationException("the thread was interrupted while it waited").initCause(interrupted);
        }
    }

    @Override
    public synchronized void close() {
        isAtEnd = true;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
