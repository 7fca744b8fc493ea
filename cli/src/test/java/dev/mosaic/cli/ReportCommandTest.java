package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.node.RunningProgram;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Tally;

/** {@code mosaic report}, and that of a program that ends. S8.1. */
class ReportCommandTest {
    private static final int LONG_SECONDS = 60;

    @TempDir
    Path folder;

    /** What is in each part. */
    @Test
    void shouldWriteWhatTheClusterKnows_S8_1() throws Exception {
        Path file = folder.resolve("report.html");
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(2).inProcess())) {
            Eventually.holds(
                    "it is listed",
                    () -> ListTesseraeCommandTest.ofThisProcess().isPresent());
            Remote<Tally> tally = mosaic.remote(Tally::new, 0);
            tally.call(Tally::add).result();
            assertThatThrownBy(
                            () -> mosaic.submit(() -> Integer.parseInt("<b>")).result())
                    .isInstanceOf(NumberFormatException.class);
            Said said = Said.by(
                    "report",
                    "--cluster",
                    ListTesseraeCommandTest.ofThisProcess().orElseThrow(),
                    "-f",
                    file.toString(),
                    "--title",
                    "My run");

            assertThat(said).isEqualTo(new Said(0, "The report is in " + file + "\n", ""));
        }
        assertThat(Files.readString(file))
                .startsWith("<!DOCTYPE html>")
                .contains("<h1>My run</h1>", "calls have ended, 1 failed, 0 did not run, since an argument failed.")
                .contains("NumberFormatException: For input string: &quot;&lt;b&gt;&quot;")
                .contains("<td>Tally.add</td><td class=number>1</td>")
                .contains("<rect", ">worker:0:1</text>", "<td>warehouse:0</td>", "<td>LISTENING</td>")
                .doesNotContain("Calls that run", "Units that were lost", "What finds no place", "<script");
    }

    /** Its one task has failed, and its exception ends it. */
    @Test
    void shouldBeWrittenByAProgramThatEnds_S8_1() throws Exception {
        Path file = folder.resolve("end.html");
        try (RunningProgram program = RunningProgram.startWith(
                System.getProperty("java.class.path"),
                List.of("env", "MOSAIC_REPORT=" + file),
                Failing.class,
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"))) {
            assertThat(program.awaitEnd(LONG_SECONDS)).isOne();
            assertThat(program.output()).contains("The report of this run is in " + file);
        }
        assertThat(Files.readString(file))
                .contains("ReportCommandTest$Failing-", "IllegalStateException: no velocity model");
    }

    /** A program. */
    static final class Failing {
        private Failing() {}

        public static void main(String[] arguments) {
            try (Mosaic mosaic = Mosaic.start(options -> options.workers(1))) {
                mosaic.submit(Failing::fail).result();
            }
        }

        private static int fail() {
            throw new IllegalStateException("no velocity model");
        }
    }
}
