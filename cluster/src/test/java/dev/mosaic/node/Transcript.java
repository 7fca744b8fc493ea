package dev.mosaic.node;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What goes to standard output and error meanwhile. To be opened before the cluster, which keeps the streams it finds. */
public final class Transcript implements AutoCloseable {
    private final PrintStream usualOut = System.out;
    private final PrintStream usualError = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream error = new ByteArrayOutputStream();

    public Transcript() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(error, true, StandardCharsets.UTF_8));
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String error() {
        return error.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        System.setOut(usualOut);
        System.setErr(usualError);
    }
}
