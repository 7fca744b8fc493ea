package dev.mosaic.node;

import dev.mosaic.connect.WorkerOutput;
import dev.mosaic.headapi.Variables;
import dev.mosaic.worker.WorkerBrief;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A worker's JVM that was started ahead of time and waits on its standard input to be told who it is.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a process, most of whose start is over when it is needed.
 */
record Blank(Process process) {
    /** Half of the memory there is on top of what it has, in how the system compares processes. */
    private static final String FIRST_TO_GO = "500";

    /**
     * Starts one.
     *
     * @param devices variables that say which devices it sees for its life
     * @param threads how many {@link NativeThreads}
     */
    static Blank start(List<String> command, Map<String, String> devices, int threads) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        removeSecrets(builder.environment());
        NativeThreads.say(builder.environment(), threads);
        builder.environment().putAll(devices);
        Process process = builder.start();
        offer(process.pid());
        return new Blank(process);
    }

    /** Where the system itself runs out of memory, it is to end a worker, and no node, store or program. */
    private static void offer(long pid) {
        try {
            Files.writeString(Path.of("/proc/" + pid + "/oom_score_adj"), FIRST_TO_GO);
        } catch (IOException untold) {
            // It has ended, or the system has no such thing: it then chooses by size alone.
        }
    }

    /** User code is not to see what only stores need: the keys of the bucket. */
    static void removeSecrets(Map<String, String> environment) {
        environment.keySet().removeIf(name -> name.startsWith(Variables.S3));
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
