package dev.mosaic.run;

import dev.mosaic.StartException;
import dev.mosaic.cli.Verb;
import dev.mosaic.headapi.Variables;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mosaic run}: a program with Mosaic on its class path, in a JVM of its own. */
@Command(
        name = "run",
        description = {
            "Runs a source file, a jar or a class with Mosaic on its class path. The exit code is the program's.",
            "  mosaic run App.java --workers 4",
            "  mosaic run app.jar --connect kubernetes://default/brain -- --size 3",
            "  mosaic run com.example.Main --class-path target/classes",
            "A source file may name libraries, as for JBang: //DEPS com.google.guava:guava:33.7.2-jre",
            "--workers and --connect are for programs that call Mosaic.fromEnvironment()."
        },
        mixinStandardHelpOptions = true)
public final class RunCommand implements Verb {
    /** Where workers are. */
    static final class Where {
        @Option(
                names = "--workers",
                paramLabel = "N",
                required = true,
                description = "Workers on this machine; one for each processor by default.")
        private @Nullable Integer workers;

        @Option(
                names = "--connect",
                paramLabel = "ADDRESS",
                required = true,
                description =
                        "A cluster that runs: tcp://host:port, mosaic://host:port or kubernetes://namespace/name. MOSAIC_ADDRESS by default.")
        private @Nullable String address;

        private Where() {}
    }

    @Parameters(index = "0", paramLabel = "PROGRAM", description = "App.java, app.jar or a class, com.example.Main.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String program;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Arguments of main, after --.")
    private List<String> arguments = List.of();

    @ArgGroup
    private @Nullable Where where;

    @Option(
            names = "--keys",
            paramLabel = "FOLDER",
            description = "The cluster's keys, as mosaic keys makes them. MOSAIC_KEYS by default.")
    private @Nullable Path keys;

    @Option(
            names = {"-cp", "--class-path"},
            paramLabel = "PATH",
            description = "What the program needs beside Mosaic, as for java.")
    private String classPath = "";

    @Option(names = "-J", paramLabel = "OPTION", description = "For the JVM, written together: -J-Xmx4g.")
    private List<String> jvmOptions = List.of();

    /** For {@link java.util.ServiceLoader}. */
    public RunCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("mosaic-run");
        try {
            Process process = start(work);
            Thread end = new Thread(() -> end(process, work), "run-end");
            Runtime.getRuntime().addShutdownHook(end);
            return process.waitFor();
        } finally {
            delete(work);
        }
    }

    private Process start(Path work) throws IOException {
        List<String> path = new ArrayList<>();
        String main = prepare(work, path);
        if (!classPath.isEmpty()) {
            path.add(classPath);
        }
        path.add(mosaic());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Fory asks for both; without them the JVM warns.
        command.addAll(
                List.of("--sun-misc-unsafe-memory-access=allow", "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, path), main));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        name(builder.environment());
        return builder.start();
    }

    /** Adds the program's own files to the class path, and gives its main class. */
    private String prepare(Path work, List<String> path) throws IOException {
        if (program.endsWith(".java")) {
            SourceFile source = SourceFile.read(Path.of(program));
            List<String> libraries = new ArrayList<>();
            MavenLibraries.files(source.libraries()).forEach(each -> libraries.add(each.toString()));
            path.add(work.toString());
            path.addAll(libraries);
            if (!classPath.isEmpty()) {
                libraries.add(classPath);
            }
            source.compile(work, String.join(File.pathSeparator, libraries), mosaic());
            return source.mainClass();
        }
        if (program.endsWith(".jar")) {
            path.add(program);
            return RunnableJar.mainClass(Path.of(program));
        }
        return program;
    }

    private void name(Map<String, String> environment) {
        Where chosen = where;
        if (chosen != null && chosen.workers != null) {
            if (chosen.workers < 1) {
                throw new StartException(
                        "--workers " + chosen.workers + " is not a number of workers", "give 1 or more");
            }
            environment.remove(Variables.ADDRESS);
            environment.put(Variables.WORKERS, chosen.workers.toString());
        }
        if (chosen != null && chosen.address != null) {
            environment.put(Variables.ADDRESS, chosen.address);
        }
        if (keys != null) {
            environment.put(Variables.KEYS, keys.toAbsolutePath().toString());
        }
    }

    /** What programs depend on. From the sources it is the class path of this process. */
    private static String mosaic() throws IOException {
        Optional<Distribution> packed = Distribution.current();
        return packed.isPresent() ? packed.get().programPath() : System.getProperty("java.class.path");
    }

    private static void end(Process process, Path work) {
        process.destroy();
        try {
            process.waitFor();
            delete(work);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // It lies where the system deletes what is old.
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
