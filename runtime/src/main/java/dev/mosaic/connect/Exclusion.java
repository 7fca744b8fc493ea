package dev.mosaic.connect;

import dev.mosaic.unit.shell.ShellEvents;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Closes the program once the monitor holds one of its own units for dead, so that all its waits end.
 *
 * <p><b>Threading:</b> any thread; does not wait. Only the first verdict counts.
 */
public final class Exclusion implements ShellEvents {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.connect");

    private final Closer closer;
    private final AtomicBoolean isHeard = new AtomicBoolean();

    /** @param closer of the program's parts */
    public Exclusion(Closer closer) {
        this.closer = closer;
    }

    @Override
    public void excluded(String reason) {
        if (isHeard.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "a unit of this program is held for dead, and it is closed: {0}",
                    reason);
            Thread.ofVirtual().name("mosaic-excluded").start(closer::close);
        }
    }
}
