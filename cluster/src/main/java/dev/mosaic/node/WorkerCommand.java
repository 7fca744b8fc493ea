package dev.mosaic.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The command line of a worker: this program's own JDK, and its arguments in a file.
 *
 * <p><b>Threading:</b> immutable. <b>Cost:</b> one small file for all workers of a node.
 */
final class WorkerCommand {
    private static final String MAIN = "dev.mosaic.worker.WorkerMain";

    private final Path java;
    private final Path arguments;

    private WorkerCommand(Path java, Path arguments) {
        this.java = java;
        this.arguments = arguments;
    }

    static WorkerCommand write(Path folder, List<String> jvmArguments) throws IOException {
        Path file = folder.resolve("jvm.args");
        ArgumentFile.write(file, jvmArguments);
        return new WorkerCommand(Path.of(System.getProperty("java.home"), "bin", "java"), file);
    }

    List<String> of(String uid) {
        return List.of(java.toString(), "@" + arguments, MAIN, uid);
    }
}
