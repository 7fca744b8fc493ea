package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Bundle;
import dev.mosaic.Mosaic;
import dev.mosaic.PlacementException;
import dev.mosaic.Remote;
import dev.mosaic.Reservation;
import dev.mosaic.StartOptions;
import dev.mosaic.Task;
import dev.mosaic.TesseraOptions;
import dev.mosaic.TesseraProxy;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Equipped;

/** Devices and other resources, over real units: one plain worker, three devices, two of a label, four processors. */
abstract class DevicesSuite {
    static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Mosaic mosaic;

    abstract Mosaic open(Consumer<StartOptions> options);

    @BeforeEach
    void start() {
        mosaic = open(options -> options.workers(1).gpus(3).cpus(4).resource("fpga", 2));
    }

    @AfterEach
    void end() {
        mosaic.close();
    }

    final Mosaic mosaic() {
        return mosaic;
    }

    final Remote<Equipped> make(Consumer<TesseraOptions> options) {
        return mosaic.withOptions(options).remote(Equipped::new);
    }

    final List<String> gpus(Remote<Equipped> each) {
        return each.call(Equipped::gpus).result(LONG);
    }

    @Test
    void shouldGiveEachTesseraDevicesOfItsOwn_S5_2() {
        Remote<Equipped> plain = make(o -> {});
        List<Remote<Equipped>> three =
                IntStream.range(0, 3).mapToObj(i -> make(o -> o.gpus(1))).toList();
        Set<String> seen = new HashSet<>();
        for (Remote<Equipped> each : three) {
            List<String> ids = gpus(each);
            assertThat(ids).hasSize(1);
            assertThat(seen.add(ids.getFirst())).as("nobody else has it").isTrue();
            assertThat(each.call(Equipped::visible).result(LONG)).isEqualTo(visible(ids));
        }
        assertThat(seen).containsExactlyInAnyOrder("0", "1", "2");
        assertThat(gpus(plain)).isEmpty();
        assertThat(plain.call(Equipped::visible).result(LONG)).isEqualTo(visible(List.of()));

        Remote<Equipped> fourth = make(o -> o.gpus(1));
        Task<List<String>> waits = fourth.call(Equipped::gpus);
        Eventually.holds("it is told why", () -> waits.waitingFor().contains("needs 1 gpu; node:0 has 3 gpus"));
        three.get(1).drop();
        assertThat(waits.result(LONG)).hasSize(1);
        assertThat(fourth.state()).isEqualTo(TesseraProxy.State.LISTENING);
    }

    /** What a process with these devices says. */
    abstract String visible(List<String> ids);

    @Test
    void shouldGiveDevicesBackForAnotherSet_S1_5() {
        Remote<Equipped> one = make(o -> o.gpus(1));
        assertThat(gpus(one)).hasSize(1);
        one.drop();
        Remote<Equipped> all = make(o -> o.gpus(3));
        assertThat(gpus(all)).hasSize(3);
    }

    @Test
    void shouldShareADeviceByParts_S5_2() {
        Remote<Equipped> half = make(o -> o.gpus(0.5));
        Remote<Equipped> other = make(o -> o.gpus(0.5));
        assertThat(gpus(half)).isEqualTo(gpus(other)).hasSize(1);
        assertThat(half.call(Equipped::worker).result(LONG))
                .isEqualTo(other.call(Equipped::worker).result(LONG));
    }

    @Test
    void shouldRunTasksThatNeedDevicesWhereTheyAre_S5_2() {
        List<Task<List<String>>> tasks = IntStream.range(0, 5)
                .mapToObj(i -> mosaic.withCallOptions(o -> o.gpus(1)).submit(() -> new Equipped().works(50)))
                .toList();
        for (Task<List<String>> task : tasks) {
            assertThat(task.result(LONG)).hasSize(1);
        }
        assertThat(mosaic.submit(() -> new Equipped().gpus()).result(LONG)).isEmpty();
        Task<String> labelled =
                mosaic.withCallOptions(o -> o.resource("fpga", 1)).submit(() -> new Equipped().worker());
        assertThat(labelled.result(LONG)).startsWith("worker:0:");
    }

    @Test
    void shouldFailWhatNoNodeCanEverHold_S5_3() {
        Remote<Equipped> large = make(o -> o.gpus(4));
        assertThatThrownBy(() -> gpus(large))
                .isInstanceOf(PlacementException.class)
                .hasMessageContaining("MOSAIC-PLACE-001")
                .hasMessageContaining("needs=4 gpus is more than any node has: the largest node is node:0 with");
        assertThatThrownBy(() -> mosaic.withCallOptions(o -> o.resource("tpu", 1))
                        .submit(() -> 1)
                        .result(LONG))
                .isInstanceOf(PlacementException.class)
                .hasMessageContaining("1 tpu");
    }

    @Test
    @SuppressWarnings("try") // it is closed earlier on purpose
    void shouldReserveAllOrNothing_S5_4() {
        Bundle two = Bundle.EMPTY.gpus(1).cpus(1);
        try (Reservation room = mosaic.reserve(List.of(two, two), Reservation.Layout.PACK)) {
            assertThat(room.await(LONG)).isTrue();
            assertThat(room.nodes()).containsExactly("node:0", "node:0");
            Reservation more = mosaic.reserve(List.of(two, two), Reservation.Layout.PACK);
            assertThat(more.await(Duration.ofMillis(300)))
                    .as("one device is left")
                    .isFalse();
            Remote<Equipped> inside = make(o -> o.gpus(1).in(room, 1));
            assertThat(gpus(inside)).hasSize(1);
            Remote<Equipped> outside = make(o -> o.gpus(1));
            assertThat(gpus(outside)).hasSize(1).isNotEqualTo(gpus(inside));
            inside.drop();
            outside.drop();
            room.close();
            assertThat(more.await(LONG)).as("there is room again").isTrue();
            more.close();
        }
    }
}
