package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.ConstructorFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.headapi.InstancesPage;
import dev.mosaic.headapi.LoadPage;
import dev.mosaic.http.Json;
import dev.mosaic.local.RunningCluster;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import program.Tally;

/** {@code mosaic list tesserae}, {@code describe} of one, and {@code mosaic top}. S8.1. */
class ListTesseraeCommandTest {
    /** Times of units are this far from the clock at most, and tests run beside others. */
    private static final Duration OFF = Duration.ofMillis(100);

    static Optional<String> ofThisProcess() {
        long self = ProcessHandle.current().pid();
        return RunningClusters.own().all().stream()
                .filter(each -> each.pid() == self)
                .map(RunningCluster::name)
                .findFirst();
    }

    private static String id(Remote<?> tessera) {
        String[] parts = tessera.uid().split("-", -1);
        return parts[parts.length - 2] + "-" + parts[parts.length - 1];
    }

    private static String output(String... arguments) {
        Said said = Said.by(arguments);
        assertThat(said.errors()).isEmpty();
        return said.output();
    }

    /** One that has calls, one with a name and more than one life, one without a place, one that could not be made. */
    @Test
    void shouldShowWhereEachLivesAndWhatItDoes_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic =
                        Mosaic.start(options -> options.workers(1).cpus(1).inProcess())) {
            Eventually.holds("it is listed", () -> ofThisProcess().isPresent());
            Instant begun = Instant.now();
            String name = ofThisProcess().orElseThrow();
            Remote<Tally> busy = mosaic.withOptions(o -> o.cpus(1)).remote(Tally::new, 0);
            for (int i = 0; i < 5; i++) {
                busy.call(Tally::add).result();
            }
            Remote<Tally> named =
                    mosaic.withOptions(o -> o.name("the tally").maxRestarts(3)).remote(Tally::new, 7);
            assertThat(named.call(Tally::total).result()).isEqualTo(7);
            Remote<Tally> placeless = mosaic.withOptions(o -> o.cpus(1)).remote(Tally::new, 0);
            Remote<Unmakable> failed = mosaic.remote(Unmakable::new, "no reason");
            assertThatThrownBy(() -> failed.call(Unmakable::use).result())
                    .isInstanceOf(ConstructorFailedException.class);
            Task<Integer> slow = busy.call(Tally::addSlowly, 60_000L);
            Task<Integer> behind = busy.call(Tally::add);
            Eventually.holds(
                    "it runs, and one waits",
                    () -> output("list", "tesserae", "--cluster", name, "--name", "Tally")
                            .matches("(?s).*" + id(busy) + " +Tally +- +LISTENING +worker:0:0 +1 +1 .*"));

            assertThat(output("list", "tesserae", "--cluster", name, "-o", "name")
                            .lines())
                    .containsExactlyInAnyOrder(id(busy), id(named), id(placeless), id(failed));
            assertThat(output("list", "tesserae", "--cluster", name, "--state", "pending"))
                    .contains(id(placeless) + "  Tally ", "PENDING", "needs 1 cpu", "in use by ")
                    .hasLineCount(2);
            assertThat(output("list", "tesserae", "--cluster", name, "--state", "failed"))
                    .contains(id(failed) + "  Unmakable ", "no reason")
                    .hasLineCount(2);
            assertThat(output("list", "tesserae", "--cluster", name, "--name", "the tally"))
                    .contains(id(named), "the tally")
                    .hasLineCount(2);
            Said one = Said.by("list", "tesserae", "--cluster", name, "--limit", "1");
            assertThat(one.errors()).contains("1 of 4 are shown");
            assertThat(Said.by("list", "tesserae", "--cluster", name, "--state", "lost")
                            .errors())
                    .contains("status=400");
            InstancesPage page = Json.read(
                    "{\"tesserae\":" + output("list", "tesserae", "--cluster", name, "-o", "json") + "}",
                    InstancesPage.class);
            assertThat(page.tesserae())
                    .filteredOn(each -> each.id().equals(id(busy)))
                    .singleElement()
                    .usingRecursiveComparison()
                    .ignoringFields("madeAt")
                    .isEqualTo(new InstancesPage.Instance(
                            id(busy),
                            "Tally",
                            "",
                            "LISTENING",
                            "worker:0:0",
                            "head:0",
                            "",
                            "1 cpu",
                            1,
                            1,
                            1,
                            1,
                            1,
                            0,
                            ""));
            assertThat(page.tesserae())
                    .as("one that waits for a place, too")
                    .hasSize(4)
                    .allSatisfy(each -> assertThat(Instant.parse(each.madeAt()))
                            .isBetween(begun.minus(OFF), Instant.now().plus(OFF)));

            assertThat(output("describe", busy.uid(), "--cluster", name))
                    .startsWith("tessera      " + id(busy) + "\nclass        Tally\nstate        LISTENING\n")
                    .containsPattern("RUNNING +worker:0:0")
                    .containsPattern("QUEUED +worker:0:0")
                    .contains("Tally.addSlowly")
                    .doesNotContain("Tally.total");
            assertThat(output("describe", id(named), "--cluster", name))
                    .contains("name         the tally", "life         1");
            assertThat(output("why", behind.uid(), "--cluster", name))
                    .contains("waits for its turn; 1 call runs there", "addSlowly");
            slow.cancel();
        }
    }

    /** A class whose constructor throws. */
    @dev.mosaic.Tessera
    public static class Unmakable {
        public Unmakable(String reason) {
            throw new IllegalStateException(reason);
        }

        public int use() {
            return 1;
        }
    }

    @Test
    void shouldSumCallsByMethodAndShowTheirRate_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(2).inProcess())) {
            Eventually.holds("it is listed", () -> ofThisProcess().isPresent());
            String name = ofThisProcess().orElseThrow();
            AskedCluster asked = picocli.CommandLine.populateCommand(new AskedCluster(), "--cluster", name);
            List<Remote<Tally>> tallies = List.of(mosaic.remote(Tally::new, 0), mosaic.remote(Tally::new, 0));
            LoadPage before = asked.get("/v1/load", LoadPage.class);
            for (int i = 0; i < 100; i++) {
                tallies.get(i % 2).call(Tally::add).result();
            }
            assertThatThrownBy(() -> mosaic.submit(() -> Integer.parseInt("x")).result())
                    .isInstanceOf(NumberFormatException.class);
            tallies.getFirst().call(Tally::addSlowly, 500L).result();
            LoadPage now = asked.get("/v1/load", LoadPage.class);

            assertThat(now.units())
                    .extracting(LoadPage.UnitLoad::uid)
                    .containsExactly("head:0", "worker:0:0", "worker:0:1");
            assertThat(now.units()).allSatisfy(unit -> {
                assertThat(unit.pid()).isEqualTo(ProcessHandle.current().pid());
                assertThat(unit.cpuSeconds()).isPositive();
                assertThat(unit.residentBytes()).isGreaterThan(unit.heapBytes());
            });
            assertThat(now.methods())
                    .filteredOn(each -> each.name().equals("Tally.add"))
                    .singleElement()
                    .satisfies(add -> {
                        assertThat(add.done()).isEqualTo(100);
                        assertThat(add.seconds()).isPositive();
                        assertThat(add.mostSeconds()).isLessThanOrEqualTo(add.seconds());
                    });
            assertThat(now.methods())
                    .filteredOn(each -> each.name().startsWith("ListTesseraeCommandTest.should"))
                    .singleElement()
                    .returns(1L, LoadPage.MethodLoad::failed);
            assertThat(now.methods().getFirst().name())
                    .as("it took the longest")
                    .isEqualTo("Tally.addSlowly");
            assertThat(now.silent()).isEmpty();
            String text = TopCommand.text(before, now);
            assertThat(text).startsWith("UNIT").containsPattern("\nTally\\.add +0 +0 +\\d+\\.\\d +100 +0 ");
            assertThat(output("top", "--cluster", name, "-i", "0.1", "--count", "2")
                            .lines()
                            .filter(line -> line.startsWith("METHOD")))
                    .hasSize(2);
            assertThat(Said.by("top", "--cluster", name, "-i", "0").errors()).contains("from 0.1 to 3600 seconds");
        }
    }
}
