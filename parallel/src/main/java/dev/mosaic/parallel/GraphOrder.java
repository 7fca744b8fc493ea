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
final class GraphOrder {
    private GraphOrder() {}

    /** All that these need, each behind its inputs. */
    static List<GraphNode> depthFirst(Collection<GraphNode> outputs) {
        Map<GraphNode, Integer> keeps = new HashMap<>();
        for (GraphNode node : visit(outputs, GraphNode::inputs)) {
            keeps.put(node, keeps(node, keeps));
        }
        Comparator<GraphNode> most = Comparator.comparing(keeps::get, Comparator.reverseOrder());
        return visit(outputs, node -> node.inputs().stream().sorted(most).toList());
    }

    /** How many values there are at a time at most while that node is computed, were all below it a tree. */
    private static int keeps(GraphNode node, Map<GraphNode, Integer> keeps) {
        int[] inputs = node.inputs().stream().mapToInt(keeps::get).sorted().toArray();
        int most = 1;
        for (int i = 0; i < inputs.length; i++) {
            most = Math.max(most, inputs[i] + inputs.length - 1 - i);
        }
        return most;
    }

    private interface Inputs {
        List<GraphNode> of(GraphNode node);
    }

    private record Visit(GraphNode node, Iterator<GraphNode> inputs) {}

    private static List<GraphNode> visit(Collection<GraphNode> outputs, Inputs inputs) {
        List<GraphNode> order = new ArrayList<>();
        Map<GraphNode, Boolean> seen = new HashMap<>();
        Deque<Visit> path = new ArrayDeque<>();
        for (GraphNode output : outputs) {
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

    private static void enter(GraphNode node, Map<GraphNode, Boolean> seen, Deque<Visit> path, Inputs inputs) {
        if (seen.put(node, true) == null) {
            path.add(new Visit(node, inputs.of(node).iterator()));
        }
    }

    /**
     * How many steps are below each.
     *
     * @param order each behind its inputs
     */
    static Map<GraphNode, Integer> levels(List<GraphNode> order) {
        Map<GraphNode, Integer> levels = new HashMap<>();
        for (GraphNode node : order) {
            levels.put(
                    node,
                    node.inputs().stream()
                            .mapToInt(input -> levels.getOrDefault(input, 0) + 1)
                            .max()
                            .orElse(0));
        }
        return levels;
    }

    /** How many nodes need each; outputs are needed once more. */
    static Map<GraphNode, Integer> readers(List<GraphNode> order, Collection<GraphNode> outputs) {
        Map<GraphNode, Integer> readers = new HashMap<>();
        for (GraphNode node : order) {
            distinct(node.inputs()).forEach(input -> readers.merge(input, 1, Integer::sum));
        }
        outputs.forEach(output -> readers.merge(output, 1, Integer::sum));
        return readers;
    }

    static Set<GraphNode> distinct(List<GraphNode> nodes) {
        return new LinkedHashSet<>(nodes); // nodes are equal to themselves alone
    }
}
