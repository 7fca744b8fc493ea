package dev.mosaic.memory;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;

/**
 * Work with file channels on threads that may be interrupted at any time, as those of user code are: an interrupt closes the
 * channel, so the work is done again from the start, with a new one; so is that of other threads with the same channel.
 */
final class Uninterrupted {
    /** Opens a channel, or takes one that is open; can be repeated. */
    interface Work<T> {
        T run() throws IOException;
    }

    private Uninterrupted() {}

    /** The result of the work. An interrupt that came is seen by the caller after it. */
    static <T> T call(Work<T> work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return work.run();
                } catch (ClosedChannelException _) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
