package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.placement.Pack;
import dev.mosaic.placement.Placement;
import dev.mosaic.placement.RoundRobin;
import dev.mosaic.placement.Spread;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where each strategy puts tesserae, over two nodes with two workers each. */
class StrategiesTest {
    private static final long ONE = 1;

    private static Stage stage(Placement placement) {
        Stage stage = new Stage(MonitorSettings.DEFAULT.thatBegins(), placement);
        stage.head(ONE);
        stage.node(0, 2, Resources.ofCpus(2), "0", "1");
        stage.node(1, 2, Resources.ofCpus(2), "0", "1", "2");
        stage.hello(stage.worker(11, 0, ONE));
        stage.hello(stage.worker(12, 0, ONE));
        stage.hello(stage.worker(21, 1, ONE));
        stage.hello(stage.worker(22, 1, ONE));
        return stage;
    }

    private static List<Long> placed(Stage stage, Claim claim, int count) {
        List<Long> workers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long number = 100L + stage.sent.size();
            stage.place(ONE, number, claim);
            workers.add(stage.workerOf(ONE, number));
        }
        return workers;
    }

    @Test
    void shouldPlaceByStrategy_S5_1() {
        assertThat(placed(stage(new LeastBusy()), Claim.NONE, 5)).containsExactly(11L, 12L, 21L, 22L, 11L);
        assertThat(placed(stage(new RoundRobin()), Claim.NONE, 5)).containsExactly(11L, 12L, 21L, 22L, 11L);
        assertThat(placed(stage(new Spread()), Claim.NONE, 5)).containsExactly(11L, 21L, 12L, 22L, 11L);
        assertThat(placed(stage(new Pack()), Claim.NONE, 5)).containsExactly(11L, 12L, 21L, 22L, 11L);
    }

    @Test
    void shouldFillTheNodeThatHasSomeBeforeAnEmptyOneWithPack_S5_1() {
        Stage stage = stage(new Pack());
        stage.machine.received(stage.now, ONE, new ClusterMessage.Place(new Id(ONE, 1), "a.Solver", 7, "", 21));
        assertThat(placed(stage, Claim.NONE, 3)).containsExactly(22L, 11L, 12L);
    }

    @Test
    void shouldGoRoundWhateverWorkersDoWithRoundRobin_S5_1() {
        Stage stage = stage(new RoundRobin());
        stage.machine.received(stage.now, 11, new ClusterMessage.Heartbeat(5, 9, 1));
        assertThat(placed(stage, Claim.NONE, 2)).containsExactly(11L, 12L);
    }

    @Test
    void shouldTakeAStrategyForOneTessera_S5_1() {
        Stage stage = stage(new LeastBusy());
        Claim spread = new Claim(Resources.NONE, List.of(), "spread", Claim.UNRESERVED, 0);
        assertThat(placed(stage, Claim.NONE, 1)).containsExactly(11L);
        assertThat(placed(stage, spread, 1)).containsExactly(21L);
        assertThat(placed(stage, Claim.NONE, 1)).containsExactly(12L);
    }

    @Test
    void shouldGoWhereLargerArgumentsLieUnlessItIsMuchBusierThere_S5_1() {
        Stage stage = stage(new LeastBusy());
        Claim near = Claim.NONE.near(List.of(22L));
        assertThat(placed(stage, near, 5))
                .as("until it has a tessera more than others, and one")
                .containsExactly(21L, 22L, 21L, 22L, 11L);
    }

    @Test
    void shouldTakeDevicesWhereMostAreLeftOrFewest_S5_1() {
        Stage busy = stage(new LeastBusy());
        busy.place(ONE, 1, Stage.gpus(1));
        assertThat(busy.sent.getLast().unit()).isEqualTo(ONE);
        assertThat(busy.said(Stage.node(1), ClusterMessage.Equip.class)).hasSize(1);
        Stage packed = stage(new Pack());
        packed.place(ONE, 1, Stage.gpus(1));
        assertThat(packed.said(Stage.node(0), ClusterMessage.Equip.class)).hasSize(1);
    }
}
