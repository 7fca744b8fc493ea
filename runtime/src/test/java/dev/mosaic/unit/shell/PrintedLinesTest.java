package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.ClusterMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PrintedLinesTest {
    private final ArrayDeque<Runnable> untold = new ArrayDeque<>();
    private final List<String> printed = new ArrayList<>();
    private final PrintedLines lines = new PrintedLines(untold::add, new ShellEvents() {
        @Override
        public void output(String uid, boolean isError, String line) {
            printed.add(uid + (isError ? "! " : " ") + line);
        }
    });

    private void say(boolean isError, String text) {
        lines.received(new ClusterMessage.Output("worker:0:1", isError, text));
    }

    private void tellAll() {
        for (Runnable piece = untold.poll(); piece != null; piece = untold.poll()) {
            piece.run();
        }
    }

    @Test
    void shouldTellEachLine() {
        say(false, "one\ntwo");
        say(true, "three");
        tellAll();
        assertThat(printed).containsExactly("worker:0:1 one", "worker:0:1 two", "worker:0:1! three");
    }

    @Test
    @DisplayName("S7.4 a program that takes no lines: what waits is bounded, and it is told what is missing")
    void shouldDropLinesThatTheProgramDoesNotTake() {
        String large = "x".repeat(1 << 20);
        for (int i = 0; i < 40; i++) {
            say(false, large + "\n" + i);
        }
        assertThat(untold).hasSize(15);
        tellAll();
        assertThat(printed).hasSize(30);
        printed.clear();

        say(false, "later");
        say(false, "and later");
        tellAll();
        assertThat(printed)
                .containsExactly(
                        "worker:0:1! 50 lines of workers were dropped: the program did not take them",
                        "worker:0:1 later",
                        "worker:0:1 and later");
    }

    @Test
    @DisplayName("A message alone may be larger than all that may wait")
    void shouldTellALineHoweverLong() {
        say(false, "x".repeat((int) PrintedLines.MOST_CHARACTERS + 1));
        say(false, "next");
        assertThat(untold).hasSize(1);
        tellAll();
        say(false, "last");
        tellAll();
        assertThat(printed).last().isEqualTo("worker:0:1 last");
    }
}
