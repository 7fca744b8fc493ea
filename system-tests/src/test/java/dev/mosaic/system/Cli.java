package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.cli.CliMain;
import dev.mosaic.crd.Cluster;
import dev.mosaic.node.RunningProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** {@code mosaic}, in a process of its own. */
final class Cli {
    private Cli() {}

    /** What it printed. */
    static String run(String namespace, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--namespace", namespace));
        try (RunningProgram program = RunningProgram.startWith(
                System.getProperty("java.class.path"),
                List.of("env", "KUBECONFIG=" + Cluster.any().kubeconfig()),
                CliMain.class,
                List.of("--sun-misc-unsafe-memory-access=allow"),
                all.toArray(String[]::new))) {
            assertThat(program.awaitEnd(60)).as(program.output()).isZero();
            return program.output();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
