package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.NoMosaicException;
import dev.mosaic.cli.shell.Shell;
import dev.mosaic.testing.LogGuard;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What can be typed into {@code mosaic interactive}, wherever the workers run. */
abstract class ShellSuite {
    @RegisterExtension
    final LogGuard log = new LogGuard();

    /** A Mosaic of two workers, at most. */
    abstract Mosaic open();

    /** What the shell said. */
    final String typed(String... lines) throws Exception {
        Transcript transcript = new Transcript();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            byte[] script = (String.join("\n", lines) + "\n/exit\n").getBytes(StandardCharsets.UTF_8);
            int code = new Shell(this::open, List.of())
                    .run(new ByteArrayInputStream(script), out, out, new HashMap<>(), List.of());
            assertThat(code).isZero();
        } finally {
            transcript.close();
        }
        Assertions.assertThatThrownBy(Mosaic::current)
                .as("it ended with the shell")
                .isInstanceOf(NoMosaicException.class);
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName(
            "S6.1: a class that is typed becomes tesserae; typed again, new ones are of the new class, old ones stay")
    void shouldMakeTesseraeOfWhatIsTyped() throws Exception {
        String said = typed(
                "class Counter { int sum; String version = \"first\"; int add(int n) { return sum += n; } }",
                "var a = mosaic.remote(Counter::new)",
                "Remote<?> old = a",
                "int three = a.call(Counter::add, 3).result()",
                "int seven = a.call(Counter::add, 4).result()",
                "class Counter { int sum; String version = \"second\"; int add(int n) { return sum += 10 * n; } }",
                "var b = mosaic.remote(Counter::new)",
                "int forty = b.call(Counter::add, 4).result()",
                "String after = b.get(\"version\").result() + \" beside \" + old.get(\"version\").result()",
                "Object kept = old.get(\"sum\").result()");
        assertThat(said)
                .contains(
                        "three ==> 3",
                        "seven ==> 7",
                        "forty ==> 40",
                        "after ==> \"second beside first\"",
                        "kept ==> 7");
    }

    @Test
    @DisplayName(
            "S6.1: a lambda that is typed runs in workers, with the variables and methods it uses as they were then")
    void shouldRunFunctionsThatAreTyped() throws Exception {
        String said = typed(
                "int answer = mosaic.submit(() -> 6 * 7).result()",
                "int x = 7",
                "Task<Integer> before = mosaic.submit(() -> x * 2)",
                "int fourteen = before.result()",
                "x = 8",
                "int scaled(int value) { return value * x; }",
                "Function1<Integer, Integer> f = value -> scaled(value) + 1",
                "int seventeen = mosaic.submit(f, 2).result()",
                "var all = mosaic.gather(mosaic.map(List.of(1, 2, 3), i -> i + x))",
                "record Point(int x, int y) {}",
                "var p = new Point(1, 2)",
                "Point q = mosaic.submit(() -> new Point(p.y(), x)).result()",
                "{ int block = 5; System.out.println(mosaic.submit(() -> block).result()); }",
                "int nested = mosaic.submit(() -> mosaic.submit(() -> x + 1).result()).result()",
                "mosaic.submit(() -> { x = 5; return x; })");
        assertThat(said)
                .contains(
                        "answer ==> 42",
                        "fourteen ==> 14",
                        "seventeen ==> 17",
                        "all ==> [9, 10, 11]",
                        "q ==> Point[x=2, y=8]",
                        "nested ==> 9")
                .contains("the function assigns the shell's variable=x");
    }

    @Test
    @DisplayName("S1.3: a reset ends the Mosaic and starts another, that knows nothing of what was typed before")
    void shouldBeginAgainAfterAReset() throws Exception {
        String said = typed(
                "class Counter { int one() { return 1; } }",
                "int first = mosaic.remote(Counter::new).call(Counter::one).result()",
                "/reset",
                "class Counter { int one() { return 2; } }",
                "int second = mosaic.remote(Counter::new).call(Counter::one).result()",
                "Mosaic.interactiveOff()",
                "Mosaic.interactiveOff()");
        assertThat(said).contains("first ==> 1", "second ==> 2").doesNotContain("Exception");
    }
}
