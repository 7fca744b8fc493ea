package dev.mosaic.invoke.codec;

import dev.mosaic.invoke.TypeLimit;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Idle {@link ObjectGraph}s, each of which has read values of equal limits only: Fory asks for a class when it first sees it, so one that has read
 * others would let their classes through.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> about 90 KB for each; up to {@value #KEPT}, those that were used long ago go first.
 */
final class LimitedGraphs {
    private static final int KEPT = 128;

    private final SequencedMap<Object, ArrayDeque<ObjectGraph>> idle = new LinkedHashMap<>(16, 0.75f, true);
    private int count;

    /** Null where there is none. */
    synchronized @Nullable ObjectGraph take(TypeLimit limit) {
        ArrayDeque<ObjectGraph> of = idle.get(limit.key());
        ObjectGraph graph = of == null ? null : of.poll();
        if (graph != null) {
            count--;
        }
        return graph;
    }

    synchronized void give(TypeLimit limit, ObjectGraph graph) {
        if (!limit.isOpen()) {
            idle.computeIfAbsent(limit.key(), key -> new ArrayDeque<>()).push(graph);
            count++;
            while (count > KEPT || idle.size() > KEPT) {
                count -= idle.pollFirstEntry().getValue().size();
            }
        }
    }
}
