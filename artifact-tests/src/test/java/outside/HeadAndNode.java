package outside;

import dev.mosaic.node.RunningProgram;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.FreePorts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A cluster of two processes on this machine: {@code mosaic head} and {@code mosaic node}, with the class path of the command line. */
final class HeadAndNode {
    private static final Path RUN = Path.of(System.getProperty("mosaic.run", "../run/target"));

    private final String address = "127.0.0.1:" + FreePorts.next(2);
    private final List<RunningProgram> processes = new ArrayList<>();

    /** @param arguments more of those of the node */
    HeadAndNode(int workers, String... arguments) throws IOException {
        RunningProgram head = start(processes, "head", "--listen", address);
        Eventually.holds("the head is up", () -> head.output().contains("Listening at"));
        List<String> line = new ArrayList<>(
                List.of("node", "--join", address, "--workers", Integer.toString(workers), "--jvm=" + ChildJvms.JIT));
        line.addAll(List.of(arguments));
        RunningProgram node = start(processes, line.toArray(String[]::new));
        Eventually.holds("the node has joined", () -> node.output().contains(" joined "));
    }

    private static RunningProgram start(List<RunningProgram> processes, String... arguments) throws IOException {
        String classPath = RUN.resolve("classes")
                + File.pathSeparator
                + Files.readString(RUN.resolve("dependencies")).strip();
        RunningProgram process = RunningProgram.startNamed(
                classPath,
                "dev.mosaic.cli.CliMain",
                List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"),
                arguments);
        processes.add(process);
        return process;
    }

    /** What a verb of the command line prints of this cluster, once it has ended well. */
    String said(String... verb) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(verb));
        line.addAll(List.of("--join", address));
        try (RunningProgram program = start(new ArrayList<>(), line.toArray(String[]::new))) {
            int code = program.awaitEnd(60);
            if (code != 0) {
                throw new AssertionError(line + " ended with " + code + ":\n" + program.output());
            }
            return program.output();
        }
    }

    /** For {@code Mosaic.connect}. */
    String address() {
        return "tcp://" + address;
    }

    void close() throws InterruptedException {
        processes.reversed().forEach(RunningProgram::stop);
        for (RunningProgram process : processes.reversed()) {
            process.awaitEnd(30);
        }
    }
}
