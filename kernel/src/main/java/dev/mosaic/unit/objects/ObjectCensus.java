package dev.mosaic.unit.objects;

import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A look at all entries that a store has when it begins, a few at a time: sums, and the largest ones. Other events may come in between. What
 * goes meanwhile may be counted or not; all else is counted once.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> O(1) for each entry, O(log limit) for one that is among the largest so far; a
 * reference to each as long as it takes.
 */
public final class ObjectCensus {
    /** To say all of one takes as long as to look at so many. */
    private static final int ENTRIES_A_VIEW = 16;

    /** Largest last; of the same size that with the lowest number last. */
    private static final Comparator<Candidate> ORDER = Comparator.comparingLong(Candidate::bytes)
            .thenComparing(candidate -> candidate.entry.ref, Comparator.reverseOrder());

    /** @param bytes as they were counted */
    private record Candidate(long bytes, Entry entry) {}

    private final StoreMachine machine;
    private final Entry[] entries;
    private int next;
    private final ObjectView.@Nullable Tier tier;
    private final int limit;
    private final PriorityQueue<Candidate> largest = new PriorityQueue<>(ORDER);
    private final Deque<ObjectView> views = new ArrayDeque<>();
    private final long[] tierBytes = new long[ObjectView.Tier.values().length];
    private long objects;
    private long matched;

    /**
     * Begins at the first.
     *
     * @param tier for those that this store has there; null for all
     * @param limit of those of which all is said
     */
    public ObjectCensus(StoreMachine machine, ObjectView.@Nullable Tier tier, int limit) {
        this.machine = machine;
        this.entries = machine.entries.values().toArray(Entry[]::new);
        this.tier = tier;
        this.limit = limit;
    }

    /** That entry alone; empty where the store does not know it. */
    public static Optional<ObjectView> view(StoreMachine machine, Id ref) {
        return Optional.ofNullable(machine.entries.get(ref))
                .filter(ObjectCensus::isObject)
                .map(entry -> view(machine, entry));
    }

    /** Looks at so many more, or says all of a few; true when there are none left. */
    public boolean step(int most) {
        int left = most;
        for (; left > 0 && next < entries.length; left--) {
            Entry entry = entries[next++];
            if (isThere(entry) && isObject(entry)) {
                count(entry);
            }
        }
        if (left > 0) {
            describe(left / ENTRIES_A_VIEW + 1);
        }
        return next == entries.length && largest.isEmpty();
    }

    /** The smallest is first in the heap, and last in the page. */
    private void describe(int most) {
        for (int i = 0; i < most && !largest.isEmpty(); i++) {
            Entry entry = largest.remove().entry;
            if (isThere(entry)) {
                views.addFirst(view(machine, entry));
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // that very element
    private boolean isThere(Entry entry) {
        return machine.entries.get(entry.ref) == entry;
    }

    private void count(Entry entry) {
        long bytes = bytes(entry);
        boolean isMatch = tier == null;
        for (ObjectView.Tier each : tiers(entry)) {
            tierBytes[each.ordinal()] += bytes;
            isMatch |= each == tier;
        }
        objects++;
        if (isMatch) {
            matched++;
            Candidate candidate = new Candidate(bytes, entry);
            if (largest.size() < limit) {
                largest.add(candidate);
            } else if (limit > 0 && ORDER.compare(candidate, largest.element()) > 0) {
                largest.remove();
                largest.add(candidate);
            }
        }
    }

    /** How many entries there are. */
    public long objects() {
        return objects;
    }

    /** How many of these are in the tier that was asked for. */
    public long matched() {
        return matched;
    }

    /** Of all entries in that tier; one that is in two counts in both. */
    public long bytes(ObjectView.Tier of) {
        return tierBytes[of.ordinal()];
    }

    /** Largest first; without those that have gone meanwhile. */
    public List<ObjectView> largest() {
        return List.copyOf(views);
    }

    /** More than a name that somebody holds already, or asked for. */
    private static boolean isObject(Entry entry) {
        return entry.shape != null || entry.phase() != Entry.Phase.ABSENT;
    }

    private static long bytes(Entry entry) {
        return entry.shape != null
                ? entry.bytes
                : entry.parts.segments().stream()
                        .mapToLong(MemorySegment::byteSize)
                        .sum();
    }

    private static Set<ObjectView.Tier> tiers(Entry entry) {
        Set<ObjectView.Tier> tiers = EnumSet.noneOf(ObjectView.Tier.class);
        switch (entry.phase()) {
            case MEMORY, RESERVED, COMING, LOADING -> tiers.add(ObjectView.Tier.MEMORY);
            case ABSENT, DISK, BUCKET -> {}
        }
        if (entry.isOnDisk()) {
            tiers.add(ObjectView.Tier.DISK);
        }
        if (entry.isInBucket()) {
            tiers.add(ObjectView.Tier.BUCKET);
        }
        return tiers;
    }

    private static ObjectView.State state(Entry entry) {
        if (entry.isDropped()) {
            return ObjectView.State.DROPPED;
        }
        return switch (entry.phase()) {
            case MEMORY, DISK, BUCKET -> ObjectView.State.KEPT;
            case RESERVED -> ObjectView.State.WRITTEN;
            case COMING -> ObjectView.State.COMING;
            case LOADING -> ObjectView.State.LOADING;
            case ABSENT -> entry.copies.isEmpty() ? ObjectView.State.MISSING : ObjectView.State.ELSEWHERE;
        };
    }

    private static ObjectView view(StoreMachine machine, Entry entry) {
        Id ref = entry.ref;
        return new ObjectView(
                ref,
                entry.shape == null ? "" : entry.shape.label(),
                bytes(entry),
                tiers(entry),
                state(entry),
                entry.is(ObjectMessage.DURABLE),
                entry.is(ObjectMessage.PUBLISHED),
                names(machine, entry.holders),
                entry.insideOf,
                entry.leases().size(),
                names(machine, entry.copies),
                machine.name(ref.origin()));
    }

    private static List<String> names(StoreMachine machine, Set<Long> units) {
        return units.stream().map(machine::name).sorted().toList();
    }
}
