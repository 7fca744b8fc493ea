package dev.mosaic.mesh;

import java.time.Duration;
import java.util.Optional;

/**
 * Keeps a log readable that strangers can write to: so many lines in each period, then only how many there were, with the first line of a
 * later one.
 *
 * <p><b>Threading:</b> any thread. The time is an argument.
 */
public final class LineLimit {
    private final int most;
    private final long periodNanos;
    private long sinceNanos;
    private boolean begun;
    private int lines;
    private long withheld;

    /** @param most lines in a period */
    public LineLimit(int most, Duration period) {
        this.most = most;
        this.periodNanos = period.toNanos();
    }

    /** The line as it is to be logged; empty where it is one too many. */
    public synchronized Optional<String> line(long nowNanos, String text) {
        if (!begun || nowNanos - sinceNanos >= periodNanos) {
            begun = true;
            sinceNanos = nowNanos;
            lines = 0;
        }
        if (lines >= most) {
            withheld++;
            return Optional.empty();
        }
        lines++;
        String more = withheld == 0 ? "" : " (" + withheld + " such lines were left out before)";
        withheld = 0;
        return Optional.of(text + more);
    }
}
