package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import dev.mosaic.invoke.TypeLimit;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The idle {@link ObjectGraph}s of a process; the first is made when the first object needs one.
 *
 * <p><b>Threading:</b> any thread; a graph belongs to one at a time. <b>Cost:</b> as many as were ever used at once, up to
 * {@value #KEPT}. One in which something failed is thrown away.
 */
final class Graphs {
    private static final int KEPT = 64;

    private final ClassLoader code;
    private final AllowedClasses classes;
    private final ConcurrentLinkedQueue<ObjectGraph> idle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final LimitedGraphs limited = new LimitedGraphs();

    Graphs(ClassLoader code, AllowedClasses classes) {
        this.code = code;
        this.classes = classes;
    }

    /** Writes the content of a graph value, but for what stands beside it, which goes to the encoder. */
    void write(Object root, Encoder encoder, Sink sink) {
        ObjectGraph graph = take();
        try {
            graph.write(root, encoder, sink);
        } catch (RuntimeException | LinkageError failed) { // Fory wraps what else is thrown
            throw refusal(root, failed);
        }
        give(graph);
    }

    /**
     * Reads the content of a graph value.
     *
     * @param limit which classes may be in it; null where any
     */
    @Nullable Object read(Source source, Values values, @Nullable TypeLimit limit) {
        TypeLimit by = limit == null || limit.isOpen() ? null : limit;
        ObjectGraph graph = take(by);
        Object root;
        try {
            root = graph.read(source, values, by);
        } catch (RuntimeException | StackOverflowError | LinkageError failed) {
            Throwable thrown = thrownByProgram(failed);
            if (thrown != null) {
                throw new SerializationException(said(thrown), "", thrown);
            }
            SerializationException own = own(failed);
            throw own != null
                    ? own
                    : new SerializationException("the bytes are no object: " + last(failed), "", failed);
        }
        if (by == null) {
            give(graph);
        } else {
            limited.give(by, graph);
        }
        return root;
    }

    private SerializationException refusal(Object root, Throwable failed) {
        Throwable thrown = thrownByProgram(failed);
        if (thrown != null) {
            return new SerializationException(said(thrown), "", thrown);
        }
        if (failed instanceof SerializationException known
                && known.getCause() != null
                && known.advice().equals(Sink.ADVICE)) {
            return known;
        }
        FieldPath.Found culprit = new FieldPath(classes).find(root);
        if (culprit != null) {
            return new SerializationException(culprit.path() + ": " + culprit.what(), culprit.advice());
        }
        SerializationException own = own(failed);
        String type = root.getClass().getTypeName();
        if (own != null) {
            return new SerializationException(type + ": " + own.what(), own.advice(), own.getCause());
        }
        if (last(failed) instanceof StackOverflowError) {
            return new SerializationException(
                    type + ": nested too deep for the stack", "hold chains in a list or an array", failed);
        }
        return new SerializationException(type + ": " + last(failed), "", failed);
    }

    private static @Nullable SerializationException own(Throwable failed) {
        Throwable at = failed;
        for (int depth = 0; at != null && depth < 16; depth++) {
            if (at instanceof SerializationException own) {
                return own;
            }
            at = at.getCause();
        }
        return null;
    }

    /**
     * What code of the program threw that writing or reading has to call: {@code writeObject}, {@code readObject}, {@code hashCode}, a
     * record's constructor. Null where it threw nothing.
     */
    private static @Nullable Throwable thrownByProgram(Throwable failed) {
        Throwable at = failed;
        for (int depth = 0; at != null && depth < 16; depth++) {
            StackTraceElement thrower = at instanceof StackOverflowError ? null : thrower(at);
            if (thrower != null && !isOurs(thrower.getClassName())) {
                return at;
            }
            at = at.getCause();
        }
        return null;
    }

    /** Who called the JDK for it, or threw it. */
    private static @Nullable StackTraceElement thrower(Throwable problem) {
        for (StackTraceElement frame : problem.getStackTrace()) {
            String module = frame.getModuleName();
            if (module == null || !(module.startsWith("java.") || module.startsWith("jdk."))) {
                return frame;
            }
        }
        return null;
    }

    private static boolean isOurs(String type) {
        return type.startsWith("org.apache.fory.") || type.startsWith("dev.mosaic.invoke.");
    }

    private static String said(Throwable thrown) {
        return thrown + ", thrown in " + thrower(thrown);
    }

    static Throwable last(Throwable failed) {
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

    private ObjectGraph take(@Nullable TypeLimit limit) {
        if (limit == null) {
            return take();
        }
        ObjectGraph graph = limited.take(limit);
        return graph == null ? new ObjectGraph(code, classes) : graph;
    }

    private ObjectGraph take() {
        ObjectGraph graph = idle.poll();
        if (graph == null) {
            return new ObjectGraph(code, classes);
        }
        count.decrementAndGet();
        return graph;
    }

    private void give(ObjectGraph graph) {
        if (count.get() < KEPT) {
            count.incrementAndGet();
            idle.add(graph);
        }
    }
}
