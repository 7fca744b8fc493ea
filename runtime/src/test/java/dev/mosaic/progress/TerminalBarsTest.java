package dev.mosaic.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.mosaic.testing.Eventually;
import dev.mosaic.unit.Bars;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TerminalBarsTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private List<String> draws() {
        return Stream.of(bytes.toString(StandardCharsets.UTF_8).split("\r", -1))
                .skip(1)
                .toList();
    }

    @Test
    void shouldShowWhatHasEndedAndWhatHasFailedInOneLine() {
        try (Bars.Bar bar = new TerminalBars(out, () -> 80).bar("shots", 40)) {
            bar.ended(10, 0);
            Eventually.holds(
                    "a quarter is drawn", () -> draws().stream().anyMatch(draw -> draw.startsWith("shots  25% [=")));
            bar.ended(40, 3);
        }
        assertThat(draws().getLast())
                .startsWith("shots 100% [====")
                .contains("40/40")
                .endsWith("3 failed\n");
        assertThat(draws()).allSatisfy(draw -> assertThat(draw.strip()).hasSizeLessThan(80));
    }

    @Test
    void shouldFitIntoANarrowTerminal() {
        try (Bars.Bar bar = new TerminalBars(out, () -> 12).bar("a long name of a bar", 40)) {
            bar.ended(40, 3);
        }
        assertThat(draws())
                .isNotEmpty()
                .allSatisfy(draw -> assertThat(draw.strip()).hasSizeLessThan(12));
    }

    @Test
    void shouldPrintALineNowAndThenWhereThereIsNoTerminal() {
        try (Bars.Bar bar = new TerminalBars(out, () -> StandardError.LINES, Duration.ofMillis(1)).bar("shots", 40)) {
            bar.ended(10, 3);
            Eventually.holds(
                    "a quarter is told",
                    () -> bytes.toString(StandardCharsets.UTF_8)
                            .contains("shots 25% 10/40, 0:00:00, about 0:00:00 left, 3 failed\n"));
            bar.ended(40, 3);
        }
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.getLast()).isEqualTo("shots 100% 40/40, 0:00:00, 3 failed");
        assertThat(lines).as("pauses double").hasSizeLessThan(20);
    }

    @Test
    void shouldPrintNoLineForWhatEndsSoon() {
        try (Bars.Bar bar = new TerminalBars(out, () -> StandardError.LINES).bar("shots", 40)) {
            bar.ended(40, 0);
        }
        assertThat(bytes.size()).isZero();
    }

    @Test
    void shouldDrawNothingWhereThereAreNoColumns() {
        try (Bars.Bar bar = new TerminalBars(out, () -> 0).bar("shots", 40)) {
            bar.ended(40, 3);
        }
        assertThat(bytes.size()).isZero();
    }

    @Test
    void shouldDrawTenTimesASecondAtMost() {
        long begun = System.nanoTime();
        try (Bars.Bar bar = new TerminalBars(out, () -> 80).bar("shots", 1_000_000)) {
            for (long i = 0; i <= 1_000_000; i++) {
                bar.ended(i, 0);
                if (i % 100_000 == 0) {
                    LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
                }
            }
        }
        long tenths = (System.nanoTime() - begun) / Duration.ofMillis(100).toNanos();
        assertThat(draws())
                .hasSizeGreaterThan(2)
                .hasSizeLessThanOrEqualTo((int) tenths + 3); // the first, and the last twice
    }

    @Test
    void shouldEndWhereItsThreadIsInterrupted() {
        Bars.Bar bar = new TerminalBars(out, () -> 80).bar("shots", 40);
        bar.ended(7, 0);
        Thread.currentThread().interrupt();
        assertThatCode(bar::close).doesNotThrowAnyException();
        assertThat(Thread.interrupted()).as("the interrupt is still to be seen").isTrue();
        assertThat(draws().getLast()).contains(" 7/40").endsWith("\n");
    }

    @Test
    void shouldDrawABarThatIsClosedAtOnce() {
        try (Bars.Bar bar = new TerminalBars(out, () -> 80).bar("shots", 40)) {
            bar.ended(40, 0);
        }
        assertThat(draws().getLast()).startsWith("shots 100%").contains("40/40").endsWith("\n");
        assertThat(bytes.toString(StandardCharsets.UTF_8)).containsOnlyOnce("\n");
    }

    @Test
    void shouldDrawNothingWhereThereIsNothingToDo() {
        new TerminalBars(out, () -> 80).bar("shots", 0).close();
        assertThat(bytes.size()).isZero();
    }
}
