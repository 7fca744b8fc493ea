package dev.mosaic.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Slabs of large ranges that were freed a moment ago, oldest first: the next range of about that size takes one, which spares
 * the system giving new pages, most of the cost of a fresh range. PURE.
 *
 * <p><b>Threading:</b> one at a time.
 */
final class SpareSlabs {
    private record Spare(Slab slab, long sinceNanos) {}

    private final ArrayDeque<Spare> spares = new ArrayDeque<>();
    private long bytes;

    /** Sum of their sizes. */
    long bytes() {
        return bytes;
    }

    void add(Slab slab, long nowNanos) {
        spares.addLast(new Spare(slab, nowNanos));
        bytes += slab.bytes();
    }

    /** The smallest that has so many bytes, and not above a quarter more. */
    @Nullable Slab take(long needed) {
        Spare best = null;
        for (Spare spare : spares) {
            long size = spare.slab().bytes();
            if (size >= needed
                    && size <= needed + needed / 4
                    && (best == null || size < best.slab().bytes())) {
                best = spare;
            }
        }
        if (best == null) {
            return null;
        }
        spares.remove(best);
        bytes -= best.slab().bytes();
        return best.slab();
    }

    /** Takes those out that have been here since then, then more until at most so many bytes are left. */
    List<Slab> expire(long sinceNanos, long bytesKept) {
        List<Slab> expired = new ArrayList<>();
        Iterator<Spare> oldestFirst = spares.iterator();
        while (oldestFirst.hasNext()) {
            Spare spare = oldestFirst.next();
            if (spare.sinceNanos() - sinceNanos > 0 && bytes <= bytesKept) {
                break;
            }
            oldestFirst.remove();
            bytes -= spare.slab().bytes();
            expired.add(spare.slab());
        }
        return expired;
    }
}
