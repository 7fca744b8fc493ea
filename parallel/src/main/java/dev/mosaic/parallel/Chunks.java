package dev.mosaic.parallel;

import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Sends items in chunks, a bounded number of them ahead of who takes the results.
 *
 * <p><b>Threading:</b> one thread at a time, which waits. <b>Cost:</b> O(chunks under way) for each that ends. <b>Failure:</b> that of the first
 * chunk that is seen to have failed is thrown, and what is under way is cancelled.
 */
final class Chunks implements Iterator<Chunks.Ended>, AutoCloseable {
    private static final Duration LONG = Duration.ofDays(365);

    /** @param first how many items came before it */
    record Ended(long first, List<@Nullable Object> results) {}

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

        /** How many can be sent something. */
        int there();

        /** Tasks that end when another one can. */
        List<Task<@Nullable Void>> arriving();
    }

    private record UnderWay(long first, int items, Sent<Done> sent, long sendNanos) {
        private Task<Done> task() {
            return sent.task();
        }
    }

    private final Mosaic mosaic;
    private final Iterator<? extends @Nullable Object> items;
    private final Workers workers;
    private final ChunkSize size;
    private final boolean isOrdered;
    private final List<UnderWay> underWay = new ArrayList<>();
    private final Map<Long, Ended> early = new HashMap<>();
    private final long all;
    private long sent;
    private long taken;

    /**
     * Nothing is sent before the first is asked for.
     *
     * @param all how many items there are, at least as many where that is not known
     * @param isOrdered whether they are given in the order of their items, else as they end
     */
    Chunks(
            Mosaic mosaic,
            Iterator<? extends @Nullable Object> items,
            long all,
            Workers workers,
            ChunkSize size,
            boolean isOrdered) {
        this.mosaic = mosaic;
        this.items = items;
        this.all = all;
        this.workers = workers;
        this.size = size;
        this.isOrdered = isOrdered;
    }

    @Override
    public boolean hasNext() {
        return !underWay.isEmpty() || !early.isEmpty() || items.hasNext();
    }

    @Override
    public Ended next() {
        fill();
        Ended next = early.remove(taken);
        while (next == null) {
            if (underWay.isEmpty() && !items.hasNext()) {
                throw new NoSuchElementException("all chunks were taken");
            }
            Ended ended = take();
            if (isOrdered && ended.first() != taken) {
                early.put(ended.first(), ended);
            } else {
                next = ended;
            }
        }
        taken += next.results().size();
        return next;
    }

    private void fill() {
        while (items.hasNext()) {
            int most = workers.there() * size.perWorker();
            if (underWay.size() + early.size() >= most) {
                return;
            }
            send(size.next(all - sent, most));
        }
    }

    private void send(int most) {
        List<@Nullable Object> chunk = new ArrayList<>(Math.min(most, 16));
        while (chunk.size() < most && items.hasNext()) {
            chunk.add(items.next());
        }
        long begun = System.nanoTime();
        Sent<Done> task = workers.send(chunk);
        underWay.add(new UnderWay(sent, chunk.size(), task, System.nanoTime() - begun));
        sent += chunk.size();
    }

    private Ended take() {
        UnderWay ended = awaitOne();
        underWay.remove(ended);
        ended.sent().ended().run();
        long begun = System.nanoTime();
        Done done;
        try {
            done = ended.task().result();
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
        size.took(ended.items(), done.nanos(), ended.sendNanos() + System.nanoTime() - begun);
        if (!isOrdered) {
            fill(); // before the results are used
        }
        return new Ended(ended.first(), done.results());
    }

    /** Workers that come meanwhile are sent something. */
    @SuppressWarnings("unchecked") // their values are not looked at
    private UnderWay awaitOne() {
        while (true) {
            List<Task<@Nullable Object>> tasks = new ArrayList<>();
            underWay.forEach(each -> tasks.add((Task<@Nullable Object>) (Task<?>) each.task()));
            workers.arriving().forEach(each -> tasks.add((Task<@Nullable Object>) (Task<?>) each));
            mosaic.<@Nullable Object>waitAny(tasks, 1, LONG);
            for (UnderWay each : underWay) {
                if (each.task().state().isFinal()) {
                    return each;
                }
            }
            fill();
        }
    }

    /** What is under way is cancelled. */
    @Override
    public void close() {
        for (UnderWay each : underWay) {
            each.task().cancel();
            each.sent().ended().run();
        }
        underWay.clear();
        early.clear();
    }
}
