package dev.mosaic.connect;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Prints what units say to the streams of this program: their lines, each behind its unit's name.
 *
 * <pre>
 *   WORKER:0:1      Solve 2
 * </pre>
 *
 * <p><b>Threading:</b> any thread; lines are never mixed.
 *
 * @param out for lines of standard output
 * @param error for those of standard error, and for what Mosaic says itself
 */
public record Console(PrintStream out, PrintStream error) implements WorkerOutput {
    private static final int NAME_WIDTH = 16;

    @Override
    public void line(String uid, boolean isError, String text) {
        (isError ? error : out).println(prefixed(uid, text));
    }

    /** That calls of the program wait, and why. */
    public void waiting(String uid, String reason) {
        line(uid, true, "Calls wait: " + reason);
    }

    static String prefixed(String uid, String text) {
        StringBuilder line = new StringBuilder(NAME_WIDTH + text.length()).append(uid.toUpperCase(Locale.ROOT));
        do {
            line.append(' ');
        } while (line.length() < NAME_WIDTH);
        return line.append(text).toString();
    }
}
