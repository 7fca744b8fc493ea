package dev.mosaic.examples.gettingstarted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The example prints what its documentation shows. */
class GettingStartedTest {
    @Test
    void shouldPrintWhatTheReadmeShows() {
        PrintStream usual = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            GettingStarted.main(new String[0]);
        } finally {
            System.setOut(usual);
        }
        String output = printed.toString(StandardCharsets.UTF_8);
        assertThat(output.lines().filter(line -> !line.startsWith("WORKER")))
                .containsExactly(
                        "Result: 3.0",
                        "Data of a: 2.0",
                        "Workers: 2",
                        "Failed: an update of 3 values for 1024",
                        "Not run: java.lang.IllegalArgumentException: an update of 3 values for 1024");
        assertThat(output.lines().filter(line -> line.startsWith("WORKER")))
                .allMatch(line -> line.matches("WORKER:0:[01]      .*"))
                .map(line -> line.substring(16))
                .containsExactlyInAnyOrder(
                        "Solving for 1024 values", "Solving for 1024 values", "The values are 2.0 now");
    }
}
