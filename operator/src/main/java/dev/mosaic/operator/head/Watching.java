package dev.mosaic.operator.head;

import org.jspecify.annotations.Nullable;

/**
 * Lines of a head that are being read.
 *
 * <p><b>Threading:</b> any thread. Behind {@link #close} nothing is handed on but what was being handed on just then.
 */
public final class Watching implements AutoCloseable {
    private volatile boolean isClosed;
    private @Nullable Thread reader;

    Watching() {}

    synchronized void begin(Thread thread) {
        reader = thread;
        thread.start();
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Ends it; more than once does no harm. */
    @Override
    public synchronized void close() {
        isClosed = true;
        if (reader != null) {
            reader.interrupt();
        }
    }
}
