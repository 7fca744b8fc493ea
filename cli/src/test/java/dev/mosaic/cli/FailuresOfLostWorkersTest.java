package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import dev.mosaic.WorkerLostException;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import org.junit.jupiter.api.Test;

/** A worker that is lost takes its memory with it; its caller knows what failed. S8.1. */
class FailuresOfLostWorkersTest {
    private static int end(String shot) {
        Runtime.getRuntime().halt(3);
        return shot.length();
    }

    @Test
    void shouldListWhatFailedInAWorkerThatIsGoneAndWhatItWasGiven_S8_1() throws Exception {
        long self = ProcessHandle.current().pid();
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(1))) {
            Eventually.holds(
                    "it is listed", () -> RunningClusters.own().all().stream().anyMatch(each -> each.pid() == self));
            String cluster = RunningClusters.own().all().stream()
                    .filter(each -> each.pid() == self)
                    .findFirst()
                    .orElseThrow()
                    .name();
            Task<Integer> bad = mosaic.submit(Integer::parseInt, "no number");
            assertThatThrownBy(bad::result).isInstanceOf(NumberFormatException.class);
            assertThat(Said.by("list", "tasks", "--state", "failed", "--cluster", cluster)
                            .output())
                    .as("the worker lives, and says it")
                    .hasLineCount(2)
                    .contains("worker:0:0", "input: no number")
                    .doesNotContain("gone");

            Task<Integer> fatal =
                    mosaic.withCallOptions(o -> o.maxRetries(0)).submit(FailuresOfLostWorkersTest::end, "shot 6000");
            assertThatThrownBy(fatal::result).isInstanceOf(WorkerLostException.class);

            Eventually.holds("both are with their caller", () -> {
                String said = Said.by("list", "tasks", "--state", "failed", "--cluster", cluster, "-o", "json")
                        .output();
                return said.contains("\"input\":\"no number\"") && said.contains("\"input\":\"shot 6000\"");
            });
            assertThat(Said.by("describe", bad.uid(), "--cluster", cluster).output())
                    .contains("For input string: \"no number\"; in worker:0:0, which is gone");
            assertThat(Said.by("describe", fatal.uid(), "--cluster", cluster).output())
                    .contains("lost with its worker")
                    .containsPattern("\ninput +shot 6000\n");
            assertThat(Said.by("list", "tasks", "--state", "failed", "--cluster", cluster)
                            .output())
                    .hasLineCount(3);
        }
    }
}
