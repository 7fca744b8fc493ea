package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.placement.LeastBusy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Seats for tasks, and a monitor that is new: a task may run in each. */
class SeatsTest {
    private static final long ONE = 1;
    private static final Id ROOM = new Id(ONE, 100);

    private final Stage successor = new Stage(MonitorSettings.DEFAULT, new LeastBusy());

    @Test
    void shouldCountASeatInUseBeforeAnythingNewGetsRoom_S5_3() {
        successor.head(ONE);
        ask(ONE, 2, 0, Stage.cpus(4));
        successor.node(0, 2, Resources.ofCpus(4));
        successor.hello(successor.worker(11, 0, ONE));
        ask(ONE, 1, 11, Stage.cpus(4));
        successor.pass(4 * Stage.SECOND);
        assertThat(successor.workerOf(ONE, 1)).isEqualTo(11L);
        assertThat(successor.workerOf(ONE, 2)).as("all is in use").isNull();
        successor.ended(ONE, 1);
        assertThat(successor.workerOf(ONE, 2)).isEqualTo(11L);
    }

    /** Its program has told of the worker, which is held for living. */
    @Test
    void shouldLeaveASeatWhereItIsWhileItsWorkerOrItsNodeHasNotCome_S5_3() {
        Member late = successor.worker(11, 0, ONE);
        headThatKnows(late);
        successor.node(1, 2, Resources.ofCpus(4));
        successor.hello(successor.worker(12, 1, ONE));
        ask(ONE, 1, 11, Stage.cpus(4));
        successor.pass(4 * Stage.SECOND);
        assertThat(successor.said(ONE, ClusterMessage.Placed.class)).isEmpty();
        ask(ONE, 2, 0, Stage.cpus(3));
        ask(ONE, 3, 0, Stage.cpus(3));
        assertThat(successor.workerOf(ONE, 2)).isEqualTo(12L);
        successor.hello(late);
        successor.node(0, 2, Resources.ofCpus(4));
        assertThat(successor.workerOf(ONE, 1)).isEqualTo(11L);
        assertThat(successor.workerOf(ONE, 3)).as("that node is full").isNull();
    }

    @Test
    void shouldPlaceASeatElsewhereWhenItsWorkerIsLost_S7_1() {
        headThatKnows(successor.worker(11, 0, ONE));
        successor.node(1, 2, Resources.ofCpus(4));
        successor.hello(successor.worker(12, 1, ONE));
        ask(ONE, 1, 11, Stage.cpus(4));
        successor.pass(4 * Stage.SECOND);
        successor.machine.lose(11, "killed");
        successor.pass(Stage.SECOND);
        assertThat(successor.workerOf(ONE, 1)).isEqualTo(12L);
    }

    @Test
    void shouldForgetASeatThatIsOverOrWhoseProgramIs_S5_3() {
        Member late = successor.worker(11, 0, ONE);
        headThatKnows(late);
        ask(ONE, 1, 11, Stage.cpus(4));
        successor.ended(ONE, 1);
        ask(ONE, 2, 11, Stage.cpus(4));
        successor.machine.lose(ONE, "closed");
        successor.hello(late);
        successor.node(0, 2, Resources.ofCpus(4));
        successor.pass(4 * Stage.SECOND);
        assertThat(successor.workerOf(ONE, 1)).isNull();
        assertThat(successor.workerOf(ONE, 2)).isNull();
    }

    /** Two tasks would have the same device, or the one would end with its worker, in which nobody seems to be. */
    @Test
    void shouldGiveTheDeviceOfASeatInUseToNobodyElse_S5_2() {
        successor.head(ONE);
        ask(ONE, 2, 0, Stage.gpus(1));
        successor.node(0, 2, Resources.NONE, "0");
        successor.hello(successor.worker(11, 0, ONE, "0"));
        ask(ONE, 1, 11, Stage.gpus(1));
        successor.pass(4 * Stage.SECOND);
        assertThat(successor.workerOf(ONE, 1)).isEqualTo(11L);
        assertThat(successor.workerOf(ONE, 2)).isNull();
        successor.pass(400 * Stage.SECOND);
        assertThat(successor.lost).isEmpty();
        assertThat(successor.equips()).isEmpty();
    }

    /** Found by the simulation: the worker of a seat came while another one with such a device was being started. */
    @Test
    void shouldNotTakeTheWorkerOfASeatInUseForOneThatItHasStarted_S5_2() {
        Member late = successor.worker(11, 0, ONE, "0");
        headThatKnows(late);
        ask(ONE, 1, 11, Stage.gpus(1));
        successor.node(0, 2, Resources.NONE, "0", "1");
        successor.pass(4 * Stage.SECOND);
        ask(ONE, 2, 0, Stage.gpus(1));
        assertThat(successor.equips()).hasSize(1);
        successor.hello(late);
        assertThat(successor.workerOf(ONE, 1)).isEqualTo(11L);
        assertThat(successor.workerOf(ONE, 2)).as("its device is in use").isNull();
        successor.hello(successor.worker(12, 0, ONE, "1"));
        assertThat(successor.workerOf(ONE, 2)).isEqualTo(12L);
    }

    @Test
    void shouldCountASeatInItsBundle_S5_4() {
        Claim reserved = reserved(Resources.ofCpus(4));
        successor.head(ONE);
        ask(ONE, 1, 11, reserved);
        successor.hello(successor.worker(11, 0, ONE));
        successor.node(0, 2, Resources.ofCpus(4));
        book(Resources.ofCpus(4));
        ask(ONE, 2, 0, reserved);
        successor.pass(4 * Stage.SECOND);
        assertThat(successor.said(ONE, ClusterMessage.Booked.class).getLast().nodes())
                .containsExactly("node:0");
        assertThat(successor.workerOf(ONE, 1)).isEqualTo(11L);
        assertThat(successor.workerOf(ONE, 2)).as("the bundle is in use").isNull();
    }

    /** A worker may come before the program that has reserved. */
    @Test
    void shouldHoldABundleWhoseTesseraeHaveComeBeforeIt_S5_4() {
        successor.node(0, 2, Resources.ofCpus(4), "0");
        Id plain = new Id(ONE, 1);
        Id withDevice = new Id(ONE, 2);
        successor.hello(
                successor.worker(11, 0, ONE),
                new ClusterMessage.Hosted(plain, "a.Solver", reserved(Resources.ofCpus(3))));
        successor.hello(
                successor.worker(12, 0, ONE, "0"),
                new ClusterMessage.Hosted(
                        withDevice, "a.Solver", reserved(Stage.gpus(1).needs())));
        successor.head(ONE);
        Resources bundle = Resources.ofCpus(4).plus(Stage.gpus(1).needs());
        book(bundle);
        successor.pass(4 * Stage.SECOND);
        assertThat(successor.said(ONE, ClusterMessage.Booked.class).getLast().nodes())
                .containsExactly("node:0");
        ask(ONE, 3, 0, reserved(Resources.ofCpus(2)));
        assertThat(successor.workerOf(ONE, 3)).as("the bundle has 1 cpu left").isNull();
        successor.ended(ONE, 1);
        assertThat(successor.workerOf(ONE, 3)).isEqualTo(11L);
        successor.ended(ONE, 3);
        successor.ended(ONE, 2);
        successor.machine.lose(12, "killed");
        successor.machine.received(successor.now, ONE, new ClusterMessage.Ended(ROOM));
        assertThat(successor.machine.state(successor.now).nodes().getFirst().free())
                .isEqualTo(successor
                        .machine
                        .state(successor.now)
                        .nodes()
                        .getFirst()
                        .offers());
    }

    /** It would be held elsewhere, or not at all: what lives there takes its part of the node. */
    @Test
    void shouldHoldABundleWhereItWasWhenItsNodeComesLast_S5_4() {
        successor.node(1, 2, Resources.ofCpus(8));
        successor.hello(
                successor.worker(11, 0, ONE),
                new ClusterMessage.Hosted(new Id(ONE, 1), "a.Solver", reserved(Resources.ofCpus(3))));
        successor.head(ONE);
        book(Resources.ofCpus(4));
        successor.node(0, 2, Resources.ofCpus(4));
        successor.pass(4 * Stage.SECOND);
        assertThat(successor.said(ONE, ClusterMessage.Booked.class).getLast().nodes())
                .containsExactly("node:0");
        ask(ONE, 3, 0, reserved(Resources.ofCpus(2)));
        assertThat(successor.workerOf(ONE, 3)).isNull();
        successor.ended(ONE, 1);
        assertThat(successor.workerOf(ONE, 3)).isEqualTo(11L);
    }

    private static Claim reserved(Resources needs) {
        return new Claim(needs, List.of(), "", ROOM, 0);
    }

    private void book(Resources bundle) {
        successor.machine.received(
                successor.now, ONE, new ClusterMessage.Book(ROOM, List.of(bundle), false, List.of("node:0")));
    }

    /** @param wish where the seat is; 0 for none yet */
    private void ask(long program, long number, long wish, Claim claim) {
        successor.machine.received(
                successor.now, program, new ClusterMessage.Place(new Id(program, number), "", 0, "", wish, claim));
    }

    private void headThatKnows(Member other) {
        Member head = new Member("head:" + ONE, ONE, Member.Kind.PROGRAM, "", "", 0);
        successor.machine.connected(successor.now, ONE);
        successor.machine.received(
                successor.now, ONE, new ClusterMessage.Hello(head, 0, List.of(), List.of(), List.of(other), List.of()));
    }
}
