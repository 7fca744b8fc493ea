package dev.mosaic.parallel;

import dev.mosaic.Mosaic;
import dev.mosaic.ResultLostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a graph gave: the values of its outputs, which may lie in workers. Where one is lost with its worker, the graph is run again.
 *
 * <p><b>Threading:</b> any thread.
 */
final class GraphResults {
    private final Mosaic mosaic;
    private final GraphPlan plan;
    private final int maxRetries;
    private final boolean isTimed;
    private volatile GraphRun.Ended ended;

    /** Runs it. Waits. */
    GraphResults(Mosaic mosaic, GraphPlan plan, int maxRetries, boolean isTimed) {
        this.mosaic = mosaic;
        this.plan = plan;
        this.maxRetries = maxRetries;
        this.isTimed = isTimed;
        this.ended = run();
    }

    private GraphRun.Ended run() {
        return GraphRun.run(mosaic, plan, maxRetries, isTimed);
    }

    @Nullable Object value(GraphNode output) {
        try {
            return ended.value(output);
        } catch (ResultLostException lost) {
            ended = run();
            return ended.value(output);
        }
    }

    /** How long each task took, in the order in which they were begun. */
    List<NodeTime> times() {
        GraphRun.Ended known = ended;
        return plan.parts().stream()
                .filter(known.times()::containsKey)
                .map(known.times()::get)
                .toList();
    }

    /** How long the part of that node took; null where that was not asked for. */
    @Nullable NodeTime time(GraphNode node) {
        return ended.times().get(plan.byNode().get(node));
    }

    double seconds() {
        return ended.seconds();
    }
}
