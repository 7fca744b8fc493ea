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
import java.util.function.Function;
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

    private record UnderWay(long first, int items, Sent<Done> sent) {
        private Task<Done> task() {
            return sent.task();
        }
    }

    private final Mosaic mosaic;
    private final Iterator<? extends @Nullable Object> items;
    private final Function<List<@Nullable Object>, Sent<Done>> sender;
    private final ChunkSize size;
    private final int window;
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
     * @param window how many chunks may be under way, or wait for their turn
     * @param isOrdered whether they are given in the order of their items, else as they end
     */
    Chunks(
            Mosaic mosaic,
            Iterator<? extends @Nullable Object> items,
            long all,
            Function<List<@Nullable Object>, Sent<Done>> sender,
            ChunkSize size,
            int window,
            boolean isOrdered) {
        this.mosaic = mosaic;
        this.items = items;
        this.all = all;
        this.sender = sender;
        this.size = size;
        this.window = window;
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
            if (underWay.isEmpty()) {
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
        while (underWay.size() + early.size() < window && items.hasNext()) {
            int most = size.next(all - sent, window);
            List<@Nullable Object> chunk = new ArrayList<>(Math.min(most, 16));
            while (chunk.size() < most && items.hasNext()) {
                chunk.add(items.next());
            }
            underWay.add(new UnderWay(sent, chunk.size(), sender.apply(chunk)));
            sent += chunk.size();
        }
    }

    private Ended take() {
        List<Task<Done>> tasks = underWay.stream().map(UnderWay::task).toList();
        Task<Done> ready = mosaic.waitAny(tasks, 1, LONG).ready().getFirst();
        UnderWay ended = underWay.remove(tasks.indexOf(ready));
        ended.sent().ended().run();
        Done done;
        try {
            done = ended.task().result();
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
        size.took(ended.items(), done.nanos());
        if (!isOrdered) {
            fill(); // before the results are used
        }
        return new Ended(ended.first(), done.results());
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
