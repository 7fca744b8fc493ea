package dev.mosaic.parallel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * In which order the nodes of a graph are computed, so that few values are kept at a time: a value is used soon after it is there. Of the inputs
 * of a node that one comes first which itself needs most values at a time (Sethi and Ullman, "The generation of optimal code for arithmetic
 * expressions", JACM 1970; optimal for trees, a good guess for others).
 *
 * <p><b>Cost:</b> O(n log n) for n nodes and inputs; no recursion, so chains may be of any length.
 */
final class Order {
    private Order() {}

    /** All that these need, each behind its inputs. */
    static List<Delayed<?>> depthFirst(Collection<? extends Delayed<?>> outputs) {
        Map<Delayed<?>, Integer> keeps = new HashMap<>();
        for (Delayed<?> node : visit(outputs, Delayed::inputs)) {
            keeps.put(node, keeps(node, keeps));
        }
        Comparator<Delayed<?>> most = Comparator.comparing(keeps::get, Comparator.reverseOrder());
        return visit(outputs, node -> node.inputs().stream().sorted(most).toList());
    }

    /** How many values there are at a time at most while that node is computed, were all below it a tree. */
    private static int keeps(Delayed<?> node, Map<Delayed<?>, Integer> keeps) {
        int[] inputs = node.inputs().stream().mapToInt(keeps::get).sorted().toArray();
        int most = 1;
        for (int i = 0; i < inputs.length; i++) {
            most = Math.max(most, inputs[i] + inputs.length - 1 - i);
        }
        return most;
    }

    private interface Inputs {
        List<? extends Delayed<?>> of(Delayed<?> node);
    }

    private record Visit(Delayed<?> node, Iterator<? extends Delayed<?>> inputs) {}

    private static List<Delayed<?>> visit(Collection<? extends Delayed<?>> outputs, Inputs inputs) {
        List<Delayed<?>> order = new ArrayList<>();
        Map<Delayed<?>, Boolean> seen = new HashMap<>();
        Deque<Visit> path = new ArrayDeque<>();
        for (Delayed<?> output : outputs) {
            enter(output, seen, path, inputs);
            while (!path.isEmpty()) {
                Visit last = path.getLast();
                if (last.inputs().hasNext()) {
                    enter(last.inputs().next(), seen, path, inputs);
                } else {
                    order.add(path.removeLast().node());
                }
            }
        }
        return order;
    }

    private static void enter(Delayed<?> node, Map<Delayed<?>, Boolean> seen, Deque<Visit> path, Inputs inputs) {
        if (seen.put(node, true) == null) {
            path.add(new Visit(node, inputs.of(node).iterator()));
        }
    }

    /** All that these need, level by level: what needs nothing first. */
    static List<Delayed<?>> breadthFirst(Collection<? extends Delayed<?>> outputs) {
        Map<Delayed<?>, Integer> levels = levels(depthFirst(outputs));
        return depthFirst(outputs).stream()
                .sorted(Comparator.comparing(levels::get))
                .toList();
    }

    /**
     * How many steps are below each.
     *
     * @param order each behind its inputs
     */
    static Map<Delayed<?>, Integer> levels(List<Delayed<?>> order) {
        Map<Delayed<?>, Integer> levels = new HashMap<>();
        for (Delayed<?> node : order) {
            levels.put(
                    node,
                    node.inputs().stream()
                            .mapToInt(input -> levels.getOrDefault(input, 0) + 1)
                            .max()
                            .orElse(0));
        }
        return levels;
    }

    /** How many values there are at a time at most, where one node is computed after the other in that order. */
    static int mostKept(List<Delayed<?>> order, Collection<? extends Delayed<?>> outputs) {
        Map<Delayed<?>, Integer> readers = readers(order, outputs);
        int kept = 0;
        int most = 0;
        for (Delayed<?> node : order) {
            kept++;
            most = Math.max(most, kept);
            for (Delayed<?> input : distinct(node.inputs())) {
                kept -= readers.merge(input, -1, Integer::sum) == 0 ? 1 : 0;
            }
        }
        return most;
    }

    /** How many nodes need each; outputs are needed once more. */
    static Map<Delayed<?>, Integer> readers(List<Delayed<?>> order, Collection<? extends Delayed<?>> outputs) {
        Map<Delayed<?>, Integer> readers = new HashMap<>();
        for (Delayed<?> node : order) {
            distinct(node.inputs()).forEach(input -> readers.merge(input, 1, Integer::sum));
        }
        outputs.forEach(output -> readers.merge(output, 1, Integer::sum));
        return readers;
    }

    private static Set<Delayed<?>> distinct(List<Delayed<?>> nodes) {
        return new LinkedHashSet<>(nodes); // nodes are equal to themselves alone
    }
}
