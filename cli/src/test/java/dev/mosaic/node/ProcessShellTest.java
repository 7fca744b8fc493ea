package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.cli.CliMain;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mosaic interactive}: each worker is a process. */
class ProcessShellTest extends ShellSuite {
    @Override
    Mosaic open() {
        return Mosaic.interactive(1);
    }

    @Test
    @DisplayName("S6.1: a class that needs a variable of the shell is refused with its name")
    void shouldSayWhichVariableAClassCannotHave() throws Exception {
        String said = typed(
                "int x = 7", "class Bad { int f() { return x; } }", "mosaic.remote(Bad::new).call(Bad::f).result()");
        assertThat(said).contains("class=Bad uses the shell's variable=x, which workers do not have");
    }

    @Test
    @DisplayName("mosaic interactive reads a script from a pipe")
    void shouldReadAPipe(@TempDir Path folder) throws Exception {
        Path script = folder.resolve("script");
        Files.writeString(script, """
                class Greeter { String hello(String name) { return "hello " + name + " from " + Worker.current().uid(); } }
                System.out.println(mosaic.remote(Greeter::new).call(Greeter::hello, "you").result());
                System.out.println(mosaic.submit(() -> 6 * 7).result());
                """);
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        ChildJvms.JIT,
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CliMain.class.getName(),
                        "interactive",
                        "--workers",
                        "1",
                        "--",
                        "-s")
                .redirectInput(script.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            Eventually.holds("it ends", Duration.ofSeconds(50), () -> !process.isAlive());
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output)).contains("hello you from worker:0:0\n", "42\n");
        assertThat(process.exitValue()).isZero();
        assertThat(List.of(Files.readString(output).split("\n"))).noneMatch(line -> line.contains("Exception"));
    }
}
