package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many workers each program has at each node, or is to have: a program starts with none, and gets more as it needs them, up to what
 * each node offers to one program.
 *
 * <pre>
 *   need(program, 3) ──► Staff(program, 2) to node:0, Staff(program, 1) to node:1 ──► workers join
 * </pre>
 *
 * <p>Nodes are asked for a sum, again on each new link, so that nothing depends on a message that was lost.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(nodes) for a worker more. <b>Failure:</b> a node that is lost takes its workers
 * along; others are asked instead at the next need.
 */
final class Staffing {
    private final Roster roster;
    private final MonitorOutput out;

    /** By program, then by node: the workers asked for. */
    private final Map<Long, Map<Long, Integer>> asked = new LinkedHashMap<>();

    /** What each program needs, as far as is known. */
    private final Map<Long, Integer> needs = new HashMap<>();

    Staffing(Roster roster, MonitorOutput out) {
        this.roster = roster;
        this.out = out;
    }

    /** The program could use that many workers. */
    void need(long program, int workers) {
        if (program == 0 || workers <= needs.getOrDefault(program, 0)) {
            return;
        }
        needs.put(program, workers);
        staff(program);
    }

    private void staff(long program) {
        Roster.Entry head = roster.get(program);
        if (head == null) {
            return;
        }
        Map<Long, Integer> here = asked.computeIfAbsent(program, any -> new LinkedHashMap<>());
        for (int missing = needs.getOrDefault(program, 0) - sum(here); missing > 0; missing--) {
            Roster.Entry node = freest(here);
            if (node == null) {
                return;
            }
            here.merge(node.member.instance(), 1, Integer::sum);
            say(head, node, here);
        }
    }

    private static int sum(Map<Long, Integer> workers) {
        return workers.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The node with room for the program that has the fewest workers of all programs for what it offers. */
    private Roster.@Nullable Entry freest(Map<Long, Integer> here) {
        return nodes().stream()
                .filter(node -> here.getOrDefault(node.member.instance(), 0) < node.member.permits())
                .min(Comparator.comparingDouble(node -> (double) of(node) / node.member.permits()))
                .orElse(null);
    }

    private List<Roster.Entry> nodes() {
        List<Roster.Entry> nodes = new ArrayList<>();
        for (Roster.Entry entry : roster.living()) {
            if (entry.introduced && entry.member.kind() == Member.Kind.NODE && entry.member.permits() > 0) {
                nodes.add(entry);
            }
        }
        return nodes;
    }

    private int of(Roster.Entry node) {
        return asked.values().stream()
                .mapToInt(here -> here.getOrDefault(node.member.instance(), 0))
                .sum();
    }

    private void say(Roster.Entry head, Roster.Entry node, Map<Long, Integer> here) {
        int workers = here.getOrDefault(node.member.instance(), 0);
        if (workers > 0) {
            out.send(node.member.instance(), new ClusterMessage.Staff(head.member, workers));
        }
    }

    /** All the workers that the program has and will have. */
    int expected(long program) {
        Map<Long, Integer> here = asked.get(program);
        return here == null ? 0 : sum(here);
    }

    /** A node has introduced itself, on its first link or on a new one. Workers of it may have come before. */
    void nodeCame(Roster.Entry node, List<Roster.Entry> workers) {
        workers.stream()
                .filter(worker -> worker.member.node().equals(node.member.uid()))
                .forEach(worker -> workerCame(worker.member, workers));
        asked.forEach((program, here) -> {
            Roster.Entry head = roster.get(program);
            if (head != null) {
                say(head, node, here);
            }
        });
        List.copyOf(needs.keySet()).forEach(this::staff);
    }

    /** A program's worker is there, whoever asked for it. */
    void workerCame(Member worker, List<Roster.Entry> workers) {
        Roster.Entry node = node(worker.node());
        if (worker.program() != 0 && node != null) {
            int there = (int) workers.stream()
                    .filter(other -> other.member.program() == worker.program()
                            && other.member.node().equals(worker.node()))
                    .count();
            asked.computeIfAbsent(worker.program(), any -> new LinkedHashMap<>())
                    .merge(node.member.instance(), there, Math::max);
        }
    }

    private Roster.@Nullable Entry node(String uid) {
        return nodes().stream()
                .filter(node -> node.member.uid().equals(uid))
                .findFirst()
                .orElse(null);
    }

    void lost(Member unit) {
        if (unit.kind() == Member.Kind.HEAD) {
            asked.remove(unit.instance());
            needs.remove(unit.instance());
        } else if (unit.kind() == Member.Kind.NODE) {
            asked.values().forEach(here -> here.remove(unit.instance()));
            List.copyOf(needs.keySet()).forEach(this::staff);
        }
    }
}
