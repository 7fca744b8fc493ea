package dev.mosaic.worker;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The processes that tasks have started in this worker, and those that these have started. They end with it.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> a worker that the system itself kills ends none: nobody knows any more whose they were.
 */
final class ChildProcesses {
    private static final long GRACE_MILLIS = 300;

    private ChildProcesses() {}

    /** Ends them when this process ends in good order. */
    static void endAtExit() {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildProcesses::stop, "mosaic-children"));
    }

    /** Asks them to end, and makes those that do not. */
    private static void stop() {
        List<ProcessHandle> asked = ProcessHandle.current().descendants().toList();
        asked.forEach(ProcessHandle::destroy);
        CompletableFuture.allOf(asked.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, GRACE_MILLIS, TimeUnit.MILLISECONDS)
                .join();
        kill();
        asked.forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends them at once. */
    static void kill() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }
}
