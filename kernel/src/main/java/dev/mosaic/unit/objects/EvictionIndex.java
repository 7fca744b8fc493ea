package dev.mosaic.unit.objects;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a store that may leave memory or disk, least recently used first. An {@link Entry} tells it of each change, so that
 * it is never out of date and nobody has to look at all entries.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> a change of an entry that is in no list before and after it: O(1); else O(log n).
 */
final class EvictionIndex {
    /** A list of entries. One in memory is in one of the first three at most, a file in one of the other two. */
    enum Kind {
        /** In memory, idle, and elsewhere too: can go at once. */
        COPY(entry -> entry.isEvictable() && entry.hasOtherCopy()),
        /** In memory, idle, and nowhere else: can go when it is written elsewhere. */
        ONLY_COPY(entry -> entry.isEvictable() && !entry.hasOtherCopy() && !entry.isRefused()),
        /** The same, but neither disk nor bucket took it when it was tried last. */
        REFUSED(entry -> entry.isEvictable() && !entry.hasOtherCopy() && entry.isRefused()),
        /** A file that can go at once. */
        FILE_COPY(entry -> entry.isOnDisk() && (entry.isCached() || entry.isInBucket()) && entry.isIdle()),
        /** A file that can go when the bucket has it. */
        ONLY_FILE(entry -> entry.isOnDisk() && !entry.isInBucket() && !entry.isUploading() && !entry.isDropped());

        private final Predicate<Entry> isIn;

        Kind(Predicate<Entry> isIn) {
            this.isIn = isIn;
        }

        private boolean isOfMemory() {
            return compareTo(REFUSED) <= 0;
        }
    }

    private static final List<Kind> KINDS = List.of(Kind.values());

    private final List<TreeMap<Long, Entry>> lists = new ArrayList<>();
    private long evictableBytes;
    private int leased;

    EvictionIndex() {
        KINDS.forEach(kind -> lists.add(new TreeMap<>()));
    }

    /** The one that was not used for longest; null where there is none. */
    @Nullable Entry first(Kind kind) {
        var first = lists.get(kind.ordinal()).firstEntry();
        return first == null ? null : first.getValue();
    }

    /** Least recently used first, as it is now. */
    List<Entry> all(Kind kind) {
        return List.copyOf(lists.get(kind.ordinal()).values());
    }

    /** Bytes of all entries in memory that may leave it. */
    long evictableBytes() {
        return evictableBytes;
    }

    /** Entries whose memory units use, to read or to write. */
    int leased() {
        return leased;
    }

    /** Something about it has changed. */
    void update(Entry entry) {
        leased += (entry.isLeased() ? 1 : 0) - (entry.countsAsLeased ? 1 : 0);
        entry.countsAsLeased = entry.isLeased();
        for (Kind kind : KINDS) {
            int bit = 1 << kind.ordinal();
            boolean isIn = kind.isIn.test(entry);
            if (isIn != ((entry.lists & bit) != 0)) {
                entry.lists ^= bit;
                evictableBytes += !kind.isOfMemory() ? 0 : isIn ? entry.memoryBytes() : -entry.memoryBytes();
                if (isIn) {
                    lists.get(kind.ordinal()).put(entry.usedAt(), entry);
                } else {
                    lists.get(kind.ordinal()).remove(entry.usedAt());
                }
            }
        }
    }

    /** It is used again, after all others. */
    void move(Entry entry, long before) {
        for (Kind kind : KINDS) {
            if ((entry.lists & 1 << kind.ordinal()) != 0) {
                lists.get(kind.ordinal()).remove(before);
                lists.get(kind.ordinal()).put(entry.usedAt(), entry);
            }
        }
    }
}
