package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Bundle;
import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Reservation;
import dev.mosaic.Task;
import dev.mosaic.cli.Said;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Equipped;

/** Devices of a node that was started by hand, as programs, {@code mosaic status} and the next monitor see them. */
class DevicesOfNodesTest {
    private static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    static final SharedMachines SHARED = new SharedMachines(DevicesOfNodesTest::start);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Transcript transcript;
    private Machines machines;

    @BeforeEach
    void open() throws IOException {
        transcript = new Transcript();
        machines = SHARED.get();
    }

    private static Machines start() throws IOException {
        Machines started = Machines.onLoopback()
                .head("--announce", "gpus=8")
                .node("one", 1, "--gpus", "3", "--resource", "fpga=1");
        started.awaitJoined("one");
        return started;
    }

    @AfterEach
    void close() {
        transcript.close();
    }

    private static String output(Said said) {
        assertThat(said.status()).as(said.errors()).isZero();
        return said.output();
    }

    private static Remote<Equipped> make(Mosaic mosaic, double gpus) {
        return mosaic.withOptions(o -> o.gpus(gpus)).remote(Equipped::new);
    }

    @Test
    void shouldSayWhyAFourthWaitsAndPlaceItAfterADrop_S5_3() throws Exception {
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            List<Remote<Equipped>> three =
                    IntStream.range(0, 3).mapToObj(i -> make(mosaic, 1)).toList();
            Set<String> seen = new HashSet<>();
            three.forEach(each -> seen.add(each.call(Equipped::visible).result(LONG)));
            assertThat(seen).containsExactlyInAnyOrder("0", "1", "2");

            Remote<Equipped> fourth = make(mosaic, 1);
            Task<String> waits = fourth.call(Equipped::visible);
            Eventually.holds("it is told why", () -> waits.waitingFor().contains("needs 1 gpu"));
            assertThat(output(Said.by("status", "--join", machines.address())))
                    .contains("needs 1 gpu; node:0 has 3 gpus, free 0 gpus, in use by tess-equipped-")
                    .containsPattern("node:0 .* 3 gpus");
            assertThat(output(Said.by("status", "--join", machines.address(), "--json")))
                    .contains("\"demand\":[{\"count\":1,\"needs\":{\"cpus\":0.0,\"gpus\":1.0");

            Remote<Equipped> announced = make(mosaic, 8);
            Task<String> later = announced.call(Equipped::visible);
            Eventually.holds(
                    "it waits for a node that may be added",
                    () -> later.waitingFor().contains("no node that is there has that much"));

            String freed = three.get(1).call(Equipped::visible).result(LONG);
            three.get(1).drop();
            assertThat(waits.result(LONG)).isEqualTo(freed);
        }
    }

    @Test
    @SuppressWarnings("try") // it is closed earlier on purpose
    void shouldKnowWhatIsInUseThoughTheMonitorIsAnotherOne_S7_2() throws Exception {
        try (Mosaic mosaic = Mosaic.connect(machines.address());
                Reservation room = mosaic.reserve(List.of(Bundle.EMPTY.resource("fpga", 1)), Reservation.Layout.PACK)) {
            Remote<Equipped> two = make(mosaic, 2);
            assertThat(two.call(Equipped::gpus).result(LONG)).hasSize(2);
            assertThat(room.await(LONG)).isTrue();
            machines.kill("head");
            machines.head("--announce", "gpus=8");
            Remote<Equipped> more = make(mosaic, 2);
            Task<List<String>> waits = more.call(Equipped::gpus);
            Eventually.holds(
                    "the new monitor knows who has them",
                    () -> waits.waitingFor().contains("free 1 gpu, in use by tess-"));
            Remote<Equipped> label =
                    mosaic.withOptions(o -> o.resource("fpga", 1)).remote(Equipped::new);
            Task<List<String>> reserved = label.call(Equipped::gpus);
            Eventually.holds("and of reservations", () -> reserved.waitingFor().contains("in use by room-"));
            two.drop();
            assertThat(waits.result(LONG)).hasSize(2);
            room.close();
            assertThat(reserved.result(LONG)).isEmpty();
        }
    }
}
