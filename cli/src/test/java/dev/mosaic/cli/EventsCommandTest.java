package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.headapi.EventsPage;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import program.Tally;

/** {@code mosaic events}. S8.1. */
class EventsCommandTest {
    /** A process of a worker, ended from outside. */
    @Test
    void shouldSayWhichUnitWasLostAndWhy_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(1))) {
            Eventually.holds(
                    "it is listed",
                    () -> ListTesseraeCommandTest.ofThisProcess().isPresent());
            String name = ListTesseraeCommandTest.ofThisProcess().orElseThrow();
            Remote<Tally> tally = mosaic.remote(Tally::new, 0);
            ProcessHandle.of(tally.call(Tally::pid).result()).orElseThrow().destroyForcibly();
            Eventually.holds(
                    "it is lost",
                    () -> Said.by("events", "--cluster", name, "--kind", "lost")
                            .output()
                            .contains("worker:0:0"));
            Said all = Said.by("events", "--cluster", name);

            assertThat(all.output())
                    .startsWith("AT")
                    .containsPattern("Z +JOINED +node:0 ")
                    .containsPattern("Z +JOINED +worker:0:0 +-\n")
                    .containsPattern("Z +LOST +worker:0:0 +its process was ended by signal 9");
            AskedCluster asked = CommandLine.populateCommand(new AskedCluster(), "--cluster", name);
            EventsPage page = asked.get("/v1/events", EventsPage.class);
            assertThat(page.displaced()).isZero();
            assertThat(page.events()).extracting(EventsPage.Event::number).startsWith(1L, 2L);
            EventsPage later = asked.get("/v1/events?after=" + (page.last() - 1), EventsPage.class);
            assertThat(later.events()).first().isEqualTo(page.events().getLast());
            assertThat(Said.by("list", "units", "--cluster", name).status()).isZero();
        }
    }
}
