package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Tally;

/** Calls in a recording of the JDK's flight recorder. S8.1. */
class CallEventsTest {
    private static final String CALL = "dev.mosaic.Call";
    private static final int LONG_SECONDS = 60;

    @TempDir
    Path folder;

    static class Promising {
        CompletionStage<Integer> later() {
            return CompletableFuture.completedFuture(1);
        }
    }

    private List<RecordedEvent> recorded(Duration threshold) throws Exception {
        Path file = folder.resolve("calls.jfr");
        try (Recording recording = new Recording();
                Mosaic mosaic =
                        Mosaic.start(options -> options.workers(1).cpus(1).inProcess())) {
            recording.enable(CALL).withThreshold(threshold);
            recording.start();
            Remote<Tally> tally = mosaic.remote(Tally::new, 0);
            assertThat(tally.call(Tally::addSlowly, 60L).result()).isOne();
            assertThat(tally.call(Tally::add).result()).isEqualTo(2);
            Task<?> later = mosaic.remote(Promising::new).call(Promising::later);
            assertThat((Object) later.result()).isEqualTo(1);
            Task<Integer> bad = mosaic.submit(() -> Integer.parseInt("no number"));
            assertThatThrownBy(bad::result).isInstanceOf(NumberFormatException.class);
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(CALL))
                .toList();
    }

    @Test
    void shouldRecordWhatRanInTheThreadThatRanIt_S8_1() throws Exception {
        Map<String, RecordedEvent> calls = recorded(Duration.ZERO).stream()
                .collect(Collectors.toMap(event -> event.getString("name"), event -> event));

        assertThat(calls)
                .containsOnlyKeys(
                        "Tally.new",
                        "Tally.addSlowly",
                        "Tally.add",
                        "Promising.new",
                        "Promising.later",
                        "CallEventsTest.recorded");
        assertThat(calls.get("Tally.addSlowly")).satisfies(event -> {
            assertThat(event.getDuration()).isBetween(Duration.ofMillis(60), Duration.ofSeconds(LONG_SECONDS));
            assertThat(event.getDuration("waited")).isBetween(Duration.ZERO, Duration.ofSeconds(LONG_SECONDS));
            assertThat(event.getThread().getJavaName()).contains("worker:0:0-lane-");
            assertThat(event.getString("state")).isEqualTo("DONE");
            assertThat(event.getString("task")).matches("[0-9a-f]+-[0-9a-f]+");
            assertThat(event.getString("tessera")).isNotEmpty();
        });
        assertThat(calls.get("Promising.later").getString("state")).isEqualTo("RUNNING");
        assertThat(calls.get("CallEventsTest.recorded")).satisfies(event -> {
            assertThat(event.getString("state")).isEqualTo("FAILED");
            assertThat(event.getString("failure")).contains("NumberFormatException", "no number");
            assertThat(event.getString("tessera")).isEmpty();
        });
    }

    @Test
    void shouldLeaveOutShortOnes_S8_1() throws Exception {
        Duration threshold = Duration.ofMillis(50);
        assertThat(recorded(threshold))
                .allSatisfy(event -> assertThat(event.getDuration()).isGreaterThanOrEqualTo(threshold))
                .extracting(event -> event.getString("name"))
                .contains("Tally.addSlowly");
    }

    /** An image of Java may lack the recorder. */
    @Test
    void shouldRunWithoutTheRecorder_S8_1() throws Exception {
        try (RunningProgram bare = RunningProgram.start(
                Bare.class,
                List.of("--limit-modules", "java.se,jdk.unsupported,jdk.net,jdk.management", "-XX:+UseSerialGC"))) {
            assertThat(bare.awaitEnd(LONG_SECONDS)).isZero();
            assertThat(bare.output()).contains("recorder=false sum=3");
        }
    }

    static final class Bare {
        private Bare() {}

        public static void main(String[] args) {
            try (Mosaic mosaic = Mosaic.start(options -> options.workers(1).inProcess())) {
                Task<Integer> one = mosaic.submit(() -> 1);
                System.out.println("recorder="
                        + ModuleLayer.boot().findModule("jdk.jfr").isPresent() + " sum="
                        + mosaic.submit(a -> a + 2, one).result());
            }
        }
    }
}
