package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.Id;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What waits for a place: by program, and there by what it claims. Programs are served in turn, what claims the same in the order it came.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(1) to add and to remove; a round asks for one of each kind, however many wait.
 */
final class Queue {
    private static final class Line {
        private final Map<Claim, Map<Id, Waiting>> kinds = new LinkedHashMap<>();
        private int count;
    }

    private final Map<Long, Line> lines = new LinkedHashMap<>();
    private final Map<Id, Waiting> all = new HashMap<>();
    private final Map<Long, Set<Id>> byAsker = new HashMap<>();
    private int devices;

    @Nullable Waiting get(Id tessera) {
        return all.get(tessera);
    }

    void add(Waiting entry) {
        Id tessera = entry.question().tessera();
        remove(tessera);
        all.put(tessera, entry);
        byAsker.computeIfAbsent(entry.asker(), any -> new LinkedHashSet<>()).add(tessera);
        Line line = lines.computeIfAbsent(entry.program(), any -> new Line());
        line.kinds.computeIfAbsent(entry.kind(), any -> new LinkedHashMap<>()).put(tessera, entry);
        line.count++;
        devices += entry.kind().needs().gpus() > 0 ? 1 : 0;
    }

    /** Asked again: the place in the queue stays. */
    void replace(Waiting entry) {
        Waiting before = all.get(entry.question().tessera());
        if (before != null
                && before.asker() == entry.asker()
                && before.program() == entry.program()
                && before.kind().equals(entry.kind())) {
            all.put(entry.question().tessera(), entry);
            Line line = java.util.Objects.requireNonNull(lines.get(entry.program()));
            java.util.Objects.requireNonNull(line.kinds.get(entry.kind()))
                    .put(entry.question().tessera(), entry);
        } else {
            add(entry);
        }
    }

    @Nullable Waiting remove(Id tessera) {
        Waiting entry = all.remove(tessera);
        if (entry != null) {
            Set<Id> asked = byAsker.getOrDefault(entry.asker(), Set.of());
            asked.remove(tessera);
            if (asked.isEmpty()) {
                byAsker.remove(entry.asker());
            }
            Line line = java.util.Objects.requireNonNull(lines.get(entry.program()));
            Map<Id, Waiting> same = java.util.Objects.requireNonNull(line.kinds.get(entry.kind()));
            same.remove(tessera);
            if (same.isEmpty()) {
                line.kinds.remove(entry.kind());
            }
            line.count--;
            if (line.count == 0) {
                lines.remove(entry.program());
            }
            devices -= entry.kind().needs().gpus() > 0 ? 1 : 0;
        }
        return entry;
    }

    /** Nobody waits for them any more. */
    void removeAll(long asker) {
        List.copyOf(byAsker.getOrDefault(asker, Set.of())).forEach(this::remove);
    }

    int size(long program) {
        Line line = lines.get(program);
        return line == null ? 0 : line.count;
    }

    /** The first that waits and claims the same; null for none. */
    @Nullable Waiting firstLike(Waiting entry) {
        Line line = lines.get(entry.program());
        Map<Id, Waiting> same = line == null ? null : line.kinds.get(entry.kind());
        return same == null ? null : same.values().iterator().next();
    }

    /** Those that claim the same, in their order, at most so many. */
    List<Waiting> like(Waiting entry, int most) {
        Line line = lines.get(entry.program());
        Map<Id, Waiting> same = line == null ? null : line.kinds.get(entry.kind());
        return same == null ? List.of() : same.values().stream().limit(most).toList();
    }

    /** True where others that claim the same came before. */
    boolean isBehind(Waiting entry) {
        Line line = lines.get(entry.program());
        Map<Id, Waiting> same = line == null ? null : line.kinds.get(entry.kind());
        return same != null
                && !same.keySet().iterator().next().equals(entry.question().tessera());
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** True where something waits for devices. */
    boolean wantsDevices() {
        return devices > 0;
    }

    /**
     * Tries the first of each kind, one of each program in turn, as long as one finds a place.
     *
     * @param place true where it found one; it is removed by then
     */
    void serve(Predicate<Claim> kinds, Predicate<Waiting> place) {
        Set<Kind> without = new LinkedHashSet<>();
        boolean found = true;
        while (found) {
            found = false;
            for (long program : new ArrayList<>(lines.keySet())) {
                Line line = lines.get(program);
                if (line == null) {
                    continue;
                }
                for (Claim claim : List.copyOf(line.kinds.keySet())) {
                    Map<Id, Waiting> same = line.kinds.get(claim);
                    Kind kind = new Kind(program, claim);
                    if (same == null || without.contains(kind) || !kinds.test(claim)) {
                        continue;
                    }
                    if (place.test(same.values().iterator().next())) {
                        found = true;
                        atTheEnd(program);
                        break;
                    }
                    without.add(kind);
                }
            }
        }
    }

    private void atTheEnd(long program) {
        Line line = lines.remove(program);
        if (line != null) {
            lines.put(program, line);
        }
    }

    /** All kinds that wait: of each the program, the first, and how many. */
    List<Group> groups() {
        List<Group> groups = new ArrayList<>();
        lines.values()
                .forEach(line -> line.kinds.forEach((claim, same) ->
                        groups.add(new Group(same.values().iterator().next(), same.size()))));
        return groups;
    }

    /** What one program waits for. */
    record Kind(long program, Claim claim) {}

    /** What claims the same. */
    record Group(Waiting first, int count) {}
}
