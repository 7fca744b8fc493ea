package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoppedTimeTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    private void state(char letter) throws IOException {
        Files.writeString(folder.resolve("stat"), "17 (a) T b) " + letter + " 1 17 17 0");
    }

    @Test
    void shouldTakeAProcessForDeadThatIsStoppedForLong_S7_1() throws IOException {
        StoppedTime stopped = new StoppedTime(folder.resolve("stat"));
        assertThat(stopped.isOver(0)).as("there is no such file").isFalse();
        state('S');
        assertThat(stopped.isOver(0)).isFalse();
        state('T');
        assertThat(stopped.isOver(100 * SECOND)).isFalse();
        assertThat(stopped.isOver(119 * SECOND)).isFalse();
        assertThat(stopped.isOver(120 * SECOND)).isTrue();
        state('R');
        assertThat(stopped.isOver(121 * SECOND)).as("it goes on").isFalse();
        state('T');
        assertThat(stopped.isOver(200 * SECOND)).as("stopped anew").isFalse();
        state('D');
        assertThat(stopped.isOver(1_000 * SECOND)).as("it waits for a disk").isFalse();
    }
}
