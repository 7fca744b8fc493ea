package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.headapi.LoadPage;
import dev.mosaic.node.Machines;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import program.Equipped;

/** How long devices were held, and how long calls ran on them, by worker, program and method. S8.1. */
class DeviceFiguresTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final long MILLIS = 500;

    private static Remote<Equipped> make(Mosaic mosaic, double gpus) {
        return mosaic.withOptions(o -> o.gpus(gpus)).remote(Equipped::new);
    }

    @Test
    void shouldSayHowLongDevicesWereHeldAndCallsRanOnThem_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Machines machines = Machines.onLoopback().head().node("one", 1, "--gpus", "3")) {
            machines.awaitJoined("one");
            try (Mosaic mosaic = Mosaic.connect(machines.address())) {
                runs(mosaic);
                AskedCluster asked =
                        picocli.CommandLine.populateCommand(new AskedCluster(), "--join", machines.address());
                isTrue(asked.get("/v1/load", LoadPage.class));
                LoadPage load = asked.get("/v1/load", LoadPage.class);
                assertThat(TopCommand.text(load, asked.get("/v1/load", LoadPage.class)))
                        .containsPattern("\nworker:\\S+ +head:\\S+ +\\d \\d +0 % +\\d+\\.\\d +\\d+\\.\\d")
                        .contains("DEVICE SECONDS");
            }
        }
    }

    /** On two devices at a time, and by two tesserae that have half a device each. */
    private static void runs(Mosaic mosaic) {
        Remote<Equipped> two = make(mosaic, 2);
        Remote<Equipped> half = make(mosaic, 0.5);
        Remote<Equipped> otherHalf = make(mosaic, 0.5);
        half.call(Equipped::gpus).result(LONG);
        otherHalf.call(Equipped::gpus).result(LONG);
        List<Task<List<String>>> calls = List.of(
                half.call(Equipped::works, MILLIS),
                otherHalf.call(Equipped::works, MILLIS),
                two.call(Equipped::works, MILLIS));
        calls.forEach(each -> each.result(LONG));
    }

    private static void isTrue(LoadPage load) {
        List<LoadPage.UnitLoad> workers = load.units().stream()
                .filter(each -> !each.devices().isEmpty())
                .sorted(Comparator.comparingInt(each -> each.devices().size()))
                .toList();
        assertThat(workers).extracting(each -> each.devices().size()).containsExactly(1, 2);
        LoadPage.UnitLoad ofOne = workers.getFirst();
        LoadPage.UnitLoad ofTwo = workers.getLast();
        assertThat(ofTwo.deviceBusySeconds()).isGreaterThanOrEqualTo(1.0);
        assertThat(ofOne.deviceBusySeconds())
                .as("halves run one beside the other")
                .isGreaterThanOrEqualTo(0.5);
        assertThat(workers).allSatisfy(each -> {
            assertThat(each.deviceSeconds())
                    .isBetween(
                            each.deviceBusySeconds(),
                            each.upSeconds() * each.devices().size());
            assertThat(each.program()).startsWith("head:");
        });
        LoadPage.MethodLoad works = load.methods().stream()
                .filter(each -> each.name().equals("Equipped.works"))
                .findFirst()
                .orElseThrow();
        assertThat(works.deviceSeconds()).isLessThan(2 * works.seconds());
        assertThat(load.methods().stream()
                        .mapToDouble(LoadPage.MethodLoad::deviceSeconds)
                        .sum())
                .isCloseTo(ofOne.deviceBusySeconds() + ofTwo.deviceBusySeconds(), Offset.offset(1e-3));
    }
}
