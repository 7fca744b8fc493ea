package dev.mosaic.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs kubectl, helm and others of the {@code PATH}.
 *
 * <p><b>Failure:</b> where a program is missing, the test is skipped with the reason, or fails where {@code CI} is set. One that takes
 * longer than its time is killed, and the test fails with what it had printed.
 *
 * @param kubeconfig the cluster that they talk to; empty where they talk to none
 * @param timeout how long each may take
 * @param input what each reads
 */
public record Programs(Optional<Path> kubeconfig, Duration timeout, String input) {
    private static final Duration TIMEOUT = Eventually.PATIENCE;

    /** Talking to no cluster. */
    public static Programs here() {
        return new Programs(Optional.empty(), TIMEOUT, "");
    }

    static Programs at(Path kubeconfig) {
        return new Programs(Optional.of(kubeconfig), TIMEOUT, "");
    }

    public Programs within(Duration newTimeout) {
        return new Programs(kubeconfig, newTimeout, input);
    }

    public Programs withInput(String newInput) {
        return new Programs(kubeconfig, timeout, newInput);
    }

    /**
     * What came of it.
     *
     * @param command as it was typed
     * @param exit its status
     * @param out what it printed
     * @param err what it complained of
     */
    public record Result(String command, int exit, String out, String err) {
        public boolean isSuccess() {
            return exit == 0;
        }

        /** For messages. */
        @Override
        public String toString() {
            return "$ " + command + "\n" + out + err + "(exit " + exit + ")";
        }
    }

    /** What it printed; fails the test where its status is not 0. */
    public String run(String... command) {
        Result result = attempt(command);
        assertThat(result.isSuccess()).as("%s", result).isTrue();
        return result.out();
    }

    /** Whatever came of it. */
    public Result attempt(String... command) {
        try {
            Path folder = Files.createTempDirectory("mosaic-program");
            try {
                return attempt(folder, List.of(command));
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Result attempt(Path folder, List<String> command) throws IOException {
        Path in = Files.writeString(folder.resolve("in"), input);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().remove("KUBECONFIG");
        // What kubectl remembers of the kinds of a cluster may be older than the test.
        builder.environment().put("KUBECACHEDIR", folder.resolve("cache").toString());
        kubeconfig.ifPresent(file -> builder.environment().put("KUBECONFIG", file.toString()));
        Process process;
        try {
            process = builder.start();
        } catch (IOException missing) {
            throw Missing.skip(System.getenv(), command.getFirst() + " is not on the PATH");
        }
        boolean ended = ends(process);
        Result result = new Result(
                String.join(" ", command),
                ended ? process.exitValue() : -1,
                Files.readString(out),
                Files.readString(err));
        assertThat(ended).as("ended within %s: %s", timeout, result).isTrue();
        return result;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private boolean ends(Process process) {
        try {
            return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            process.destroyForcibly();
        }
    }
}
