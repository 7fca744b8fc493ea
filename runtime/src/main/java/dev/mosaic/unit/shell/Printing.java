package dev.mosaic.unit.shell;

import java.lang.System.Logger.Level;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread that tells the program what workers have printed. The program may print it, and block for as long as nobody reads that: the
 * clock, which all timeouts and the heartbeat need, must not wait for it.
 *
 * <p><b>Threading:</b> any thread; pieces run one at a time, in order. <b>Cost:</b> one daemon thread while lines come. <b>Failure:</b> what
 * a piece throws is logged.
 */
final class Printing implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.unit");
    private static final long IDLE_SECONDS = 5;
    private static final long LAST_LINES_MILLIS = 200;

    private final String uid;
    private final ThreadPoolExecutor thread;

    Printing(String uid) {
        this.uid = uid;
        this.thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform()
                        .daemon(true)
                        .name("mosaic-" + uid + "-lines")
                        .factory());
        thread.allowCoreThreadTimeOut(true);
    }

    void tell(Runnable piece) {
        try {
            thread.execute(() -> run(piece));
        } catch (RejectedExecutionException closed) {
            // The program listens no more.
        }
    }

    private void run(Runnable piece) {
        try {
            piece.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, uid + ": the process did not take a line", thrown);
        }
    }

    /** What was said is told, unless nobody takes it. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(LAST_LINES_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.log(Level.DEBUG, "{0}: lines of workers are left that the program did not take", uid);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
