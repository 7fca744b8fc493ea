package dev.mosaic.node;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What has been started, ended in the opposite order, once.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> what cannot be ended is one log line, the rest is ended all the same.
 */
final class Ending implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.node");

    private final Deque<Runnable> steps = new ArrayDeque<>();

    synchronized void before(Runnable step) {
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
