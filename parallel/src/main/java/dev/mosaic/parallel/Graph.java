package dev.mosaic.parallel;

import dev.mosaic.InvalidOptionException;
import dev.mosaic.Mosaic;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Some {@link Delayed} values and all that they need: computed together, so that what several need is computed once, and drawn.
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
 * <p>Nodes are begun depth first: a value is used soon after it is there, and no node keeps it longer than it is needed. So many are begun
 * ahead as take some 50 ms, by the time that those before took.
 *
 * <p><b>Threading:</b> immutable. <b>Failure:</b> what a function has thrown ends the run; what is under way is cancelled. Nodes whose worker is
 * lost run again elsewhere, as often as {@link #maxRetries} says. Where values are lost with their worker that nothing can make again, the run begins
 * anew, as often.
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

    /** {@link #of(Delayed...)} of a list. */
    public static Graph of(Collection<? extends Delayed<?>> outputs) {
        if (outputs.isEmpty()) {
            throw new InvalidOptionException("outputs=0 are no graph", "give one or more");
        }
        return new Graph(outputs.stream().<GraphNode>map(Delayed::node).toList(), GraphRun.RETRIES, false);
    }

    /** The same, where a node whose worker is lost runs again that often; 3 by default. */
    public Graph maxRetries(int times) {
        if (times < 0) {
            throw new InvalidOptionException("maxRetries=" + times + " is negative", "give 0 or more");
        }
        return new Graph(outputs, times, isTimed);
    }

    /** The same, whose runs know how long each node took and where it ran: a small task more for each. */
    public Graph timed() {
        return new Graph(outputs, maxRetries, true);
    }

    /** How many tasks a run has. */
    public int tasks() {
        return GraphPlan.of(outputs).parts().size();
    }

    /** Computes the values. Waits until all are there; large ones stay in workers until they are asked for. */
    public Run run(Mosaic mosaic) {
        GraphPlan plan = GraphPlan.of(outputs);
        return new Run(plan, new GraphResults(mosaic, plan, maxRetries, isTimed));
    }

    /** A picture of it, as SVG: each node with the name of its function, below what it needs. */
    public String svg() {
        return GraphPicture.of(GraphOrder.depthFirst(outputs), outputs, Map.of());
    }

    /** What a graph gave. <b>Threading:</b> any thread. */
    public static final class Run {
        private final GraphPlan plan;
        private final GraphResults results;

        private Run(GraphPlan plan, GraphResults results) {
            this.plan = plan;
            this.results = results;
        }

        /**
         * The value of an output. Where it was lost with its worker since, the graph is run again.
         *
         * @throws InvalidOptionException where the graph has no such output
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

        /** How long each task took, in the order in which they were begun; empty where the graph was not {@link Graph#timed}. */
        public List<NodeTime> times() {
            return results.times();
        }

        /** The picture of the graph with the times of a {@link Graph#timed} run: the longer a node took, the darker it is. */
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

        /** A table: for each name how many nodes, their time in all and at most; then the whole run. */
        public String profile() {
            return GraphProfile.of(times(), results.seconds());
        }
    }
}
