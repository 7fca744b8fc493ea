package dev.mosaic.node;

import dev.mosaic.worker.WorkerBrief;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A worker's JVM that was started ahead of time and waits on its standard input to be told who it is.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a process, most of whose start is over when it is needed.
 */
record Blank(Process process) {
    static Blank start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        removeSecrets(builder.environment());
        return new Blank(builder.start());
    }

    /** User code is not to see what only stores need: the keys of the bucket. */
    static void removeSecrets(Map<String, String> environment) {
        environment.keySet().removeIf(name -> name.startsWith("MOSAIC_S3_"));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** From now on it is that worker. Once. */
    WorkerProcess become(WorkerBrief brief, WorkerOutput output, WorkerProcess.Fate fate) {
        return WorkerProcess.of(process, brief, output, fate);
    }

    void kill() {
        process.toHandle().destroyForcibly();
    }
}
