package dev.mosaic.operator.autoscale;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is remembered from one decision to the next, of each group by its name. Who forgets it only shrinks later. */
public record Memory(Map<String, OfGroup> groups) {
    /** Nothing was decided yet. */
    public static final Memory NONE = new Memory(Map.of());

    public Memory {
        groups = Map.copyOf(groups);
    }

    OfGroup of(String group, Instant now) {
        return groups.getOrDefault(group, new OfGroup(now, List.of(), Optional.empty(), Optional.empty(), List.of()));
    }

    /**
     * Of one group.
     *
     * @param since when it was seen first
     * @param needed how many were needed, the most first, each until when; only those that were not exceeded later
     * @param grown when it grew last
     * @param avoided until when others are tried before it
     * @param removals when replicas went, in the last minute
     */
    record OfGroup(
            Instant since,
            List<Level> needed,
            Optional<Instant> grown,
            Optional<Instant> avoided,
            List<Instant> removals) {
        OfGroup {
            needed = List.copyOf(needed);
            removals = List.copyOf(removals);
        }

        /** So many are needed now; what is older than the window is forgotten. */
        OfGroup needing(int count, Instant now, Duration window) {
            List<Level> levels = new ArrayList<>(needed);
            if (!levels.isEmpty()) {
                // What was needed last time was needed until now.
                Level last = levels.removeLast();
                levels.add(new Level(last.count, now));
            }
            while (!levels.isEmpty() && levels.getLast().count <= count) {
                levels.removeLast();
            }
            levels.add(new Level(count, now));
            levels.removeIf(each -> each.until.isBefore(now.minus(window)));
            List<Instant> lately = removals.stream()
                    .filter(each -> each.isAfter(now.minus(MINUTE)))
                    .toList();
            return new OfGroup(since, levels, grown, avoided, lately);
        }

        OfGroup grownAt(Instant now) {
            return new OfGroup(since, needed, Optional.of(now), avoided, removals);
        }

        OfGroup avoidedUntil(Instant end) {
            return new OfGroup(since, needed, grown, Optional.of(end), removals);
        }

        OfGroup removedAt(Instant now, int count) {
            List<Instant> all = new ArrayList<>(removals);
            for (int i = 0; i < count; i++) {
                all.add(now);
            }
            return new OfGroup(since, needed, grown, avoided, all);
        }

        /** The most in the window. */
        int most() {
            return needed.isEmpty() ? 0 : needed.getFirst().count;
        }

        boolean isAvoided(Instant now) {
            return avoided.filter(now::isBefore).isPresent();
        }
    }

    static final Duration MINUTE = Duration.ofMinutes(1);

    /** So many until then. */
    record Level(int count, Instant until) {}
}
