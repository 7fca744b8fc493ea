package dev.mosaic.unit.shell;

import dev.mosaic.message.ClusterMessage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Lines that workers have printed, on their way to the program. Where the program does not take them, as where its standard output is
 * blocked, so many wait; later ones are dropped, and it is told how many.
 *
 * <p><b>Threading:</b> {@link #received} in the loop; they are told by another thread. <b>Cost:</b> at most {@value #MOST_CHARACTERS}
 * characters wait, or one message.
 */
final class PrintedLines {
    static final long MOST_CHARACTERS = 16 << 20;

    /** What a message takes besides its characters. */
    private static final int MESSAGE_CHARACTERS = 100;

    private final Consumer<Runnable> telling;
    private final ShellEvents events;
    private final AtomicLong waiting = new AtomicLong();
    private long dropped;

    /** @param telling runs pieces in order, on another thread */
    PrintedLines(Consumer<Runnable> telling, ShellEvents events) {
        this.telling = telling;
        this.events = events;
    }

    void received(ClusterMessage.Output output) {
        long size = MESSAGE_CHARACTERS + (long) output.lines().length();
        long before = waiting.get();
        if (before > 0 && before + size > MOST_CHARACTERS) {
            dropped += output.lines().lines().count();
            return;
        }
        long missing = dropped;
        dropped = 0;
        waiting.addAndGet(size);
        telling.accept(() -> {
            waiting.addAndGet(-size);
            if (missing > 0) {
                events.output(
                        output.uid(), true, missing + " lines of workers were dropped: the program did not take them");
            }
            output.lines().lines().forEach(line -> events.output(output.uid(), output.error(), line));
        });
    }
}
