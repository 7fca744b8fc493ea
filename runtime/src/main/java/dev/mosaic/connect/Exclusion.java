package dev.mosaic.connect;

import dev.mosaic.unit.shell.ShellEvents;
import java.util.concurrent.CompletableFuture;

/**
 * Closes the program where it cannot go on, so that all its waits end: the monitor holds one of its own units for dead, or the cluster is gone.
 *
 * <p><b>Threading:</b> any thread; does not wait. Only the first reason counts.
 */
public final class Exclusion implements ShellEvents {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.connect");

    private final Closer closer;
    private final CompletableFuture<String> reason = new CompletableFuture<>();

    /** @param closer of the program's parts */
    public Exclusion(Closer closer) {
        this.closer = closer;
    }

    @Override
    public void excluded(String verdict) {
        end("a unit of this program is held for dead: " + verdict);
    }

    /** Why the program is closed; completes before it is. */
    public CompletableFuture<String> reason() {
        return reason;
    }

    /** Closes it for that reason. */
    public void end(String why) {
        if (reason.complete(why)) {
            LOG.log(System.Logger.Level.ERROR, "this program''s Mosaic is closed: {0}", why);
            Thread.ofVirtual().name("mosaic-excluded").start(closer::close);
        }
    }
}
