package dev.mosaic.parallel;

import dev.mosaic.InvalidOptionException;
import dev.mosaic.Mosaic;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A graph of {@link Delayed} values and all their inputs. It computes the values together, so that shared inputs are computed once, and draws them.
 *
 * <pre>{@code
 * Graph graph = Graph.of(mean, deviation);
 * Files.writeString(Path.of("plan.svg"), graph.svg());
 * Graph.Run run = graph.timed().run(mosaic);
 * Files.writeString(Path.of("run.svg"), run.svg());
 * System.out.println(run.profile());
 * double m = run.value(mean);
 * }</pre>
 *
 * <p>Nodes run depth first, so a value is used soon after it is computed, and is kept only while it is needed. About 50 ms of work is queued ahead;
 * this is estimated from the times of earlier nodes.
 *
 * <p><b>Threading:</b> immutable. <b>Failure:</b> if a function throws, the run ends with this exception, and running nodes are cancelled. If a worker
 * is lost, its nodes run again, up to {@link #maxRetries} times. If lost values cannot be computed again separately, the whole run starts
 * again, up to as many times.
 */
public final class Graph {
    private final List<GraphNode> outputs;
    private final int maxRetries;
    private final boolean isTimed;

    private Graph(List<GraphNode> outputs, int maxRetries, boolean isTimed) {
        this.outputs = outputs;
        this.maxRetries = maxRetries;
        this.isTimed = isTimed;
    }

    /** The graph of these values. */
    public static Graph of(Delayed<?>... outputs) {
        return of(List.of(outputs));
    }

    /** {@link #of(Delayed...)} for a list of values. */
    public static Graph of(Collection<? extends Delayed<?>> outputs) {
        if (outputs.isEmpty()) {
            throw new InvalidOptionException("outputs=0: a graph needs outputs", "give one or more");
        }
        return new Graph(outputs.stream().<GraphNode>map(Delayed::node).toList(), GraphRun.RETRIES, false);
    }

    /** A copy with this number of retries of a node whose worker is lost; 3 by default. */
    public Graph maxRetries(int times) {
        if (times < 0) {
            throw new InvalidOptionException("maxRetries=" + times + " is negative", "give 0 or more");
        }
        return new Graph(outputs, times, isTimed);
    }

    /** A copy whose runs measure how long each node took and where it ran. It costs a small task for each node. */
    public Graph timed() {
        return new Graph(outputs, maxRetries, true);
    }

    /** The number of tasks of a run. */
    public int tasks() {
        return GraphPlan.of(outputs).parts().size();
    }

    /** Computes the values, and waits until all are computed. Large values stay in workers until {@link Run#value}. */
    public Run run(Mosaic mosaic) {
        GraphPlan plan = GraphPlan.of(outputs);
        return new Run(plan, new GraphResults(mosaic, plan, maxRetries, isTimed));
    }

    /** Draws the graph as SVG: each node has the name of its function, and is below its inputs. */
    public String svg() {
        return GraphPicture.of(GraphOrder.depthFirst(outputs), outputs, Map.of());
    }

    /** The results of a run. <b>Threading:</b> any thread. */
    public static final class Run {
        private final GraphPlan plan;
        private final GraphResults results;

        private Run(GraphPlan plan, GraphResults results) {
            this.plan = plan;
            this.results = results;
        }

        /**
         * The value of an output. If it was lost with its worker, the graph runs again.
         *
         * @throws InvalidOptionException if the graph has no such output
         */
        @SuppressWarnings({"unchecked", "NullAway"}) // it is what the node's function has given
        public <T extends @Nullable Object> T value(Delayed<T> output) {
            GraphNode node = output.node();
            if (!plan.outputs().contains(node)) {
                throw new InvalidOptionException(
                        "node=" + node.label() + " is no output of this graph", "give it to Graph.of");
            }
            return (T) results.value(node);
        }

        /** The time of each task, in the order of their starts; empty if the graph is not {@link Graph#timed}. */
        public List<NodeTime> times() {
            return results.times();
        }

        /** The picture of the graph with the times of a {@link Graph#timed} run: a darker node took longer. */
        public String svg() {
            Map<GraphNode, NodeTime> times = new HashMap<>();
            for (GraphNode node : plan.order()) {
                NodeTime time = results.time(node);
                if (time != null) {
                    times.put(node, time);
                }
            }
            return GraphPicture.of(plan.order(), plan.outputs(), times);
        }

        /** A table with the number of nodes of each name, their total and longest time, and the time of the run. */
        public String profile() {
            return GraphProfile.of(times(), results.seconds());
        }
    }
}
