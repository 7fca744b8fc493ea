package dev.mosaic.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The threads of an http server of the JDK, a virtual one for each request. A client that takes longer than a limit to send its request is
 * cut off. The JDK has such a limit too, as a property of the whole process, and so for servers of the program.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a timer for each request.
 */
public final class RequestThreads implements Executor, AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** Ends when the request of this thread is there. */
    private static final ScopedValue<CompletableFuture<Void>> COMING = ScopedValue.newInstance();

    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("mosaic-http").factory());
    private final Duration longest;

    /** A request comes within 30 s. */
    public RequestThreads() {
        this(LONGEST);
    }

    RequestThreads(Duration longest) {
        this.longest = longest;
    }

    @Override
    public void execute(Runnable request) {
        threads.execute(() -> {
            Thread reader = Thread.currentThread();
            CompletableFuture<Void> coming = new CompletableFuture<>();
            var _ = coming.orTimeout(longest.toNanos(), TimeUnit.NANOSECONDS).exceptionally(_ -> {
                reader.interrupt(); // which closes the connection that it reads
                return null;
            });
            try {
                ScopedValue.where(COMING, coming).run(request);
            } finally {
                coming.complete(null);
            }
        });
    }

    /** All of the request of this thread is there: its answer takes the time it takes. */
    static void requestIsThere() {
        COMING.get().complete(null);
    }

    /** Those that read or answer are interrupted, and no more begin. */
    void interrupt() {
        var _ = threads.shutdownNow();
    }

    /** Waits for the last. */
    @Override
    public void close() {
        threads.close();
    }
}
