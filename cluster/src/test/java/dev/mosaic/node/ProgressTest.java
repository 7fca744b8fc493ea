package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.FailedItem;
import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.TesseraArray;
import dev.mosaic.connect.Closer;
import dev.mosaic.connect.ProgramUnit;
import dev.mosaic.progress.TerminalBars;
import dev.mosaic.testing.Eventually;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.Unit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import program.Inhabitant;

/** Bars of tasks and items, on a terminal of 80 columns that is a buffer; and on a pipe, in a program of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProgressTest {
    private static final List<Integer> ITEMS = IntStream.range(0, 10).boxed().toList();

    /** What the tasks wait for: the workers are in this process. */
    private static volatile CountDownLatch gate = new CountDownLatch(0);

    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    @BeforeAll
    void start() {
        var _ = Mosaic.start(options -> options.workers(2).inProcess());
    }

    @AfterAll
    void end() {
        Mosaic.current().close();
    }

    /** A test that failed leaves no worker behind that waits. */
    @AfterEach
    void openGate() {
        gate.countDown();
    }

    /** In a program whose standard error is the buffer. */
    private void inTerminal(Consumer<Mosaic> program) {
        terminal.reset();
        PrintStream out = new PrintStream(terminal, true, StandardCharsets.UTF_8);
        Unit unit = new ProgramUnit(Unit.current(), new Closer(), new TerminalBars(out, () -> 80));
        CurrentUnit.runIn(unit, () -> program.accept(Mosaic.current()));
    }

    private String drawn() {
        String all = terminal.toString(StandardCharsets.UTF_8);
        return all.substring(all.lastIndexOf('\r') + 1);
    }

    private static int tripled(int item) {
        return 3 * item;
    }

    private static int failBelow3(int item) {
        if (item < 3) {
            throw new IllegalStateException("item=" + item);
        }
        return item;
    }

    private static int afterGate(int item) throws InterruptedException {
        gate.await();
        return item;
    }

    @Test
    void shouldShowTasksUntilAllHaveEndedAndGiveThem() {
        inTerminal(mosaic -> {
            assertThat(mosaic.gather(mosaic.progress(mosaic.map(ITEMS, ProgressTest::tripled))))
                    .containsExactly(0, 3, 6, 9, 12, 15, 18, 21, 24, 27);
            assertThat(drawn())
                    .startsWith("tasks 100% [====")
                    .contains("10/10")
                    .doesNotContain("failed")
                    .endsWith("\n");
        });
    }

    @Test
    void shouldCountTasksThatFailAndThrowNothing() {
        inTerminal(mosaic -> {
            List<Task<Integer>> tasks = mosaic.progress(
                    "shots",
                    ITEMS.stream()
                            .map(item -> mosaic.submit(ProgressTest::failBelow3, item))
                            .toList());
            assertThat(tasks)
                    .filteredOn(task -> task.state() == Task.State.FAILED)
                    .hasSize(3);
            assertThat(drawn()).startsWith("shots 100%").contains("10/10").endsWith("3 failed\n");
        });
    }

    @Test
    void shouldCountWhileTasksRun() {
        inTerminal(mosaic -> {
            gate = new CountDownLatch(1);
            Task<Integer> waits = mosaic.submit(ProgressTest::afterGate, 1);
            Task<Integer> fast = mosaic.submit(ProgressTest::tripled, 1);
            Unit unit = Unit.current();
            Thread waiter = Thread.ofVirtual()
                    .start(() -> CurrentUnit.runIn(unit, () -> Mosaic.current().progress(List.of(waits, fast))));
            Eventually.holds("one of two is drawn", () -> drawn().contains("1/2"));
            assertThat(waiter.isAlive()).isTrue();
            gate.countDown();
            Eventually.holds("both are drawn", () -> drawn().contains("2/2") && !waiter.isAlive());
        });
    }

    @Test
    void shouldLeaveTheBarAsItIsWhereTheWaitIsInterrupted() {
        inTerminal(mosaic -> {
            gate = new CountDownLatch(1);
            Task<Integer> waits = mosaic.submit(ProgressTest::afterGate, 1);
            Unit unit = Unit.current();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread waiter = Thread.ofVirtual().start(() -> {
                try {
                    CurrentUnit.runIn(unit, () -> Mosaic.current().progress(List.of(waits)));
                } catch (RuntimeException ended) {
                    thrown.set(ended);
                }
            });
            Eventually.holds("it is drawn", () -> drawn().contains("0/1"));
            waiter.interrupt();
            Eventually.holds("the wait has ended", () -> !waiter.isAlive());
            assertThat(thrown.get()).isInstanceOf(CancellationException.class);
            assertThat(drawn()).contains("0/1").endsWith("\n");
            assertThat(waits.state()).as("the task goes on").isNotEqualTo(Task.State.CANCELLED);
            gate.countDown();
            assertThat(waits.result()).isEqualTo(1);
        });
    }

    @Test
    void shouldEndAtOnceWithoutTasks() {
        inTerminal(mosaic -> {
            assertThat(mosaic.progress(List.<Task<Integer>>of())).isEmpty();
            assertThat(drawn()).isEmpty();
        });
    }

    @Test
    void shouldCountItemsOfForEach() {
        inTerminal(mosaic -> {
            List<FailedItem<Integer>> dropped =
                    mosaic.forEach(ITEMS, options -> options.progress("items").maxFailedShare(0.5), (worker, item) -> {
                        var _ = failBelow3(item);
                    });
            assertThat(dropped).hasSize(3);
            assertThat(drawn()).startsWith("items 100%").contains("10/10").endsWith("3 failed\n");

            assertThatThrownBy(() -> mosaic.forEach(ITEMS, options -> options.progress("items"), (worker, item) -> {
                        var _ = failBelow3(item);
                    }))
                    .hasMessageContaining("maxFailedShare=0.0");
            assertThat(drawn()).contains(" failed").endsWith("\n");
        });
    }

    @Test
    void shouldCountItemsOfAnArrayAndTellTheListener() {
        inTerminal(mosaic -> {
            TesseraArray<Remote<Inhabitant>> all = mosaic.remoteArray(2, Inhabitant::new);
            int[] heard = new int[1];
            assertThat(all.map(
                            ITEMS,
                            options -> options.progress("items").progress((ended, count) -> heard[0] = ended),
                            (each, item) -> each.call(Inhabitant::pid)))
                    .hasSize(10);
            assertThat(heard[0]).isEqualTo(10);
            assertThat(drawn()).startsWith("items 100%").contains("10/10").endsWith("\n");
        });
    }

    @Test
    void shouldDrawNothingWhereNoneIsAskedFor() {
        inTerminal(mosaic -> {
            assertThat(mosaic.forEach(ITEMS, options -> options.maxRetries(1), (worker, item) -> {}))
                    .isEmpty();
            assertThat(drawn()).isEmpty();
        });
    }

    @Test
    void shouldBeQuietOnAPipeUnlessTheEnvironmentWantsIt() throws Exception {
        assertThat(linesOf("")).containsExactly("[6, 9]");
        assertThat(linesOf("MOSAIC_PROGRESS=off")).containsExactly("[6, 9]");
        List<String> lines = linesOf("MOSAIC_PROGRESS=on");
        assertThat(lines)
                .as("no warning of the JVM is among them, and no bar of a worker")
                .allMatch(line -> line.startsWith("shots ") || line.equals("[6, 9]"));
        assertThat(lines).anyMatch(line -> line.startsWith("shots 100% [====") && line.contains("2/2"));
    }

    /** What the program writes to both streams, without what Mosaic says at the start. */
    private static List<String> linesOf(String variable) throws Exception {
        List<String> environment =
                variable.isEmpty() ? List.of("env", "-u", "MOSAIC_PROGRESS") : List.of("env", variable);
        try (RunningProgram program = RunningProgram.startWith(
                System.getProperty("java.class.path"),
                environment,
                Shooter.class,
                List.of("--add-opens=java.base/java.lang.invoke=ALL-UNNAMED"))) {
            assertThat(program.awaitEnd(30)).as(program::output).isZero();
            return program.output()
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("HEAD:0 "))
                    .toList();
        }
    }

    /** A program that shows a bar, and a worker of it that would show one, then the results. */
    static final class Shooter {
        public static void main(String[] arguments) {
            try (Mosaic mosaic = Mosaic.start(options -> options.workers(1).inProcess())) {
                var _ = mosaic.submit(() -> Mosaic.current()
                                .progress("inner", tasks(Mosaic.current()))
                                .size())
                        .result();
                System.out.println(mosaic.gather(mosaic.progress("shots", tasks(mosaic))));
            }
        }

        private static List<Task<Integer>> tasks(Mosaic mosaic) {
            return mosaic.map(List.of(2, 3), ProgressTest::tripled);
        }
    }
}
