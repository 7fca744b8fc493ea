package dev.mosaic.memory;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes of which slab are free: best fit, lowest slab first among equals, and neighbours that are free become one. PURE.
 *
 * <p><b>Threading:</b> one at a time. <b>Cost:</b> O(log n) in the number of free spans.
 */
final class SlabSpace {
    /** Bytes {@code at} to {@code at + bytes} of a slab. Ordered by size, then place. */
    record Span(int slab, long at, long bytes) implements Comparable<Span> {
        @Override
        public int compareTo(Span other) {
            int bySize = Long.compare(bytes, other.bytes);
            int bySlab = bySize != 0 ? bySize : Integer.compare(slab, other.slab);
            return bySlab != 0 ? bySlab : Long.compare(at, other.at);
        }
    }

    private record Slab(long from, long to, TreeMap<Long, Span> free) {
        boolean isEmpty() {
            Map.Entry<Long, Span> first = free.firstEntry();
            return first != null && first.getValue().bytes() == to - from;
        }
    }

    private final TreeMap<Integer, Slab> slabs = new TreeMap<>();
    private final TreeSet<Span> free = new TreeSet<>();

    /** A new slab whose bytes {@code from} to {@code to} are free. */
    void add(int slab, long from, long to) {
        if (slabs.putIfAbsent(slab, new Slab(from, to, new TreeMap<>())) != null || from >= to) {
            throw new IllegalArgumentException("slab=" + slab + " from=" + from + " to=" + to);
        }
        put(new Span(slab, from, to - from));
    }

    /** Forgets an empty slab. */
    void remove(int slab) {
        if (!isEmpty(slab)) {
            throw new IllegalStateException("slab=" + slab + " is in use or unknown");
        }
        Slab gone = slabs.remove(slab);
        if (gone != null) {
            free.removeAll(gone.free().values());
        }
    }

    boolean isEmpty(int slab) {
        Slab known = slabs.get(slab);
        return known != null && known.isEmpty();
    }

    /** A span of exactly that many bytes; null where no slab has it in one piece. */
    @Nullable Span take(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("bytes=" + bytes);
        }
        Span found = free.ceiling(new Span(Integer.MIN_VALUE, 0, bytes));
        if (found == null) {
            return null;
        }
        drop(found);
        if (found.bytes() > bytes) {
            put(new Span(found.slab(), found.at() + bytes, found.bytes() - bytes));
        }
        return new Span(found.slab(), found.at(), bytes);
    }

    /** Gives back a span that {@link #take} gave. */
    void give(Span span) {
        Slab slab = slabs.get(span.slab());
        if (slab == null || span.at() < slab.from() || span.at() + span.bytes() > slab.to()) {
            throw new IllegalArgumentException("not of a slab here: " + span);
        }
        Map.Entry<Long, Span> before = slab.free().floorEntry(span.at());
        Map.Entry<Long, Span> after = slab.free().ceilingEntry(span.at());
        long from = span.at();
        long to = span.at() + span.bytes();
        if ((before != null && end(before.getValue()) > from) || (after != null && after.getKey() < to)) {
            throw new IllegalArgumentException("already free: " + span);
        }
        if (before != null && end(before.getValue()) == from) {
            from = before.getKey();
            drop(before.getValue());
        }
        if (after != null && after.getKey() == to) {
            to = end(after.getValue());
            drop(after.getValue());
        }
        put(new Span(span.slab(), from, to - from));
    }

    private static long end(Span span) {
        return span.at() + span.bytes();
    }

    private void put(Span span) {
        free.add(span);
        slab(span).free().put(span.at(), span);
    }

    private void drop(Span span) {
        free.remove(span);
        slab(span).free().remove(span.at());
    }

    private Slab slab(Span span) {
        Slab slab = slabs.get(span.slab());
        if (slab == null) {
            throw new IllegalStateException("no such slab: " + span);
        }
        return slab;
    }
}
