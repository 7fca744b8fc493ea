package dev.mosaic.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.cli.CliMain;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mosaic run} as a person calls it: a process of its own, with programs that are written here. */
class RunCommandTest {
    /** Says its arguments and what it finds in its environment, and ends with 7. */
    private static final String SAYS = """
            package a;
            public class Says {
                public static void main(String[] arguments) {
                    System.out.println("arguments " + java.util.List.of(arguments));
                    for (String name : java.util.List.of("ADDRESS", "KEYS", "WORKERS")) {
                        System.out.println(name + " " + System.getenv("MOSAIC_" + name));
                    }
                    System.out.println("heap " + Runtime.getRuntime().maxMemory());
                    System.exit(7);
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldRunASourceFileWithATesseraInAsManyWorkersAsAreAskedFor() throws Exception {
        Path file = Files.writeString(folder.resolve("Places.java"), """
                //DEPS org.jspecify:jspecify:1.0.1
                import dev.mosaic.Mosaic;
                import dev.mosaic.Task;
                import dev.mosaic.Tessera;
                import java.util.HashSet;
                import java.util.List;
                import java.util.stream.IntStream;

                class Places {
                    public static void main(String[] arguments) {
                        try (Mosaic mosaic = Mosaic.fromEnvironment()) {
                            List<Task<Long>> pids =
                                    IntStream.range(0, 6).mapToObj(i -> PlaceProxy.remote().pid()).toList();
                            System.out.println("workers " + new HashSet<>(mosaic.gather(pids)).size());
                        }
                    }
                }

                @Tessera
                class Place {
                    long pid() {
                        return ProcessHandle.current().pid();
                    }
                }
                """);

        Ended ended = mosaic("run", file.toString(), "--workers", "3");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("workers 3");
    }

    @Test
    void shouldGiveTheProgramItsArgumentsAndTheClusterAndReturnItsExitCode() throws Exception {
        Path file = Files.writeString(folder.resolve("Says.java"), SAYS);

        Ended ended = mosaic(
                "run", file.toString(), "one", "--connect", "tcp://h:7600", "--keys", "/k", "-J-Xmx64m", "--", "--two");

        assertThat(ended.code()).as(ended.output()).isEqualTo(7);
        assertThat(ended.output())
                .contains("arguments [one, --two]", "ADDRESS tcp://h:7600", "KEYS /k", "WORKERS null");
        assertThat(ended.output()).containsPattern("heap [56]\\d{7}\n");
    }

    @Test
    void shouldRunAJar() throws Exception {
        Ended ended = mosaic("run", jar("a.Says").toString(), "--workers", "2");

        assertThat(ended.code()).as(ended.output()).isEqualTo(7);
        assertThat(ended.output()).contains("arguments []", "ADDRESS null", "WORKERS 2");
    }

    @Test
    void shouldRunAClass() throws Exception {
        Ended ended = mosaic("run", "a.Says", "--class-path", jar(null).toString());

        assertThat(ended.code()).as(ended.output()).isEqualTo(7);
        assertThat(ended.output()).contains("arguments []", "WORKERS null");
    }

    @Test
    void shouldSayWhatAJarLacks() throws Exception {
        Ended ended = mosaic("run", jar(null).toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output()).contains("has no Main-Class in its manifest").hasLineCount(1);
    }

    @Test
    void shouldShowWhatTheCompilerSays() throws Exception {
        Path file = Files.writeString(folder.resolve("Wrong.java"), "class Wrong { int x = y; }");

        Ended ended = mosaic("run", file.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output())
                .contains("Wrong.java:1: error: cannot find symbol", "Wrong.java cannot be compiled")
                .doesNotContain("\tat ");
    }

    @Test
    void shouldEndTheProgramWhenItIsEnded() throws Exception {
        Path file = Files.writeString(folder.resolve("Waits.java"), """
                void main() throws Exception {
                    IO.println("pid " + ProcessHandle.current().pid());
                    new java.util.concurrent.CountDownLatch(1).await();
                }
                """);
        Path output = folder.resolve("output");
        Process mosaic = start(output, "run", file.toString());
        try {
            Eventually.holds("the program has begun", () -> read(output).matches("(?s).*pid \\d+\n.*"));
            ProcessHandle program = mosaic.children().findFirst().orElseThrow();

            mosaic.destroy();

            assertThat(mosaic.waitFor()).isEqualTo(143);
            assertThat(program.isAlive()).isFalse();
        } finally {
            mosaic.destroyForcibly();
        }
    }

    private record Ended(int code, String output) {}

    private Ended mosaic(String... arguments) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        int code = start(output, arguments).waitFor();
        return new Ended(code, read(output));
    }

    private static Process start(Path output, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CliMain.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(each -> each.startsWith("MOSAIC_"));
        return builder.start();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    /** Of {@link #SAYS}; with null it has no main class. */
    private Path jar(String main) throws IOException {
        Path source = Files.writeString(folder.resolve("Says.java"), SAYS);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", folder.toString(), source.toString()))
                .isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (main != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        }
        Path jar = folder.resolve("says.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new JarEntry("a/Says.class"));
            out.write(Files.readAllBytes(folder.resolve("a/Says.class")));
        }
        return jar;
    }
}
