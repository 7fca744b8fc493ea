package dev.mosaic.node;

import dev.mosaic.unit.shell.ShellEvents;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a program does where the monitor holds a unit for dead that it cannot do without: it is closed, so that all its waits end.
 *
 * <p><b>Threading:</b> any thread; does not wait. Only the first verdict counts.
 */
final class Exclusion implements ShellEvents {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.node");

    private final Ending ending;
    private final AtomicBoolean isHeard = new AtomicBoolean();

    /** @param ending ends the program's parts */
    Exclusion(Ending ending) {
        this.ending = ending;
    }

    @Override
    public void excluded(String reason) {
        if (isHeard.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "a unit of this program is held for dead, and it is closed: {0}",
                    reason);
            Thread.ofVirtual().name("mosaic-excluded").start(ending::close);
        }
    }
}
