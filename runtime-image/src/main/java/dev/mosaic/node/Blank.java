package dev.mosaic.node;

import dev.mosaic.worker.WorkerBrief;
import java.io.IOException;
import java.util.List;

/**
 * A worker's JVM that was started ahead of time and waits on its standard input to be told who it is.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a process, most of whose start is over when it is needed.
 */
record Blank(Process process) {
    static Blank start(List<String> command) throws IOException {
        return new Blank(new ProcessBuilder(command).start());
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
