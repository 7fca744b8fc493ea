package dev.mosaic.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Tells how long a process has been stopped by a signal (SIGSTOP, or Ctrl-Z of a terminal), by {@code /proc}. Elsewhere than on Linux none is.
 *
 * <p><b>Threading:</b> one thread at a time. <b>Cost:</b> one small file read for each look.
 */
final class StoppedTime {
    /** A process that is stopped for longer is taken for dead: the monitor adds the silence that it allows a unit, 8 s. */
    static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final char STOPPED = 'T';

    private final Path stat;
    private boolean isStopped;
    private long sinceNanos;

    StoppedTime(long pid) {
        this(Path.of("/proc/" + pid + "/stat"));
    }

    StoppedTime(Path stat) {
        this.stat = stat;
    }

    /** True where it was stopped at each look for {@link #LIMIT_NANOS} now. To be called steadily. */
    boolean isOver(long now) {
        boolean wasStopped = isStopped;
        isStopped = state() == STOPPED;
        if (isStopped && !wasStopped) {
            sinceNanos = now;
        }
        return isStopped && now - sinceNanos >= LIMIT_NANOS;
    }

    /** The letter behind the name, which is in brackets and may have any letters itself. */
    private char state() {
        try {
            String text = Files.readString(stat, java.nio.charset.StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf(") ");
            return end < 0 || end + 2 >= text.length() ? ' ' : text.charAt(end + 2);
        } catch (IOException ended) {
            return ' ';
        }
    }
}
