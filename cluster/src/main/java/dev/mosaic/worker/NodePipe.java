package dev.mosaic.worker;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The pipe from the node, which is standard input when the process starts. It is moved from there: a process that a task starts with {@code
 * inheritIO} has standard input of its worker, and is to find its end, and not what the node says.
 *
 * <p><b>Threading:</b> once, before anything is read. <b>Failure:</b> where it cannot be moved it stays standard input.
 */
final class NodePipe {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.worker");
    private static final int STANDARD_INPUT = 0;
    private static final int READ_ONLY = 0;

    private NodePipe() {}

    /** Needs what {@link SystemLoader} needs. */
    static InputStream take() {
        try {
            InputStream pipe = new FileInputStream("/dev/fd/" + STANDARD_INPUT);
            emptyStandardInput();
            return pipe;
        } catch (IOException | ReflectiveOperationException | RuntimeException notHere) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "processes that tasks start with inheritIO have no end of input: {0}",
                    notHere.toString());
            return System.in;
        }
    }

    /** Puts the empty file there. The JDK has what does so, and no public name for it; to call the system by FFM takes 150 ms more. */
    private static void emptyStandardInput() throws IOException, ReflectiveOperationException {
        MethodHandles.Lookup trusted = SystemLoader.trusted();
        Class<?> calls = Class.forName("sun.nio.ch.InheritedChannel");
        try {
            int empty =
                    (int) trusted.findStatic(calls, "open0", MethodType.methodType(int.class, String.class, int.class))
                            .invokeExact("/dev/null", READ_ONLY);
            trusted.findStatic(calls, "dup2", MethodType.methodType(void.class, int.class, int.class))
                    .invokeExact(empty, STANDARD_INPUT);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ReflectiveOperationException(e);
        }
    }
}
