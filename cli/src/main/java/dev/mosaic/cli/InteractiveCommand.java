package dev.mosaic.cli;

import dev.mosaic.Mosaic;
import dev.mosaic.cli.shell.Shell;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mosaic interactive}: a Java shell with a running Mosaic. */
@Command(
        name = "interactive",
        description = {
            "Opens jshell with a running Mosaic in the variable mosaic. Classes and lambdas typed there run in the workers.",
            "Arguments after -- are passed to jshell: options such as -s, and files to run first."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class InteractiveCommand implements Callable<Integer> {
    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Number of workers on this machine; one for each processor by default.")
    private int workers = Math.max(1, Runtime.getRuntime().availableProcessors());

    @Option(names = "--in-process", description = "Runs workers inside this JVM.")
    private boolean inProcess;

    @Option(
            names = "--connect",
            paramLabel = "ADDRESS",
            description =
                    "Address of a running cluster, tcp://host:port or mosaic://host:port, to use instead of workers on this machine.")
    private @Nullable String address;

    @Mixin
    private KeysOption keys = new KeysOption();

    @Option(
            names = "--class-path",
            paramLabel = "PATH",
            description = "Class path of the shell in addition to Mosaic, as for java. Workers get it too.")
    private String classPath = "";

    @Parameters(paramLabel = "ARGUMENT", description = "Arguments for jshell.")
    private List<String> arguments = new ArrayList<>();

    InteractiveCommand() {}

    @Override
    public Integer call() throws Exception {
        Shell shell = new Shell(
                this::open, classPath.isEmpty() ? List.of() : List.of(classPath.split(File.pathSeparator, -1)));
        return shell.run(System.in, System.out, System.err, null, arguments);
    }

    private Mosaic open() {
        String cluster = address;
        if (cluster != null) {
            return Mosaic.connect(cluster, options -> keys.folder().ifPresent(options::keys));
        }
        return Mosaic.start(options -> {
            options.workers(workers);
            if (inProcess) {
                options.inProcess();
            }
        });
    }
}
