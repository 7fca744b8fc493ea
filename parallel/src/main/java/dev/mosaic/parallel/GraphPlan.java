package dev.mosaic.parallel;

import dev.mosaic.CallOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that compute some values of a graph: what they do not need is left out, and a chain of nodes, each needed by the next alone, is
 * one task.
 *
 * @param outputs what is wanted
 * @param order all nodes that they need, each behind its inputs
 * @param parts in the order in which they are begun, each behind what it needs
 * @param byNode the part of each node that is computed
 * @param readers how many nodes need each; outputs are needed once more
 */
record GraphPlan(
        List<GraphNode> outputs,
        List<GraphNode> order,
        List<Part> parts,
        Map<GraphNode, Part> byNode,
        Map<GraphNode, Integer> readers) {
    /** A task. <b>Threading:</b> one thread. */
    static final class Part {
        /** Of a chain, the first first. */
        final List<GraphNode> nodes = new ArrayList<>(1);

        private Part(GraphNode first) {
            nodes.add(first);
        }

        List<GraphNode> inputs() {
            return nodes.getFirst().inputs();
        }

        Set<GraphNode> distinctInputs() {
            return new LinkedHashSet<>(inputs());
        }

        /** What it gives is the value of this one. */
        GraphNode last() {
            return nodes.getLast();
        }

        Chain chain() {
            List<Step> steps = new ArrayList<>(nodes.size());
            for (GraphNode node : nodes) {
                Step step = node.step();
                if (step != null) {
                    steps.add(step);
                }
            }
            return new Chain(label(), steps);
        }

        @Nullable Consumer<CallOptions> options() {
            return nodes.getFirst().options();
        }

        /** Of what it gives. */
        String label() {
            return last().label();
        }
    }

    static GraphPlan of(Collection<GraphNode> outputs) {
        List<GraphNode> order = GraphOrder.depthFirst(outputs);
        Map<GraphNode, Integer> readers = GraphOrder.readers(order, outputs);
        Set<GraphNode> wanted = new HashSet<>();
        wanted.addAll(outputs);
        List<Part> parts = new ArrayList<>();
        Map<GraphNode, Part> byNode = new HashMap<>();
        for (GraphNode node : order) {
            if (node.step() == null) {
                continue;
            }
            Part before = node.inputs().size() == 1 ? byNode.get(node.inputs().getFirst()) : null;
            boolean isChained = before != null
                    && readers.getOrDefault(node.inputs().getFirst(), 0) == 1
                    && !wanted.contains(node.inputs().getFirst())
                    && before.options() == null
                    && node.options() == null;
            if (before != null && isChained) {
                before.nodes.add(node);
                byNode.put(node, before);
            } else {
                Part part = new Part(node);
                parts.add(part);
                byNode.put(node, part);
            }
        }
        return new GraphPlan(List.copyOf(outputs), order, parts, byNode, readers);
    }
}
