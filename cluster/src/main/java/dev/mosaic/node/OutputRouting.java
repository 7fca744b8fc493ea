package dev.mosaic.node;

import dev.mosaic.connect.WorkerOutput;
import dev.mosaic.unit.shell.CallPrinting;
import java.io.PrintStream;

/**
 * Replaces {@code System.out} and {@code System.err} while workers live in this JVM.
 *
 * <p><b>Failure:</b> where the program has replaced them meanwhile, its own stay.
 */
final class OutputRouting implements AutoCloseable {
    private final PrintStream usualOut = System.out;
    private final PrintStream usualError = System.err;
    private final RoutedStream out;
    private final RoutedStream error;
    private final PrintStream ownOut;
    private final PrintStream ownError;

    OutputRouting(WorkerOutput output) {
        out = new RoutedStream(usualOut, false, output);
        error = new RoutedStream(usualError, true, output);
        ownOut = CallPrinting.over(out.asPrintStream(), false);
        ownError = CallPrinting.over(error.asPrintStream(), true);
        System.setOut(ownOut);
        System.setErr(ownError);
    }

    @Override
    public void close() {
        if (ownOut.equals(System.out)) {
            System.setOut(usualOut);
        }
        if (ownError.equals(System.err)) {
            System.setErr(usualError);
        }
        out.finish();
        error.finish();
    }
}
