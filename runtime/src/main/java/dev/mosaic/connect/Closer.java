package dev.mosaic.connect;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes what has been opened: in the opposite order, once.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> what cannot be ended is one log line, the rest is ended all the same.
 */
public final class Closer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.connect");

    private final Deque<Runnable> steps = new ArrayDeque<>();

    /** Runs that before all that was given until now. */
    public synchronized void before(Runnable step) {
        steps.push(step);
    }

    @Override
    public synchronized void close() {
        while (!steps.isEmpty()) {
            Runnable step = steps.pop();
            try {
                step.run();
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "a part of the cluster does not end", e);
            }
        }
    }
}
