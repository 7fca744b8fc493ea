package dev.mosaic.cli;

import dev.mosaic.StartException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The end of a process that runs until it is told to end, by SIGTERM or SIGINT: closes what it has.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Termination {
    private final AtomicReference<@Nullable AutoCloseable> current = new AtomicReference<>();

    Termination() {
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("mosaic-close").unstarted(this::close));
    }

    /** From now on that is closed in the end, and what was before is not. */
    void closes(AutoCloseable running) {
        current.set(running);
    }

    /** Waits until the process is told to end, or has ended for a reason of its own, which is an error; never returns. */
    static void await(AutoCloseable running, CompletableFuture<String> excluded) {
        Termination termination = new Termination();
        termination.closes(running);
        String reason = excluded.join();
        termination.close();
        throw new StartException(reason, "start it again, where no other one is to be in its place");
    }

    private void close() {
        try {
            AutoCloseable last = current.getAndSet(null);
            if (last != null) {
                last.close();
            }
        } catch (Exception e) {
            System.err.println("Not all could be ended: " + e);
        }
    }
}
