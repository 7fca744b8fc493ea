package dev.mosaic.monitor;

import dev.mosaic.message.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which workers each program may send stateless tasks to. A program alone may use all of its own; where several programs want them, each
 * node's processors are shared equally, and what one does not want goes to the others.
 *
 * <p>Only stateless tasks are shared out: they are short, so what is taken back is free soon. Tesserae stay where they are.
 *
 * <p><b>Threading:</b> pure. <b>Cost:</b> O(workers x programs).
 */
final class Shares {
    private final List<Roster.Entry> nodes;
    private final List<Roster.Entry> workers;
    private final Map<Long, Integer> wanted;

    /** @param wanted by program, of those that want any */
    Shares(List<Roster.Entry> units, List<Roster.Entry> workers, Map<Long, Integer> wanted) {
        this.nodes = units.stream()
                .filter(entry -> entry.member.kind() == Member.Kind.NODE && entry.member.permits() > 0)
                .toList();
        this.workers = workers;
        this.wanted = wanted;
    }

    /** The instances of the workers that the program may use. */
    Set<Long> of(long program) {
        Set<Long> allowed = new HashSet<>();
        if (wanted.size() <= 1) {
            workers.stream()
                    .filter(worker -> worker.member.serves(program))
                    .forEach(worker -> allowed.add(worker.member.instance()));
            return allowed;
        }
        Map<String, Integer> processors = new LinkedHashMap<>();
        nodes.forEach(node -> processors.put(node.member.uid(), node.member.permits()));
        Map<String, List<Roster.Entry>> own = new TreeMap<>();
        for (Roster.Entry worker : workers) {
            if (worker.member.serves(program)) {
                own.computeIfAbsent(worker.member.node(), any -> new ArrayList<>())
                        .add(worker);
            }
        }
        own.forEach((node, here) -> {
            int share = processors.containsKey(node) ? share(node, processors.get(node), program) : here.size();
            here.stream().limit(share).forEach(worker -> allowed.add(worker.member.instance()));
        });
        return allowed;
    }

    /** Rounds of one processor for each program that wants more of this node. */
    private int share(String node, int processors, long program) {
        Map<Long, Integer> open = new TreeMap<>();
        wanted.forEach((other, count) -> {
            int there = (int) workers.stream()
                    .filter(worker -> worker.member.program() == other
                            && worker.member.node().equals(node))
                    .count();
            if (Math.min(there, count) > 0) {
                open.put(other, Math.min(there, count));
            }
        });
        if (open.size() <= 1) {
            return Integer.MAX_VALUE;
        }
        int share = 0;
        for (int left = processors; left > 0 && !open.isEmpty(); ) {
            for (long other : List.copyOf(open.keySet())) {
                if (left == 0) {
                    break;
                }
                left--;
                share += other == program ? 1 : 0;
                open.computeIfPresent(other, (any, count) -> count > 1 ? count - 1 : null);
            }
        }
        return Math.max(1, share); // a program always gets on, be it slowly
    }
}
