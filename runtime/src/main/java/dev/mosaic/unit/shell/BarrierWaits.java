package dev.mosaic.unit.shell;

import dev.mosaic.WorkerLostException;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait until all tasks of the program have ended.
 *
 * <p><b>Threading:</b> {@link #await} any thread, {@link #quiet} and {@link #failed} the loop. <b>Failure:</b> {@link WorkerLostException} where a
 * unit of the program lives and cannot be asked.
 */
final class BarrierWaits {
    private static final class Waiting {
        private final Thread thread = Thread.currentThread();
        private @Nullable Failure failure;
        private volatile boolean isOver;
    }

    private final Engine engine;
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    BarrierWaits(Engine engine) {
        this.engine = engine;
    }

    /** False where the time is over before. What this thread has made is of those that it waits for. */
    boolean await(long timeoutNanos) {
        if (engine.isClosed()) {
            throw engine.isOver();
        }
        @Nullable Id caller = Seat.currentTask(engine);
        long request = last.incrementAndGet();
        Waiting here = new Waiting();
        waiting.put(request, here);
        engine.loop.run(now -> engine.kernel.barrier(now, request, caller));
        try {
            boolean isOver = Seat.await(engine, () -> here.isOver, Answer.NOBODY, timeoutNanos);
            if (!isOver && engine.isClosed()) {
                throw engine.isOver();
            }
            Failure failure = isOver ? here.failure : null;
            if (failure != null) {
                throw new WorkerLostException(failure.what(), "call barrier again", null);
            }
            return isOver;
        } finally {
            waiting.remove(request);
            engine.loop.run(now -> engine.kernel.barrierNoMore(request));
        }
    }

    void quiet(long request) {
        end(request, null);
    }

    void failed(long request, Failure failure) {
        end(request, failure);
    }

    private void end(long request, @Nullable Failure failure) {
        Waiting here = waiting.get(request);
        if (here != null) {
            here.failure = failure;
            here.isOver = true;
            engine.patience.wake(here.thread);
        }
    }
}
