package dev.mosaic.parallel;

import dev.mosaic.Mosaic;
import dev.mosaic.OptionException;
import dev.mosaic.ResultLostException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
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
    private static final int RETRIES = 3;

    private final List<Delayed<?>> outputs;
    private final int maxRetries;
    private final boolean isTimed;

    private Graph(List<Delayed<?>> outputs, int maxRetries, boolean isTimed) {
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
            throw new OptionException("outputs=0 are no graph", "give one or more");
        }
        return new Graph(List.copyOf(outputs), RETRIES, false);
    }

    /** The same, where a node whose worker is lost runs again that often; 3 unless said. */
    public Graph maxRetries(int times) {
        if (times < 0) {
            throw new OptionException("maxRetries=" + times + " is negative", "give 0 or more");
        }
        return new Graph(outputs, times, isTimed);
    }

    /** The same, whose runs know how long each node took and where it ran: a small task more for each. */
    public Graph timed() {
        return new Graph(outputs, maxRetries, true);
    }

    /** How many tasks a run has. */
    public int tasks() {
        return Plan.of(Order.depthFirst(outputs), outputs).parts().size();
    }

    /** Computes the values. Waits until all are there; large ones stay in workers until they are asked for. */
    public Run run(Mosaic mosaic) {
        List<Delayed<?>> order = Order.depthFirst(outputs);
        Plan plan = Plan.of(order, outputs);
        return new Run(outputs, order, plan, () -> GraphRun.run(mosaic, plan, outputs, maxRetries, isTimed));
    }

    /** A picture of it, as SVG: each node with the name of its function, below what it needs. */
    public String svg() {
        return GraphPicture.of(Order.depthFirst(outputs), outputs, Map.of());
    }

    /**
     * How long a node took.
     *
     * @param name of its function, or its own
     * @param worker uid of where it ran
     * @param seconds how long its code took; of nodes that ran as one, of all of them
     */
    public record NodeTime(String name, String worker, double seconds) {}

    /** What a graph gave. <b>Threading:</b> any thread. */
    public static final class Run {
        private final List<Delayed<?>> outputs;
        private final List<Delayed<?>> order;
        private final Plan plan;
        private final Supplier<GraphRun.Ended> run;
        private volatile GraphRun.Ended ended;

        private Run(List<Delayed<?>> outputs, List<Delayed<?>> order, Plan plan, Supplier<GraphRun.Ended> run) {
            this.outputs = outputs;
            this.order = order;
            this.plan = plan;
            this.run = run;
            this.ended = run.get();
        }

        /**
         * The value of an output. Where it was lost with its worker since, the graph is run again.
         *
         * @throws OptionException where the graph has no such output
         */
        @SuppressWarnings({"unchecked", "NullAway"}) // it is what the node's function has given
        public <T extends @Nullable Object> T value(Delayed<T> output) {
            if (!outputs.contains(output)) {
                throw new OptionException(
                        "node=" + output.label() + " is no output of this graph", "give it to Graph.of");
            }
            try {
                return (T) ended.value(output);
            } catch (ResultLostException lost) {
                ended = run.get();
                return (T) ended.value(output);
            }
        }

        /** How long each task took, in the order in which they were begun; empty where the graph was not {@link Graph#timed}. */
        public List<NodeTime> times() {
            return plan.parts().stream()
                    .map(ended.times()::get)
                    .filter(Objects::nonNull)
                    .toList();
        }

        /** The picture of the graph with the times of a {@link Graph#timed} run: the longer a node took, the darker it is. */
        public String svg() {
            Map<Delayed<?>, NodeTime> byNode = new HashMap<>();
            plan.byNode().forEach((node, part) -> {
                NodeTime time = ended.times().get(part);
                if (time != null) {
                    byNode.put(node, time);
                }
            });
            return GraphPicture.of(order, outputs, byNode);
        }

        /** A table: for each name how many nodes, their time in all and at most; then the whole run. */
        public String profile() {
            return GraphProfile.of(times(), ended.seconds());
        }
    }
}
