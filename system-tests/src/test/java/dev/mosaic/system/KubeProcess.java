package dev.mosaic.system;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process of the Kubernetes that {@code ../shared/kube} runs on this machine: one that its folder {@code run} names, by pid and start time. It
 * can be killed and started again as it was: the same command, environment and log.
 *
 * <p><b>Threading:</b> any.
 *
 * <p><b>Failure:</b> where the cluster is another one, or this is not root, the test is skipped.
 */
final class KubeProcess {
    private static final Path PROC = Path.of("/proc");
    private static final Duration PATIENCE = Eventually.PATIENCE;

    /** The fields of {@code /proc/PID/stat} behind the command: the state is the first, and what tells a pid from an earlier one is this. */
    private static final int START_TIME = 19;

    private final String name;
    private final Path record;
    private final Path log;
    private final List<String> command;
    private final Map<String, String> environment;

    private KubeProcess(String name, Path record, Path log, List<String> command, Map<String, String> environment) {
        this.name = name;
        this.record = record;
        this.log = log;
        this.command = command;
        this.environment = environment;
    }

    /** The one that runs by that name, on the cluster of this environment. */
    static KubeProcess named(String name, Map<String, String> environment) {
        String state = environment.getOrDefault("MOSAIC_STATE", "");
        if (state.isEmpty() || !Files.exists(Path.of(state, "run", name))) {
            return abort("no process " + name + " in MOSAIC_STATE: this needs the cluster that ../shared/kube runs");
        }
        return in(Path.of(state), name);
    }

    /** The one of that state. */
    static KubeProcess in(Path state, String name) {
        Path record = state.resolve("run").resolve(name);
        long pid = running(record).orElseThrow(() -> new AssertionError(name + " does not run"));
        try {
            Map<String, String> environment = new LinkedHashMap<>();
            for (String each : words(pid, "environ")) {
                int equals = each.indexOf('=', 1);
                if (equals > 0) {
                    environment.put(each.substring(0, equals), each.substring(equals + 1));
                }
            }
            return new KubeProcess(
                    name,
                    record,
                    state.resolve("logs").resolve(name + ".log"),
                    words(pid, "cmdline"),
                    Map.copyOf(environment));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> words(long pid, String file) throws IOException {
        String all = Files.readString(PROC.resolve(Long.toString(pid)).resolve(file));
        return List.of(all.split("\0", 0));
    }

    /** What stands behind that word of its command. */
    String argument(String option) {
        return command.get(command.indexOf(option) + 1);
    }

    /** Its pid; empty where it does not run. */
    Optional<Long> pid() {
        return running(record);
    }

    private static Optional<Long> running(Path record) {
        try {
            String[] said = Files.readString(record).strip().split(" ", 2);
            long pid = Long.parseLong(said[0]);
            return said.length == 2 && said[1].equals(startedAt(pid)) ? Optional.of(pid) : Optional.empty();
        } catch (IOException | NumberFormatException none) {
            return Optional.empty();
        }
    }

    /** Empty where it has ended, also where nobody has asked yet how. */
    private static String startedAt(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return fields[0].equals("Z") ? "" : fields[START_TIME];
        } catch (IOException ended) {
            return "";
        }
    }

    /** As {@code kill -9} does; it has ended when this returns. */
    synchronized void kill() {
        pid().flatMap(ProcessHandle::of).ifPresent(ProcessHandle::destroyForcibly);
        Eventually.holds(name + " has ended", PATIENCE, () -> pid().isEmpty(), () -> "");
    }

    /** Again, where it does not run. It outlives this JVM. */
    synchronized void start() {
        if (pid().isPresent()) {
            return;
        }
        // A session of its own, so that what ends a test in a terminal does not end it.
        List<String> inSession = new ArrayList<>(List.of("setsid"));
        inSession.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(inSession)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            long pid = builder.start().pid();
            Files.writeString(record, pid + " " + startedAt(pid) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name + " " + pid().map(pid -> "pid=" + pid).orElse("does not run");
    }
}
