package dev.mosaic.parallel;

import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import dev.mosaic.window.ChunkSize;
import dev.mosaic.window.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends the items of a {@link Window} to workers, and gives what they made of them. Looks again ten times a second how many workers there are.
 *
 * <p><b>Threading:</b> one thread at a time, which waits in {@link #await}. <b>Cost:</b> O(chunks under way) each millisecond at most, and for each
 * wait. <b>Failure:</b> {@link #poll} throws what a chunk's function has thrown, in the place of its results, and nothing is sent any more.
 */
final class Chunks implements AutoCloseable {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final Duration LINGER = Duration.ofNanos(Window.LINGER_NANOS);
    private static final Duration WORKERS_COME = Duration.ofMillis(100);

    /**
     * A chunk that was sent.
     *
     * @param ended is run when it was seen to have ended, before the next one is sent
     */
    record Sent<R extends @Nullable Object>(Task<R> task, Runnable ended) {}

    /** Who computes. */
    interface Workers {
        /** Sends a chunk to the one that has least to do. */
        Sent<Done> send(List<@Nullable Object> chunk);

        /**
         * How many chunks there may be.
         *
         * @param each how many a worker can do with
         */
        int most(int each);

        /** Tasks that end when another worker can be sent something. */
        List<Task<@Nullable Void>> arriving();
    }

    private record UnderWay(Window.Chunk<@Nullable Object> chunk, Sent<Done> sent, long sendNanos) {
        private boolean isFinal() {
            return sent.task().state().isFinal();
        }
    }

    /** What came of a chunk: results, or what was thrown. */
    private record Outcome(
            List<@Nullable Object> results, @Nullable Throwable failure) {}

    /** @param first how many items came before it */
    record Ended(long first, List<@Nullable Object> results) {}

    private final Mosaic mosaic;
    private final Workers workers;
    private final Window<@Nullable Object, Outcome> window;
    private final List<UnderWay> underWay = new ArrayList<>();
    private int most;
    private long lookedNanos;

    /** So many items can be added before a chunk is full. */
    private int quiet;

    private boolean hasFailed;
    private boolean isClosed;

    /**
     * Nothing is sent yet.
     *
     * @param all how many items will come, {@link Window#UNKNOWN} where that is not known
     * @param isOrdered whether results are given in the order of their items, else as they end
     */
    Chunks(Mosaic mosaic, Workers workers, ChunkSize size, long all, boolean isOrdered) {
        this.mosaic = mosaic;
        this.workers = workers;
        this.window = new Window<>(size, all, isOrdered);
        look();
    }

    // ---- items

    /** Adds an item, for which there has to be room. True where it is worth while to ask {@link #poll} and {@link #hasRoom}. */
    boolean add(@Nullable Object item) {
        long now = System.nanoTime();
        window.add(item, now);
        if (--quiet > 0 && now - lookedNanos < LOOK_NANOS) {
            return false;
        }
        lookSometimes();
        send();
        quiet = room();
        return true;
    }

    boolean hasRoom() {
        return room() > 0;
    }

    private int room() {
        return hasFailed ? 0 : window.room(most);
    }

    /** No more come. */
    void complete() {
        window.complete();
        send();
    }

    /** Takes what the source has given, and sends it. True where the source has yet to give what there is room for. */
    private boolean take(Feed feed) {
        lookSometimes();
        while (true) {
            feed.moveTo(window);
            send();
            int room = room();
            if (room == 0) {
                return false;
            }
            if (!feed.want(room)) {
                return true;
            }
        }
    }

    private void send() {
        if (hasFailed) {
            return;
        }
        long now = System.nanoTime();
        for (var chunk = window.next(most, now); chunk != null; chunk = window.next(most, now)) {
            Sent<Done> sent = workers.send(chunk.items());
            long then = System.nanoTime();
            underWay.add(new UnderWay(chunk, sent, then - now));
            now = then;
        }
    }

    // ---- what has ended

    private void lookSometimes() {
        if (System.nanoTime() - lookedNanos > LOOK_NANOS) {
            look();
        }
    }

    private void look() {
        for (Iterator<UnderWay> each = underWay.iterator(); each.hasNext(); ) {
            UnderWay ended = each.next();
            if (ended.isFinal()) {
                each.remove();
                ended.sent().ended().run();
                read(ended);
            }
        }
        most = workers.most(window.perWorker());
        lookedNanos = System.nanoTime();
    }

    private void read(UnderWay ended) {
        long begun = System.nanoTime();
        try {
            Task<Done> task = ended.sent().task();
            Done done = task.result();
            task.release();
            long transfer = ended.sendNanos() + System.nanoTime() - begun;
            window.ended(ended.chunk(), new Outcome(done.results(), null), done.nanos(), transfer);
        } catch (RuntimeException | Error failure) {
            hasFailed = true;
            window.ended(ended.chunk(), new Outcome(List.of(), failure), 0, 0);
        }
    }

    // ---- results

    /** The results that are next; null where they are not there yet. */
    @Nullable Ended poll() {
        Window.Ended<Outcome> next = window.poll();
        if (next == null) {
            return null;
        }
        Throwable failure = next.result().failure();
        if (failure != null) {
            throw Rethrown.unchecked(failure);
        }
        return new Ended(next.first(), next.result().results());
    }

    /**
     * The results that are next of the items of a source, which are taken meanwhile; waits for them. Null where all were given. Whatever it throws
     * cancels what is under way.
     */
    @Nullable Ended next(Feed feed) {
        try {
            while (true) {
                boolean isBehind = take(feed);
                Ended next = poll();
                if (next != null || isOver()) {
                    return next;
                }
                if (isBehind) {
                    feed.await(underWay.isEmpty() && !window.isLingering(most) ? WORKERS_COME : LINGER);
                    look();
                } else {
                    await();
                }
            }
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    /** Waits until something has ended, a worker has come, or an item has waited long enough. */
    @SuppressWarnings("unchecked") // their values are not looked at
    void await() {
        List<Task<@Nullable Object>> tasks = new ArrayList<>();
        underWay.forEach(
                each -> tasks.add((Task<@Nullable Object>) (Task<?>) each.sent().task()));
        workers.arriving().forEach(each -> tasks.add((Task<@Nullable Object>) (Task<?>) each));
        mosaic.<@Nullable Object>waitFor(tasks, 1, window.isLingering(most) ? LINGER : WORKERS_COME);
        look();
        send();
    }

    /** True where all results of all items were given. */
    boolean isOver() {
        return isClosed || window.isOver();
    }

    /** What is under way is cancelled. */
    @Override
    public void close() {
        isClosed = true;
        for (UnderWay each : underWay) {
            each.sent().task().cancel();
            each.sent().ended().run();
        }
        underWay.clear();
    }
}
