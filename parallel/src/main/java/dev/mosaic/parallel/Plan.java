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
 * @param parts in the order in which they are begun, each behind what it needs
 * @param byNode the part of each node that is computed
 * @param readers how many nodes need each; outputs are needed once more
 */
record Plan(List<Part> parts, Map<Delayed<?>, Part> byNode, Map<Delayed<?>, Integer> readers) {
    /** A task. <b>Threading:</b> one thread. */
    static final class Part {
        /** Of a chain, the first first. */
        final List<Delayed<?>> nodes = new ArrayList<>(1);

        private Part(Delayed<?> first) {
            nodes.add(first);
        }

        List<Delayed<?>> inputs() {
            return nodes.getFirst().inputs();
        }

        Set<Delayed<?>> distinctInputs() {
            return new LinkedHashSet<>(inputs());
        }

        /** What it gives is the value of this one. */
        Delayed<?> last() {
            return nodes.getLast();
        }

        Chain chain() {
            List<Step> steps = new ArrayList<>(nodes.size());
            for (Delayed<?> node : nodes) {
                Step step = node.step();
                if (step != null) {
                    steps.add(step);
                }
            }
            return new Chain(steps);
        }

        @Nullable Consumer<CallOptions> options() {
            return nodes.getFirst().options();
        }

        /** Of what it gives. */
        String label() {
            return last().label();
        }
    }

    /** @param order each node behind its inputs */
    static Plan of(List<Delayed<?>> order, Collection<? extends Delayed<?>> outputs) {
        Map<Delayed<?>, Integer> readers = Order.readers(order, outputs);
        Set<Delayed<?>> wanted = new HashSet<>();
        wanted.addAll(outputs);
        List<Part> parts = new ArrayList<>();
        Map<Delayed<?>, Part> byNode = new HashMap<>();
        for (Delayed<?> node : order) {
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
        return new Plan(parts, byNode, readers);
    }
}
