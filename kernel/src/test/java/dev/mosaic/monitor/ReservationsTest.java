package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Demand;
import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reservations, event by event. */
class ReservationsTest {
    private static final long ONE = 1;
    private static final Id ROOM = new Id(ONE, 500);

    private final Stage stage = new Stage();

    private void book(Id id, boolean spread, Resources... bundles) {
        stage.machine.received(stage.now, ONE, new ClusterMessage.Book(id, List.of(bundles), spread, List.of()));
    }

    private List<String> held() {
        return stage.said(ONE, ClusterMessage.Booked.class).getLast().nodes();
    }

    private static Claim in(int bundle, Resources needs) {
        return new Claim(needs, List.of(), "", ROOM, bundle);
    }

    @Test
    void shouldHoldAllBundlesOrNone_S5_4() {
        stage.head(ONE);
        stage.node(0, 1, Resources.ofCpus(2));
        book(ROOM, true, Resources.ofCpus(2), Resources.ofCpus(2));
        assertThat(held()).isEmpty();
        assertThat(stage.machine.demand(stage.now)).extracting(Demand::needs).containsExactly(Resources.ofCpus(4));
        stage.hello(stage.worker(11, 0, ONE));
        stage.place(ONE, 1, Stage.cpus(2));
        assertThat(stage.workerOf(ONE, 1))
                .as("nothing is held before all can be")
                .isEqualTo(11L);
        stage.node(1, 1, Resources.ofCpus(2));
        assertThat(held()).isEmpty();
        stage.ended(ONE, 1);
        assertThat(held()).containsExactlyInAnyOrder("node:0", "node:1");
        assertThat(stage.machine.demand(stage.now)).isEmpty();
    }

    @Test
    void shouldPackOnOneNodeWhereAllFit_S5_4() {
        stage.head(ONE);
        stage.node(0, 1, Resources.ofCpus(1));
        stage.node(1, 1, Resources.ofCpus(3));
        book(ROOM, false, Resources.ofCpus(1), Resources.ofCpus(1), Resources.ofCpus(1));
        assertThat(held()).containsExactly("node:1", "node:1", "node:1");
    }

    @Test
    void shouldKeepItsRoomForItsOwnAndGiveItBackAtTheEnd_S5_4() {
        stage.head(ONE);
        stage.node(0, 1, Resources.ofCpus(2));
        stage.hello(stage.worker(11, 0, ONE));
        book(ROOM, false, Resources.ofCpus(2));
        stage.place(ONE, 1, Stage.cpus(1));
        assertThat(stage.workerOf(ONE, 1)).isNull();
        stage.place(ONE, 2, in(0, Resources.ofCpus(2)));
        assertThat(stage.workerOf(ONE, 2)).isEqualTo(11L);
        stage.machine.received(stage.now, ONE, new ClusterMessage.Ended(ROOM));
        assertThat(stage.workerOf(ONE, 1))
                .as("what lives in it has the room still")
                .isNull();
        stage.ended(ONE, 2);
        assertThat(stage.workerOf(ONE, 1)).isEqualTo(11L);
    }

    @Test
    void shouldFailWhatIsLargerThanItsBundleOrInNone_S5_4() {
        stage.head(ONE);
        stage.node(0, 1, Resources.ofCpus(4));
        book(ROOM, false, Resources.ofCpus(1));
        stage.place(ONE, 1, in(0, Resources.ofCpus(2)));
        stage.machine.received(stage.now, ONE, new ClusterMessage.Ended(ROOM));
        stage.place(ONE, 2, in(0, Resources.ofCpus(1)));
        assertThat(stage.said(ONE, ClusterMessage.Refused.class))
                .extracting(ClusterMessage.Refused::forEver)
                .containsExactly(true, true);
        book(ROOM, false, Resources.ofCpus(9));
        assertThat(stage.said(ONE, ClusterMessage.Refused.class))
                .last()
                .satisfies(
                        refused -> assertThat(refused.failure().what())
                                .isEqualTo(
                                        "needs=9 cpus in one bundle is more than any node has: the largest node is node:0 with 4 cpus"));
    }

    @Test
    void shouldReserveAgainElsewhereWhatANodeHeldThatIsLost_S7_1() {
        stage.head(ONE);
        stage.node(0, 1, Resources.ofCpus(2));
        stage.node(1, 1, Resources.ofCpus(2));
        book(ROOM, true, Resources.ofCpus(1), Resources.ofCpus(1));
        List<String> before = held();
        stage.machine.lose(Stage.node(0), "its machine is gone");
        assertThat(held()).as("one bundle is not held").isEmpty();
        stage.node(2, 1, Resources.ofCpus(2));
        assertThat(held()).hasSize(2).contains("node:1", "node:2");
        assertThat(held().indexOf("node:1")).as("the other stays").isEqualTo(before.indexOf("node:1"));
    }

    @Test
    void shouldGiveAllBackWhenItsProgramEnds_S1_6() {
        stage.head(ONE);
        stage.head(2);
        stage.node(0, 1, Resources.ofCpus(2));
        stage.hello(stage.worker(12, 0, 2));
        book(ROOM, false, Resources.ofCpus(2));
        stage.place(2, 1, Stage.cpus(2));
        assertThat(stage.workerOf(2, 1)).isNull();
        stage.machine.received(stage.now, ONE, new ClusterMessage.Exited(ONE, "it was closed"));
        assertThat(stage.workerOf(2, 1)).isEqualTo(12L);
    }

    @Test
    void shouldHaveDevicesInABundle_S5_4() {
        stage.head(ONE);
        stage.node(0, 1, Resources.NONE, "0", "1");
        book(ROOM, false, Resources.NONE.withGpus(Resources.ONE));
        stage.place(ONE, 1, Stage.gpus(2));
        assertThat(stage.equips()).isEmpty();
        stage.place(ONE, 2, in(0, Resources.NONE.withGpus(Resources.ONE)));
        assertThat(stage.equips()).hasSize(1);
        stage.hello(stage.worker(11, 0, ONE, "0"));
        assertThat(stage.workerOf(ONE, 2)).isEqualTo(11L);
        stage.ended(ONE, 2);
        stage.machine.received(stage.now, ONE, new ClusterMessage.Ended(ROOM));
        stage.pass(Stage.SECOND);
        assertThat(stage.equips()).as("its worker is ended for another set").hasSize(2);
    }
}
