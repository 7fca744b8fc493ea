package dev.mosaic.parallel;

import dev.mosaic.Arg;
import dev.mosaic.CallOptions;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node of a graph: what it does, and of which others. Equal to itself alone.
 *
 * <p><b>Threading:</b> immutable.
 */
final class GraphNode {
    /** Null for what is there already. */
    private final @Nullable Step step;

    /** Null for what is computed. */
    private final @Nullable Arg<?> present;

    private final List<GraphNode> inputs;
    private final String name;

    /** Null where nothing is asked for. */
    private final @Nullable Consumer<CallOptions> options;

    private GraphNode(
            @Nullable Step step,
            @Nullable Arg<?> present,
            List<GraphNode> inputs,
            String name,
            @Nullable Consumer<CallOptions> options) {
        this.step = step;
        this.present = present;
        this.inputs = inputs;
        this.name = name;
        this.options = options;
    }

    static GraphNode of(Step step, List<GraphNode> inputs) {
        return new GraphNode(step, null, inputs, "", null);
    }

    static GraphNode of(Arg<?> present) {
        return new GraphNode(null, present, List.of(), "", null);
    }

    /** Another node, with that name. */
    GraphNode named(String shown) {
        return new GraphNode(step, present, inputs, shown, options);
    }

    /** Another node, with these options. */
    GraphNode withCallOptions(Consumer<CallOptions> chosen) {
        return new GraphNode(step, present, inputs, name, chosen);
    }

    @Nullable Step step() {
        return step;
    }

    @Nullable Arg<?> present() {
        return present;
    }

    List<GraphNode> inputs() {
        return inputs;
    }

    String label() {
        return !name.isEmpty() ? name : step == null ? "present" : step.label();
    }

    @Nullable Consumer<CallOptions> options() {
        return options;
    }
}
