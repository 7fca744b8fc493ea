package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import program.Inhabitant;

/** What a program says while its calls wait for workers or for room in them. */
class WaitingTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final String WORDS = "Calls wait: ";

    private Transcript transcript;

    @BeforeEach
    void listen() {
        transcript = new Transcript();
    }

    @AfterEach
    void close() {
        transcript.close();
    }

    @Test
    void shouldSayOnceThatNoWorkerIsThere() throws IOException {
        try (Machines machines = Machines.onLoopback().head();
                Mosaic mosaic = Mosaic.connect(machines.address())) {
            Task<Integer> task = mosaic.submit(() -> 1);
            awaitSaid("HEAD:0          Calls wait: no worker is there");
            Remote<Inhabitant> other = mosaic.remote(Inhabitant::new);

            machines.node("one", 1);

            assertThat(task.result(LONG)).isEqualTo(1);
            assertThat(other.call(Inhabitant::pid).result(LONG)).isPositive();
            assertThat(transcript.error()).containsOnlyOnce(WORDS);
        }
    }

    @Test
    void shouldSayWhatATesseraNeedsAndWhoHasIt() {
        try (Mosaic mosaic = Mosaic.start(options -> options.workers(1).resource("licence", 1))) {
            Remote<Inhabitant> first = mosaic.withOptions(options -> options.resource("licence", 1))
                    .remote(Inhabitant::new);
            assertThat(first.call(Inhabitant::pid).result(LONG)).isPositive();
            assertThat(transcript.error()).doesNotContain(WORDS);

            Task<Long> second = mosaic.withOptions(options -> options.resource("licence", 1))
                    .remote(Inhabitant::new)
                    .call(Inhabitant::pid);

            awaitSaid(
                    "HEAD:0          Calls wait: needs 1 licence; node:0 has 1 licence, free 0 licence, in use by tess-inhabitant-");
            first.drop();
            assertThat(second.result(LONG)).isPositive();
        }
    }

    private void awaitSaid(String line) {
        Eventually.holds(line, () -> transcript.error().contains(line));
    }
}
