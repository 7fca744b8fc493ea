package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Demand;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.placement.LeastBusy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What somebody is told who adds nodes and takes them away, event by event. S5.3. */
class ClusterStateTest {
    private static final long ONE = 1;
    private static final long ENDLESS = 1_000 * Stage.SECOND;
    private static final Resources GPU = Resources.NONE.withGpus(Resources.ONE);

    private final Stage stage = new Stage();

    private ClusterState state() {
        return stage.machine.state(stage.now);
    }

    private ClusterState.NodeState node(int number) {
        return state().nodes().stream()
                .filter(each -> each.uid().equals("node:" + number))
                .findFirst()
                .orElseThrow();
    }

    private void lease(int wanted) {
        stage.machine.received(stage.now, ONE, new ClusterMessage.Lease(wanted));
    }

    private void load(long worker, int queued, int running, int backlog) {
        stage.machine.received(
                stage.now, worker, new ClusterMessage.Heartbeat(0, queued, running, new TaskBacklog(backlog, 0)));
    }

    private DrainAnswer drain(String node, boolean onlyIfIdle) {
        return stage.machine.drain(stage.now, node, ENDLESS, onlyIfIdle);
    }

    @Test
    void shouldShowWhatWaitsWithoutAnyNodeAndPlaceItWhenOneComes() {
        stage.head(ONE);
        for (int i = 1; i <= 6; i++) {
            stage.place(ONE, i, Stage.gpus(1));
        }
        assertThat(state().demand())
                .containsExactly(
                        new ClusterState.Wanted(6, GPU, List.of(), false, stage.now, "needs 1 gpu; no node is there"));
        stage.node(0, 1, Resources.NONE, "0", "1");
        assertThat(state().demand())
                .as("two of them are about to be placed")
                .extracting(ClusterState.Wanted::count)
                .containsExactly(4);
        stage.node(1, 1, Resources.NONE, "0", "1", "2", "3");
        assertThat(state().demand()).isEmpty();
        assertThat(stage.equips()).hasSize(6);
    }

    @Test
    void shouldShowTesseraeThatNeedNothingButAWorker() {
        stage.head(ONE);
        stage.place(ONE, 1, Claim.NONE);
        stage.place(ONE, 2, Claim.NONE);
        assertThat(state().demand())
                .containsExactly(
                        new ClusterState.Wanted(2, Resources.NONE, List.of(), false, stage.now, "no worker is there"));
        stage.node(0, 1, Resources.NONE);
        assertThat(state().demand()).as("its worker is being started").isEmpty();
        assertThat(stage.machine.demand(stage.now)).as("but they wait").hasSize(1);
        assertThat(node(0).reason()).isEqualTo("a worker is being started");
        assertThat(drain("node:0", true)).isInstanceOf(DrainAnswer.Busy.class);
    }

    @Test
    void shouldShowTasksThatNoWorkerIsThereFor() {
        stage.head(ONE);
        lease(8);
        assertThat(state().demand())
                .containsExactly(new ClusterState.Wanted(
                        8, Resources.ofCpus(1), List.of(), false, stage.now, "tasks wait for a worker: none is there"));
        stage.node(0, 2, Resources.ofCpus(2));
        stage.hello(stage.worker(11, 0, ONE));
        assertThat(state().demand()).isEmpty();
        lease(0);
        assertThat(state().demand()).isEmpty();
    }

    @Test
    void shouldShowALaneBacklogAfterASecondWithAllThatTheProgramCouldUse() {
        stage.head(ONE);
        stage.node(0, 1, Resources.ofCpus(1));
        stage.hello(stage.worker(11, 0, ONE));
        lease(8);
        load(11, 3, 1, 3);
        assertThat(state().demand()).isEmpty();
        stage.now += Stage.SECOND;
        assertThat(state().demand())
                .containsExactly(new ClusterState.Wanted(
                        7,
                        Resources.ofCpus(1),
                        List.of(),
                        false,
                        stage.now - Stage.SECOND,
                        "tasks wait for a worker that is free"));
        assertThat(stage.machine.demand(stage.now)).extracting(Demand::count).containsExactly(3);
        load(11, 0, 1, 0);
        assertThat(state().demand()).isEmpty();
    }

    @Test
    void shouldShowAReservationAsBundlesThatArePlacedAtOnce() {
        stage.head(ONE);
        stage.node(0, 1, Resources.NONE, "0");
        stage.machine.received(
                stage.now, ONE, new ClusterMessage.Book(new Id(ONE, 9), List.of(GPU, GPU), true, List.of()));
        stage.place(ONE, 1, new Claim(GPU, List.of(), "", new Id(ONE, 9), 0));
        assertThat(state().demand()).singleElement().satisfies(wanted -> {
            assertThat(wanted.count()).isEqualTo(1);
            assertThat(wanted.needs()).isEqualTo(Resources.NONE);
            assertThat(wanted.bundles()).containsExactly(GPU, GPU);
            assertThat(wanted.spread()).isTrue();
        });
        assertThat(node(0).busy()).as("what waits elsewhere keeps nothing busy").isFalse();
        stage.node(1, 1, Resources.NONE, "0");
        assertThat(state().demand()).isEmpty();
        assertThat(node(0).reason()).isEqualTo("1 reserved bundle, a worker is being started");
        assertThat(node(1).reason()).isEqualTo("1 reserved bundle");
    }

    @Test
    void shouldCountIdleTimeFromTheLastUse() {
        stage.head(ONE);
        stage.node(0, 1, Resources.NONE);
        long came = stage.now;
        stage.hello(stage.worker(11, 0, ONE));
        stage.pass(5 * Stage.SECOND);
        assertThat(node(0)).as("a process that nobody is in").satisfies(node -> {
            assertThat(node.busy()).isFalse();
            assertThat(node.idleSinceNanos()).isEqualTo(came);
        });
        stage.place(ONE, 1, Claim.NONE);
        assertThat(node(0).reason()).isEqualTo("1 tessera");
        assertThat(node(0).idleSinceNanos()).isZero();
        stage.pass(5 * Stage.SECOND);
        stage.ended(ONE, 1);
        assertThat(node(0).idleSinceNanos()).isEqualTo(stage.now);
        stage.pass(Stage.SECOND);
        lease(1);
        load(11, 2, 1, 0);
        assertThat(node(0).reason()).isEqualTo("3 calls");
        load(11, 0, 0, 0);
        assertThat(node(0).idleSinceNanos()).isEqualTo(stage.now);
        long ended = stage.now;
        stage.now += Stage.SECOND;
        load(11, 0, 0, 0);
        assertThat(node(0).idleSinceNanos()).as("a lease without tasks").isEqualTo(ended);
        lease(0);
        assertThat(node(0).idleSinceNanos())
                .as("tasks that no heartbeat told of")
                .isEqualTo(stage.now);
    }

    /** Else it could be taken away as soon as it is there. */
    @Test
    void shouldCountIdleTimeOfANodeWithTheNumberOfADeadOneFromItsOwnComing() {
        stage.head(ONE);
        stage.node(0, 2, Resources.NONE);
        stage.hello(stage.worker(11, 0, ONE));
        stage.machine.received(
                stage.now, Stage.node(0), new ClusterMessage.Exited(Stage.node(0), "its machine was taken away"));
        stage.pass(3_600 * Stage.SECOND);

        stage.hello(new Member("node:0", 9_000, Member.Kind.NODE, "", "", 2));

        assertThat(node(0).idleSinceNanos()).isEqualTo(stage.now);
    }

    @Test
    void shouldCallAClusterIdleWithoutProgramsAndTesserae() {
        long start = stage.now;
        stage.now += Stage.SECOND;
        stage.node(0, 1, Resources.NONE);
        assertThat(state().busy()).isFalse();
        assertThat(state().idleSinceNanos()).as("a node is no use").isEqualTo(start);
        stage.head(ONE);
        assertThat(state().busy()).isTrue();
        assertThat(state().programs()).isEqualTo(1);
        stage.pass(7 * Stage.SECOND);
        stage.machine.received(stage.now, ONE, new ClusterMessage.Exited(ONE, "it has ended"));
        assertThat(state().busy()).isFalse();
        assertThat(state().programs()).isZero();
        assertThat(state().idleSinceNanos()).isEqualTo(stage.now);
    }

    @Test
    void shouldDrainAnIdleNodeOrLeaveItAsItIs() {
        stage.head(ONE);
        stage.node(0, 1, Resources.NONE);
        stage.hello(stage.worker(11, 0, ONE));
        stage.place(ONE, 1, Claim.NONE);
        assertThat(drain("node:0", true)).isEqualTo(new DrainAnswer.Busy("node:0 has 1 tessera"));
        assertThat(node(0).draining()).isFalse();
        assertThat(drain("node:7", true)).isInstanceOf(DrainAnswer.Unknown.class);

        stage.ended(ONE, 1);
        stage.sent.clear();
        assertThat(drain("node:0", true)).isInstanceOf(DrainAnswer.Accepted.class);
        assertThat(node(0).draining()).isTrue();
        assertThat(node(0).free()).isEqualTo(Resources.NONE);
        assertThat(stage.said(Stage.node(0), ClusterMessage.Drain.class)).hasSize(1);
        assertThat(stage.said(11, ClusterMessage.Drain.class)).hasSize(1);
        stage.place(ONE, 2, Claim.NONE);
        assertThat(stage.workerOf(ONE, 2)).isNull();
        assertThat(state().demand()).extracting(ClusterState.Wanted::count).containsExactly(1);
        lease(1);
        assertThat(stage.said(ONE, ClusterMessage.Leased.class).getLast().workers())
                .isEmpty();

        stage.sent.clear();
        assertThat(drain("node:0", true)).as("asked again").isInstanceOf(DrainAnswer.Accepted.class);
        assertThat(stage.said(Stage.node(0), ClusterMessage.Drain.class)).isEmpty();
    }

    @Test
    void shouldDrainABusyNodeWhereThatIsMeant() {
        stage.head(ONE);
        stage.node(0, 1, Resources.NONE);
        stage.hello(stage.worker(11, 0, ONE));
        stage.place(ONE, 1, Claim.NONE);
        assertThat(drain("node:0", false)).isInstanceOf(DrainAnswer.Accepted.class);
        assertThat(node(0).reason()).isEqualTo("1 tessera");
        assertThat(stage.workerOf(ONE, 1)).as("what lives there goes on").isEqualTo(11L);
    }

    @Test
    void shouldFindANodeByTheHostThatItAloneIsAt() {
        String inCluster = "ipc:///tmp/a tcp://10.244.0.12:41000";
        stage.hello(new Member("node:0", Stage.node(0), Member.Kind.NODE, inCluster, "", 1));
        stage.hello(new Member("node:1", Stage.node(1), Member.Kind.NODE, "tcp://[fd00::7]:41000", "", 1));
        stage.hello(new Member("node:2", Stage.node(2), Member.Kind.NODE, "tcp://10.0.0.9:1", "", 1));
        stage.hello(new Member("node:3", Stage.node(3), Member.Kind.NODE, "tcp://10.0.0.9:2", "", 1));
        assertThat(state().nodes())
                .extracting(ClusterState.NodeState::host)
                .containsExactly("10.244.0.12", "fd00::7", "10.0.0.9", "10.0.0.9");
        assertThat(drain("10.244.0.12", true)).isInstanceOf(DrainAnswer.Accepted.class);
        assertThat(drain("fd00::7", true)).isInstanceOf(DrainAnswer.Accepted.class);
        assertThat(drain("10.0.0.9", true)).isInstanceOf(DrainAnswer.Unknown.class);
        assertThat(drain("node:3", true)).isInstanceOf(DrainAnswer.Accepted.class);
    }

    @Test
    void shouldRefuseNothingForEverUntilItIsToldWhatMayCome() {
        Stage elastic = new Stage(MonitorSettings.DEFAULT.thatBegins().elastic(), new LeastBusy());
        elastic.head(ONE);
        elastic.node(0, 1, Resources.NONE, "0");
        elastic.place(ONE, 1, Stage.gpus(4));
        elastic.place(ONE, 2, Stage.gpus(16));
        elastic.machine.received(
                elastic.now,
                ONE,
                new ClusterMessage.Book(
                        new Id(ONE, 9), List.of(GPU, GPU.withGpus(9 * Resources.ONE)), false, List.of()));
        assertThat(refused(elastic)).containsExactly(false, false);

        elastic.sent.clear();
        elastic.machine.announce(elastic.now, List.of(Resources.NONE.withGpus(8 * Resources.ONE)));
        assertThat(refused(elastic)).as("16 and the bundle of 9 never fit").containsExactly(true, true);
        assertThat(elastic.machine.state(elastic.now).demand())
                .extracting(ClusterState.Wanted::reason)
                .containsExactly("needs 4 gpus; no node that is there has that much; a worker is on its way");

        elastic.sent.clear();
        elastic.machine.announce(elastic.now, List.of());
        assertThat(refused(elastic)).as("its node may be coming").isEmpty();
        elastic.place(ONE, 3, Stage.gpus(4));
        assertThat(refused(elastic)).containsExactly(true);
    }

    @Test
    void shouldNotWaitForWhoSaysWhatMayComeLongerThanTenSeconds() {
        Stage elastic = new Stage(MonitorSettings.DEFAULT.thatBegins().elastic(), new LeastBusy());
        elastic.head(ONE);
        elastic.node(0, 1, Resources.NONE, "0");
        elastic.place(ONE, 1, Stage.gpus(4));
        elastic.pass(9 * Stage.SECOND);
        assertThat(refused(elastic)).containsOnly(false);
        elastic.pass(Stage.SECOND);
        assertThat(refused(elastic)).endsWith(true);
    }

    private static List<Boolean> refused(Stage stage) {
        return stage.said(ONE, ClusterMessage.Refused.class).stream()
                .map(ClusterMessage.Refused::forEver)
                .toList();
    }

    @Test
    void shouldNoticeNoChangeWhereNothingHappens() {
        stage.head(ONE);
        stage.node(0, 1, Resources.NONE);
        stage.hello(stage.worker(11, 0, ONE));
        stage.place(ONE, 1, Claim.NONE);
        load(11, 0, 0, 0);
        for (int i = 0; i < 60; i++) {
            stage.pass(Stage.SECOND);
        }
        ClusterState before = state();
        long changes = stage.machine.changes();
        for (int i = 0; i < 60; i++) {
            stage.pass(Stage.SECOND);
        }
        assertThat(stage.machine.changes()).isEqualTo(changes);
        assertThat(state()).isEqualTo(before);
        stage.place(ONE, 2, Stage.gpus(1));
        assertThat(stage.machine.changes()).isGreaterThan(changes);
    }
}
