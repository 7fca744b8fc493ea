package dev.mosaic.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of chunks of items: those that workers compute, and those whose results nobody has taken yet. Says how many items it takes
 * from their source, which chunk is sent next, and whose results are given next. Who uses it sends, waits and asks the clock.
 *
 * <p>A chunk is sent when it has as many items as {@link ChunkSize} wants, when its source has ended, or when its source is slow: the last item
 * came {@value #LINGER_MILLIS} ms after the one before, or the oldest has waited that long. So nothing waits for items that have not come.
 *
 * <p><b>Threading:</b> one thread at a time. <b>Cost:</b> O(1) for an item and for a chunk. <b>Time:</b> nanoseconds of {@link System#nanoTime}.
 *
 * @param <I> of the items
 * @param <R> of what comes of a chunk
 */
public final class Window<I extends @Nullable Object, R> {
    /** The number of items of a source that has not said it. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final int LINGER_MILLIS = 5;

    /** So long an item waits for others at most. */
    public static final long LINGER_NANOS = LINGER_MILLIS * 1_000_000L;

    /** Items that are sent together. Equal to itself alone. */
    public static final class Chunk<I extends @Nullable Object> {
        private final long first;
        private final List<I> items;

        private Chunk(long first, List<I> items) {
            this.first = first;
            this.items = items;
        }

        public List<I> items() {
            return items;
        }
    }

    /**
     * A chunk that has ended.
     *
     * @param first how many items came before it
     */
    public record Ended<R>(long first, R result) {}

    private record Ready<R>(int items, Ended<R> ended) {}

    private final ChunkSize size;
    private final boolean isOrdered;
    private final long all;
    private final List<I> waiting = new ArrayList<>();
    private final Set<Chunk<I>> underWay = new HashSet<>();

    /** By the number of their first item. */
    private final Map<Long, Ready<R>> early = new HashMap<>();

    /** In the order in which they ended; empty where results are given in the order of their items. */
    private final ArrayDeque<Ready<R>> ready = new ArrayDeque<>();

    private boolean isComplete;
    private boolean isSlow = true;
    private long sinceNanos;
    private long cameNanos;
    private long sent;
    private long given;

    /**
     * Empty.
     *
     * @param all how many items will come, {@link #UNKNOWN} where that is not known
     * @param isOrdered whether results are given in the order of their items, else as they end
     */
    public Window(ChunkSize size, long all, boolean isOrdered) {
        this.size = size;
        this.all = all;
        this.isOrdered = isOrdered;
    }

    // ---- items

    /** How many items it takes now; with these it sends a chunk. */
    public int room(int most) {
        return isComplete || count() >= most ? 0 : Math.max(0, wanted(most) - waiting.size());
    }

    /** The source has given another item. */
    public void add(I item, long now) {
        isSlow = (sent == 0 && waiting.isEmpty()) || now - cameNanos >= LINGER_NANOS;
        cameNanos = now;
        if (waiting.isEmpty()) {
            sinceNanos = now;
        }
        waiting.add(item);
    }

    /** The source has no more. */
    public void complete() {
        isComplete = true;
    }

    private int wanted(int most) {
        long left = all != UNKNOWN ? all - sent : isComplete ? waiting.size() : UNKNOWN;
        return size.next(left, most);
    }

    // ---- chunks

    /**
     * The chunk to be sent now; null where none is.
     *
     * @param most how many may be under way, or ended and not taken
     */
    public @Nullable Chunk<I> next(int most, long now) {
        if (count() >= most || waiting.isEmpty()) {
            return null;
        }
        int wanted = wanted(most);
        if (waiting.size() < wanted && !isComplete && !isSlow && now - sinceNanos < LINGER_NANOS) {
            return null;
        }
        Chunk<I> chunk = new Chunk<>(sent, taken(Math.min(wanted, waiting.size())));
        sent += chunk.items.size();
        sinceNanos = now;
        underWay.add(chunk);
        return chunk;
    }

    private List<I> taken(int count) {
        List<I> first = waiting.subList(0, count);
        List<I> items = new ArrayList<>(first);
        first.clear();
        return items;
    }

    /** Whether an item waits that has to be sent when it has waited long enough. */
    public boolean isLingering(int most) {
        return !waiting.isEmpty() && count() < most;
    }

    /** Chunks that take room. */
    private int count() {
        return underWay.size() + early.size() + ready.size();
    }

    /** How many chunks a worker is to have. */
    public int perWorker() {
        return size.perWorker();
    }

    /**
     * A chunk has ended.
     *
     * @param nanos how long its worker took
     * @param transferNanos how long the program took to send and to fetch it
     */
    public void ended(Chunk<I> chunk, R result, long nanos, long transferNanos) {
        if (!underWay.remove(chunk)) {
            throw new IllegalArgumentException("the chunk of item=" + chunk.first + " is not under way");
        }
        int items = chunk.items.size();
        size.took(items, nanos, transferNanos);
        Ready<R> more = new Ready<>(items, new Ended<>(chunk.first, result));
        if (isOrdered) {
            early.put(chunk.first, more);
        } else {
            ready.add(more);
        }
    }

    // ---- results

    /** The results that are next; null where they are not there yet. */
    public @Nullable Ended<R> poll() {
        Ready<R> next = isOrdered ? early.remove(given) : ready.poll();
        if (next == null) {
            return null;
        }
        given += next.items;
        return next.ended;
    }

    /** True where all that came was given, and no more comes. */
    public boolean isOver() {
        return isComplete && waiting.isEmpty() && count() == 0;
    }
}
