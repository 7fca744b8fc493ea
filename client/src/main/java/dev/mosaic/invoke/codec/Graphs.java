package dev.mosaic.invoke.codec;

import dev.mosaic.CaptureException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The idle {@link Graph}s of a process; the first is made when the first object needs one.
 *
 * <p><b>Threading:</b> any thread; a graph belongs to one at a time. <b>Cost:</b> as many as were ever used at once, up to
 * {@value #KEPT}. One in which something failed is thrown away.
 */
final class Graphs {
    private static final int KEPT = 64;

    private final ClassLoader code;
    private final AllowedClasses classes;
    private final ConcurrentLinkedQueue<Graph> idle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    Graphs(ClassLoader code, AllowedClasses classes) {
        this.code = code;
        this.classes = classes;
    }

    /** Writes the content of a graph value, but for what stands beside it, which goes to the encoder. */
    void write(Object root, Encoder encoder, Sink sink) {
        Graph graph = take();
        try {
            graph.write(root, encoder, sink);
        } catch (RuntimeException | LinkageError failed) { // Fory wraps what else is thrown
            throw refusal(root, failed);
        }
        give(graph);
    }

    /** Reads the content of a graph value. */
    @Nullable Object read(Source source, Values values) {
        Graph graph = take();
        Object root;
        try {
            root = graph.read(source, values);
        } catch (RuntimeException | StackOverflowError | LinkageError failed) {
            CaptureException own = own(failed);
            throw own != null ? own : new CaptureException("the bytes are no object: " + last(failed), "", failed);
        }
        give(graph);
        return root;
    }

    private CaptureException refusal(Object root, Throwable failed) {
        FieldPath.Found culprit = new FieldPath(classes).find(root);
        if (culprit != null) {
            return new CaptureException(culprit.path() + ": " + culprit.what(), culprit.advice());
        }
        CaptureException own = own(failed);
        String type = root.getClass().getTypeName();
        if (own != null) {
            return new CaptureException(type + ": " + own.what(), own.advice(), own.getCause());
        }
        if (last(failed) instanceof StackOverflowError) {
            return new CaptureException(
                    type + ": nested too deep for the stack", "hold chains in a list or an array", failed);
        }
        return new CaptureException(type + ": " + last(failed), "", failed);
    }

    private static @Nullable CaptureException own(Throwable failed) {
        Throwable at = failed;
        for (int depth = 0; at != null && depth < 16; depth++) {
            if (at instanceof CaptureException own) {
                return own;
            }
            at = at.getCause();
        }
        return null;
    }

    private static Throwable last(Throwable failed) {
        Throwable last = failed;
        for (int depth = 0; depth < 16; depth++) {
            Throwable cause = last.getCause();
            if (cause == null) {
                break;
            }
            last = cause;
        }
        return last;
    }

    private Graph take() {
        Graph graph = idle.poll();
        if (graph == null) {
            return new Graph(code, classes);
        }
        count.decrementAndGet();
        return graph;
    }

    private void give(Graph graph) {
        if (count.get() < KEPT) {
            count.incrementAndGet();
            idle.add(graph);
        }
    }
}
