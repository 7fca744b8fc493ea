package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Demand;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.placement.LeastBusy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Room on nodes, event by event: who gets it, who waits, what is told. */
class ResourcesTest {
    private static final long ONE = 1;
    private static final long TWO = 2;

    private final Stage stage = new Stage();

    @Test
    void shouldStartAWorkerForDevicesAndPlaceWhenItHasCome_S5_2() {
        stage.head(ONE);
        stage.node(0, 2, Resources.NONE, "0", "1");
        stage.place(ONE, 1, Stage.gpus(2));
        assertThat(stage.equips()).extracting(ClusterMessage.Equip::devices).containsExactly(2);
        assertThat(stage.workerOf(ONE, 1)).isNull();
        stage.hello(stage.worker(11, 0, ONE, "0", "1"));
        assertThat(stage.workerOf(ONE, 1)).isEqualTo(11L);
        assertThat(stage.said(ONE, ClusterMessage.Placed.class)).hasSize(1);
    }

    @Test
    void shouldNotPutPlainTesseraeIntoAWorkerWithDevicesNorLeaseIt_S1_5() {
        stage.head(ONE);
        stage.node(0, 1, Resources.NONE, "0");
        stage.hello(stage.worker(11, 0, ONE, "0"));
        stage.hello(stage.worker(12, 0, ONE));
        stage.place(ONE, 1, Claim.NONE);
        stage.place(ONE, 2, Claim.NONE);
        stage.machine.received(stage.now, ONE, new ClusterMessage.Lease(8));
        assertThat(stage.workerOf(ONE, 1)).isEqualTo(12L);
        assertThat(stage.workerOf(ONE, 2)).isEqualTo(12L);
        assertThat(stage.said(ONE, ClusterMessage.Leased.class).getLast().workers())
                .containsExactly(12L);
    }

    @Test
    void shouldShareOneDeviceAsLongAsTheSumIsAtMostOne_S5_2() {
        stage.head(ONE);
        stage.node(0, 2, Resources.NONE, "0", "1");
        stage.place(ONE, 1, Stage.gpus(0.5));
        stage.place(ONE, 2, Stage.gpus(0.5));
        assertThat(stage.equips()).as("one worker for both").hasSize(1);
        stage.place(ONE, 3, Stage.gpus(0.25));
        assertThat(stage.equips()).as("there is no place for a third").hasSize(2);
        stage.hello(stage.worker(11, 0, ONE, "0"));
        stage.hello(stage.worker(12, 0, ONE, "1"));
        assertThat(stage.workerOf(ONE, 1)).isEqualTo(11L);
        assertThat(stage.workerOf(ONE, 2)).isEqualTo(11L);
        assertThat(stage.workerOf(ONE, 3)).isEqualTo(12L);
    }

    @Test
    void shouldKeepWhatFindsNoDevicesAsDemandWithTheReasonAndPlaceItLater_S5_3() {
        stage.head(ONE);
        stage.node(0, 2, Resources.NONE, "0");
        stage.place(ONE, 1, Stage.gpus(1));
        stage.hello(stage.worker(11, 0, ONE, "0"));
        stage.place(ONE, 2, Stage.gpus(1));
        stage.now += Stage.SECOND;
        List<Demand> demand = stage.machine.demand(stage.now);
        assertThat(demand).hasSize(1);
        assertThat(demand.getFirst().count()).isEqualTo(1);
        assertThat(demand.getFirst().waitingNanos()).isEqualTo(Stage.SECOND);
        assertThat(demand.getFirst().reason())
                .isEqualTo("needs 1 gpu; node:0 has 1 gpu, free 0 gpus, in use by tess-solver-1-1");
        assertThat(stage.said(ONE, ClusterMessage.Refused.class))
                .last()
                .extracting(refused -> refused.failure().what())
                .isEqualTo(demand.getFirst().reason());

        stage.ended(ONE, 1);
        assertThat(stage.workerOf(ONE, 2)).as("in the same worker").isEqualTo(11L);
        assertThat(stage.machine.demand(stage.now)).isEmpty();
    }

    @Test
    void shouldEndAWorkerThatNobodyNeedsSoThatItsDevicesAreFreeForAnotherSet_S1_5() {
        stage.head(ONE);
        stage.node(0, 2, Resources.NONE, "0", "1");
        stage.place(ONE, 1, Stage.gpus(1));
        stage.hello(stage.worker(11, 0, ONE, "0"));
        stage.ended(ONE, 1);
        stage.pass(Stage.SECOND);
        assertThat(stage.lost).as("it may be needed again").isEmpty();
        stage.place(ONE, 2, Stage.gpus(2));
        stage.pass(Stage.SECOND);
        assertThat(stage.lost).as("its device is wanted").containsExactly("worker:0:11 left");
        assertThat(stage.equips())
                .last()
                .extracting(ClusterMessage.Equip::devices)
                .isEqualTo(2);
        stage.hello(stage.worker(12, 0, ONE, "0", "1"));
        assertThat(stage.workerOf(ONE, 2)).isEqualTo(12L);
        stage.ended(ONE, 2);
        stage.pass(4 * Stage.SECOND);
        assertThat(stage.lost).containsExactly("worker:0:11 left", "worker:0:12 left");
    }

    @Test
    void shouldPlaceAgainWhoseNodeWasLostBeforeItsWorkerCame_S7_1() {
        stage.head(ONE);
        stage.node(0, 2, Resources.NONE, "0");
        stage.place(ONE, 1, Stage.gpus(1));
        stage.node(1, 2, Resources.NONE, "0");
        stage.machine.lose(Stage.node(0), "its machine is gone");
        assertThat(stage.equips()).hasSize(2);
        stage.hello(stage.worker(11, 1, ONE, "0"));
        assertThat(stage.workerOf(ONE, 1)).isEqualTo(11L);
    }

    @Test
    void shouldSayAgainToANodeOnANewLinkWhatItIsToStart() {
        stage.head(ONE);
        stage.node(0, 2, Resources.NONE, "0");
        stage.place(ONE, 1, Stage.gpus(1));
        stage.node(0, 2, Resources.NONE, "0");
        assertThat(stage.equips()).hasSize(2);
        assertThat(stage.equips().get(0))
                .as("the same wish")
                .isEqualTo(stage.equips().get(1));
    }

    @Test
    void shouldCountProcessorsMemoryAndLabelsOfNodes_S5_2() {
        stage.head(ONE);
        stage.node(0, 1, Resources.ofCpus(4).plus(Stage.label("fpga", 1)));
        stage.node(1, 1, Resources.ofCpus(4));
        stage.hello(stage.worker(11, 0, ONE));
        stage.hello(stage.worker(12, 1, ONE));
        stage.place(ONE, 1, Stage.cpus(3));
        stage.place(ONE, 2, Stage.cpus(3));
        stage.place(ONE, 3, Stage.cpus(2));
        assertThat(List.of(stage.workerOf(ONE, 1), stage.workerOf(ONE, 2))).containsExactly(11L, 12L);
        assertThat(stage.workerOf(ONE, 3)).isNull();
        stage.place(ONE, 4, Claim.of(Stage.label("fpga", 1)));
        assertThat(stage.workerOf(ONE, 4)).isEqualTo(11L);
        stage.ended(ONE, 2);
        assertThat(stage.workerOf(ONE, 3)).isEqualTo(12L);
    }

    @Test
    void shouldGiveEachOfSeveralThatClaimProcessorsAWorker_S5_2() {
        stage.head(ONE);
        stage.node(0, 2, Resources.ofCpus(4));
        stage.place(ONE, 1, Stage.cpus(1));
        stage.place(ONE, 2, Stage.cpus(1));
        assertThat(stage.said(Stage.node(0), ClusterMessage.Staff.class))
                .extracting(ClusterMessage.Staff::workers)
                .containsExactly(1, 2);
        stage.hello(stage.worker(11, 0, ONE));
        stage.hello(stage.worker(12, 0, ONE));
        assertThat(List.of(stage.workerOf(ONE, 1), stage.workerOf(ONE, 2))).containsExactly(11L, 12L);
    }

    @Test
    void shouldAskTheNodeThatHasTheLabelForAWorker_S5_2() {
        stage.head(ONE);
        stage.node(0, 1, Resources.ofCpus(1));
        stage.node(1, 1, Stage.label("fpga", 1));
        stage.hello(stage.worker(11, 0, ONE));
        stage.place(ONE, 1, Claim.of(Stage.label("fpga", 1)));
        assertThat(stage.said(Stage.node(1), ClusterMessage.Staff.class)).hasSize(1);
        stage.hello(stage.worker(12, 1, ONE));
        assertThat(stage.workerOf(ONE, 1)).isEqualTo(12L);
    }

    @Test
    void shouldFailAtOnceWhatNoNodeCanEverHoldAndNameTheLargest_S5_3() {
        stage.head(ONE);
        stage.node(0, 2, Resources.NONE, "0", "1");
        stage.node(1, 2, Resources.ofCpus(8), "0");
        stage.place(ONE, 1, Stage.gpus(4));
        assertThat(stage.said(ONE, ClusterMessage.Refused.class))
                .singleElement()
                .satisfies(refused -> {
                    assertThat(refused.forEver()).isTrue();
                    assertThat(refused.failure().kind()).isEqualTo(Failure.Kind.PLACEMENT);
                    assertThat(refused.failure().what())
                            .isEqualTo(
                                    "needs=4 gpus is more than any node has: the largest node is node:0 with 2 gpus");
                });
        assertThat(stage.machine.demand(stage.now)).isEmpty();
    }

    @Test
    void shouldWaitForWhatIsAnnounced_S5_3() {
        Stage announced = new Stage(
                MonitorSettings.DEFAULT.thatBegins().announcing(List.of(Resources.NONE.withGpus(8 * Resources.ONE))),
                new LeastBusy());
        announced.head(ONE);
        announced.node(0, 2, Resources.NONE, "0");
        announced.place(ONE, 1, Stage.gpus(4));
        announced.place(ONE, 2, Stage.gpus(16));
        assertThat(announced.said(ONE, ClusterMessage.Refused.class))
                .extracting(ClusterMessage.Refused::forEver)
                .containsExactly(false, true);
        assertThat(announced.machine.demand(announced.now))
                .extracting(Demand::reason)
                .containsExactly("needs 4 gpus; no node that is there has that much; a worker is on its way");
        announced.node(1, 2, Resources.NONE, "0", "1", "2", "3", "4", "5", "6", "7");
        assertThat(announced.equips()).extracting(ClusterMessage.Equip::devices).containsExactly(4);
    }

    @Test
    void shouldWaitWhileNoNodeHasComeYet_S5_3() {
        stage.head(ONE);
        stage.place(ONE, 1, Stage.gpus(4));
        assertThat(stage.said(ONE, ClusterMessage.Refused.class))
                .extracting(ClusterMessage.Refused::forEver)
                .containsExactly(false);
        stage.node(0, 2, Resources.NONE, "0", "1", "2", "3");
        assertThat(stage.equips()).hasSize(1);
    }

    @Test
    void shouldLearnWhatIsInUseFromTheWorkersOfTheMonitorBefore_S7_2() {
        Stage successor = new Stage(MonitorSettings.DEFAULT, new LeastBusy());
        successor.head(ONE);
        successor.place(ONE, 2, Stage.gpus(1));
        successor.place(ONE, 3, Stage.cpus(2));
        successor.place(ONE, 4, Stage.gpus(9));
        Id first = new Id(ONE, 1);
        successor.hello(successor.worker(11, 0, ONE, "0"), new ClusterMessage.Hosted(first, "a.Solver", Stage.gpus(1)));
        successor.hello(
                successor.worker(12, 0, ONE), new ClusterMessage.Hosted(new Id(ONE, 7), "a.Solver", Stage.cpus(3)));
        successor.node(0, 2, Resources.ofCpus(4), "0");
        assertThat(successor.sent)
                .as("it hears first what is in use")
                .noneMatch(each -> each.message() instanceof ClusterMessage.Placed);
        successor.pass(4 * Stage.SECOND);
        assertThat(successor.equips()).as("the device is in use").isEmpty();
        assertThat(successor.workerOf(ONE, 2)).isNull();
        assertThat(successor.workerOf(ONE, 3)).isNull();
        assertThat(successor.said(ONE, ClusterMessage.Refused.class))
                .filteredOn(ClusterMessage.Refused::forEver)
                .as("and what is there")
                .extracting(ClusterMessage.Refused::tessera)
                .containsExactly(new Id(ONE, 4));
        successor.ended(ONE, 1);
        assertThat(successor.workerOf(ONE, 2)).isEqualTo(11L);
        successor.ended(ONE, 7);
        assertThat(successor.workerOf(ONE, 3)).isEqualTo(12L);
    }

    @Test
    void shouldGiveNoNameThatTheWorkersOfTheMonitorBeforeMayHave_S2_7() {
        Stage successor = new Stage(MonitorSettings.DEFAULT, new LeastBusy());
        successor.head(ONE);
        successor.hello(successor.worker(11, 0, ONE));
        Id first = new Id(ONE, 1);
        Id second = new Id(ONE, 2);
        successor.machine.received(
                successor.now, ONE, new ClusterMessage.Place(second, "a.Solver", 7, "solver", 0, Claim.NONE));
        successor.machine.received(
                successor.now, ONE, new ClusterMessage.Place(new Id(ONE, 3), "a.Solver", 7, "free", 0, Claim.NONE));
        assertThat(successor.said(ONE, ClusterMessage.Placed.class)).isEmpty();
        ClusterMessage.Named named = new ClusterMessage.Named("solver", first, 12, "a.Solver", 7);
        Member worker = successor.worker(12, 0, ONE);
        successor.machine.connected(successor.now, 12);
        successor.machine.received(
                successor.now, 12, new ClusterMessage.Hello(worker, 1, List.of(named), List.of(), List.of()));
        successor.pass(3 * Stage.SECOND);
        assertThat(successor.said(ONE, ClusterMessage.Placed.class))
                .extracting(ClusterMessage.Placed::tessera)
                .containsExactly(new Id(ONE, 3));
        assertThat(successor.said(ONE, ClusterMessage.Refused.class))
                .extracting(ClusterMessage.Refused::tessera)
                .containsExactly(second);
    }

    @Test
    void shouldEndWhatComesWithANameThatIsAnothersByNow_S2_7() {
        stage.head(ONE);
        stage.hello(stage.worker(11, 0, ONE));
        stage.machine.received(
                stage.now, ONE, new ClusterMessage.Place(new Id(ONE, 1), "a.Solver", 7, "solver", 0, Claim.NONE));
        ClusterMessage.Named late = new ClusterMessage.Named("solver", new Id(ONE, 9), 12, "a.Solver", 7);
        stage.machine.connected(stage.now, 12);
        stage.machine.received(
                stage.now,
                12,
                new ClusterMessage.Hello(stage.worker(12, 0, ONE), 1, List.of(late), List.of(), List.of()));
        assertThat(stage.said(12, ClusterMessage.Refused.class))
                .extracting(ClusterMessage.Refused::tessera)
                .containsExactly(new Id(ONE, 9));
        assertThat(stage.workerOf(ONE, 1)).isEqualTo(11L);
    }

    /** Its creation was under way while the monitor was replaced. */
    @Test
    void shouldCountWhatComesToAWorkerAfterItsGreeting_S5_1() {
        stage.head(ONE);
        stage.hello(stage.worker(12, 0, ONE));
        stage.node(0, 2, Resources.ofCpus(4));
        Id first = new Id(ONE, 7);
        stage.machine.received(
                stage.now,
                12,
                new ClusterMessage.Hosting(new ClusterMessage.Named("", first, 12, "a.Solver", 7), Stage.cpus(3)));
        stage.place(ONE, 2, Stage.cpus(2));
        assertThat(stage.workerOf(ONE, 2)).isNull();
        stage.ended(ONE, 7);
        assertThat(stage.workerOf(ONE, 2)).isNotNull();
    }

    /** Others hold it: it lives on, with its device. */
    @Test
    void shouldKeepTheRoomOfWhatHasComeWhenWhoMadeItIsLost_S5_1() {
        stage.head(ONE);
        stage.node(0, 2, Resources.NONE, "0");
        stage.hello(stage.worker(11, 0, ONE, "0"));
        stage.hello(stage.worker(12, 0, ONE));
        Id made = new Id(12, 7);
        stage.place(12, 7, Stage.gpus(1));
        assertThat(stage.machine.workerOf(made)).isEqualTo(11L);
        stage.machine.received(
                stage.now,
                11,
                new ClusterMessage.Hosting(new ClusterMessage.Named("", made, 11, "a.Solver", 7), Stage.gpus(1)));
        stage.machine.lose(12, "it died");
        stage.place(ONE, 1, Stage.gpus(1));
        assertThat(stage.workerOf(ONE, 1)).as("the device is taken").isNull();
        stage.machine.received(stage.now, 11, new ClusterMessage.Ended(made));
        assertThat(stage.workerOf(ONE, 1)).isEqualTo(11L);
    }

    /** Who makes it may have been stopped since it was told where. */
    @Test
    void shouldKeepTheNameOfWhatIsOnItsWayToAWorkerThatGreetsAgain_S2_4() {
        stage.head(ONE);
        stage.head(TWO);
        stage.node(0, 2, Resources.NONE);
        Member worker = stage.worker(11, 0, ONE);
        stage.hello(worker);
        stage.hello(stage.worker(12, 0, TWO));
        placeNamed(ONE, 7);
        assertThat(stage.workerOf(ONE, 7)).isEqualTo(11L);
        stage.hello(worker);
        placeNamed(TWO, 8);
        assertThat(stage.said(TWO, ClusterMessage.Refused.class)
                        .getLast()
                        .failure()
                        .what())
                .startsWith("name=it is taken");
        stage.machine.received(stage.now, 11, new ClusterMessage.Ended(new Id(ONE, 7)));
        placeNamed(TWO, 8);
        assertThat(stage.workerOf(TWO, 8)).isEqualTo(12L);
    }

    private void placeNamed(long program, long number) {
        stage.machine.received(
                stage.now,
                program,
                new ClusterMessage.Place(new Id(program, number), "a.Solver", 7, "it", 0, Claim.NONE));
    }

    @Test
    void shouldFreeTheRoomOfWhatNeverCameWhenWhoAskedForItIsLost_S5_1() {
        stage.head(ONE);
        stage.node(0, 2, Resources.NONE, "0");
        stage.hello(stage.worker(11, 0, ONE, "0"));
        stage.hello(stage.worker(12, 0, ONE));
        stage.place(12, 7, Stage.gpus(1));
        stage.machine.lose(12, "it died");
        stage.place(ONE, 1, Stage.gpus(1));
        assertThat(stage.workerOf(ONE, 1)).isEqualTo(11L);
    }

    /** The home and the worker have links of their own. */
    @Test
    void shouldNotCountWhatItsHomeHasEndedBeforeItsWorkerTellsOfIt_S5_3() {
        stage.head(ONE);
        stage.hello(new Member("warehouse:0", 3, Member.Kind.WAREHOUSE, "", "", 0));
        stage.hello(stage.worker(12, 0, ONE));
        stage.node(0, 2, Resources.ofCpus(4));
        Id lively = new Id(ONE, 7).withLives();
        stage.machine.received(stage.now, 3, new ClusterMessage.Ended(lively, true));
        hosting(12, lively, "solver");
        assertThat(stage.machine.workerOf(lively)).isNull();
        stage.machine.received(stage.now, ONE, new ClusterMessage.Find(1, "solver"));
        assertThat(stage.said(ONE, ClusterMessage.Found.class)).containsExactly(new ClusterMessage.Found(1, null));
        stage.place(ONE, 2, Stage.cpus(4));
        assertThat(stage.workerOf(ONE, 2)).isEqualTo(12L);
        stage.hello(stage.worker(12, 0, ONE), new ClusterMessage.Hosted(lively, "a.Solver", Stage.cpus(3)));
        assertThat(stage.machine.workerOf(lively)).as("said before").isNull();
    }

    /** It may have lived in a worker that was cut off from the home before. */
    @Test
    void shouldCountWhatAHomeThatKnowsNothingOfItHeldForEnded_S5_3() {
        stage.head(ONE);
        stage.hello(new Member("warehouse:0", 3, Member.Kind.WAREHOUSE, "", "", 0));
        stage.hello(stage.worker(12, 0, ONE));
        stage.node(0, 2, Resources.ofCpus(4));
        Id lively = new Id(ONE, 7).withLives();
        stage.machine.received(stage.now, 3, new ClusterMessage.Ended(lively));
        hosting(12, lively, "solver");
        assertThat(stage.machine.workerOf(lively)).isEqualTo(12L);
        stage.place(ONE, 2, Stage.cpus(2));
        assertThat(stage.workerOf(ONE, 2)).as("3 of 4 processors are taken").isNull();
    }

    @Test
    void shouldNotCountWhereItWasWhatItsHomeHasHadPlacedElsewhere_S5_3() {
        stage.head(ONE);
        stage.hello(new Member("warehouse:0", 3, Member.Kind.WAREHOUSE, "", "", 0));
        stage.hello(stage.worker(12, 0, ONE));
        stage.node(0, 1, Resources.ofCpus(4));
        stage.hello(stage.worker(13, 1, ONE));
        stage.node(1, 1, Resources.ofCpus(2));
        Id lively = new Id(ONE, 7).withLives();
        ClusterMessage.Place next = new ClusterMessage.Place(lively, "a.Solver", 7, "", 0, Stage.cpus(2));
        stage.place(ONE, 1, Stage.cpus(3));
        stage.machine.received(stage.now, 3, new ClusterMessage.Replace(ONE, 12, next));
        assertThat(stage.machine.workerOf(lively)).isEqualTo(13L);
        hosting(12, lively, "");
        assertThat(stage.machine.workerOf(lively)).isEqualTo(13L);
        stage.machine.received(
                stage.now,
                3,
                new ClusterMessage.Passive(13, new ClusterMessage.Named("", lively, Carried.HOME, "a.Solver", 7)));
        hosting(13, lively, "");
        assertThat(stage.machine.workerOf(lively)).as("it rests").isNull();
    }

    @Test
    void shouldGiveTheNextLifeAnotherWorkerWhereThereIsOne_S2_8() {
        stage.head(ONE);
        stage.hello(new Member("warehouse:0", 3, Member.Kind.WAREHOUSE, "", "", 0));
        stage.node(0, 1, Resources.ofCpus(4));
        stage.hello(stage.worker(12, 0, ONE));
        for (Claim claim : List.of(Claim.NONE, Stage.cpus(2))) {
            assertThat(next(claim, 12)).as("there is no other one").isEqualTo(12L);
        }
        stage.node(1, 1, Resources.ofCpus(4));
        stage.hello(stage.worker(13, 1, ONE));
        stage.machine.received(stage.now, 13, new ClusterMessage.Heartbeat(10, 0, 0)); // it has more to do
        for (Claim claim : List.of(Claim.NONE, Stage.cpus(2))) {
            assertThat(next(claim, 12)).isEqualTo(13L);
        }
    }

    /** Its worker takes no word of a home that is dead. */
    @Test
    void shouldGiveBackTheRoomOfANextLifeThatNeverCameSinceItsHomeWasLost_S5_3() {
        stage.head(ONE);
        stage.hello(new Member("warehouse:0", 3, Member.Kind.WAREHOUSE, "", "", 0));
        stage.node(0, 1, Resources.ofCpus(4));
        stage.hello(stage.worker(12, 0, ONE));
        assertThat(next(Stage.cpus(2), 11)).isEqualTo(12L);
        Id other = new Id(ONE, 9).withLives();
        ClusterMessage.Place place = new ClusterMessage.Place(other, "a.Solver", 7, "", 0, Stage.cpus(1));
        stage.machine.received(stage.now, 3, new ClusterMessage.Replace(ONE, 11, place));
        stage.machine.received(
                stage.now,
                12,
                new ClusterMessage.Hosting(new ClusterMessage.Named("", other, 12, "a.Solver", 7), Stage.cpus(1)));
        stage.machine.received(stage.now, 3, new ClusterMessage.Exited(3, "it was closed"));
        stage.place(ONE, 2, Stage.cpus(3));
        assertThat(stage.workerOf(ONE, 2)).isNull();
        for (int i = 0; i < 30; i++) {
            stage.pass(Stage.SECOND);
            stage.machine.received(stage.now, 12, new ClusterMessage.Heartbeat(1, 0, 0));
        }
        assertThat(stage.workerOf(ONE, 2)).isEqualTo(12L);
        assertThat(stage.machine.workerOf(other)).as("that has come").isEqualTo(12L);
    }

    @Test
    void shouldCountWhereItIsWhatCouldNotBeginElsewhereBefore_S5_3() {
        stage.head(ONE);
        stage.hello(new Member("warehouse:0", 3, Member.Kind.WAREHOUSE, "", "", 0));
        stage.node(0, 1, Resources.ofCpus(4));
        stage.hello(stage.worker(12, 0, ONE));
        stage.node(1, 1, Resources.ofCpus(4));
        stage.hello(stage.worker(13, 1, ONE));
        assertThat(next(Stage.cpus(2), 12)).isEqualTo(13L);
        Id lively = new Id(ONE, 7).withLives();
        stage.machine.received(stage.now, 12, new ClusterMessage.Ended(lively)); // it comes late
        assertThat(stage.machine.workerOf(lively)).isEqualTo(13L);
        stage.machine.received(stage.now, 13, new ClusterMessage.Ended(lively));
        assertThat(stage.machine.workerOf(lively)).isNull();
    }

    private Long next(Claim claim, long notAt) {
        Id lively = new Id(ONE, claim.isCounted() ? 7 : 8).withLives();
        ClusterMessage.Place next = new ClusterMessage.Place(lively, "a.Solver", 7, "", 0, claim);
        stage.machine.received(stage.now, 3, new ClusterMessage.Replace(ONE, notAt, next));
        return stage.machine.workerOf(lively);
    }

    /** The home wakes it, or asks without naming a worker: what its worker before has said late counts no more. */
    @Test
    void shouldNotCountWhereItRestedWhatWasWokenElsewhere_S5_3() {
        stage.head(ONE);
        stage.hello(new Member("warehouse:0", 3, Member.Kind.WAREHOUSE, "", "", 0));
        stage.hello(stage.worker(12, 0, ONE));
        stage.node(0, 1, Resources.ofCpus(3));
        stage.hello(stage.worker(13, 1, ONE));
        stage.node(1, 1, Resources.ofCpus(3));
        Id lively = new Id(ONE, 7).withLives();
        ClusterMessage.Place next = new ClusterMessage.Place(lively, "a.Solver", 7, "", 0, Stage.cpus(3));
        stage.place(ONE, 1, Stage.cpus(3));
        long rested = stage.workerOf(ONE, 1); // where there is no room for it now
        stage.machine.received(
                stage.now,
                3,
                new ClusterMessage.Passive(rested, new ClusterMessage.Named("", lively, Carried.HOME, "a.Solver", 7)));
        stage.machine.received(stage.now, 3, new ClusterMessage.Replace(ONE, Carried.HOME, next));
        long chosen = stage.machine.workerOf(lively);
        assertThat(chosen).isNotEqualTo(rested);
        stage.machine.received(stage.now, 3, new ClusterMessage.Replace(ONE, 0, next));
        hosting(rested, lively, "");
        assertThat(stage.machine.workerOf(lively)).isEqualTo(chosen);
        stage.ended(ONE, 1);
        stage.machine.received(stage.now, 3, new ClusterMessage.Replace(ONE, chosen, next));
        assertThat(stage.machine.workerOf(lively)).isEqualTo(rested);
        hosting(rested, lively, "solver");
        stage.machine.received(stage.now, ONE, new ClusterMessage.Find(1, "solver"));
        assertThat(stage.said(ONE, ClusterMessage.Found.class))
                .as("it was placed there again")
                .singleElement()
                .satisfies(found -> assertThat(found.named()).isNotNull());
    }

    private void hosting(long worker, Id tessera, String name) {
        ClusterMessage.Named named = new ClusterMessage.Named(name, tessera, worker, "a.Solver", 7);
        stage.machine.received(stage.now, worker, new ClusterMessage.Hosting(named, Stage.cpus(3)));
    }

    @Test
    void shouldServeProgramsThatWaitInTurn_S5_4() {
        stage.head(ONE);
        stage.head(TWO);
        stage.node(0, 2, Resources.ofCpus(1));
        stage.hello(stage.worker(11, 0, ONE));
        stage.hello(stage.worker(12, 0, TWO));
        stage.place(ONE, 1, Stage.cpus(1));
        for (int number = 2; number <= 4; number++) {
            stage.place(ONE, number, Stage.cpus(1));
        }
        stage.place(TWO, 1, Stage.cpus(1));
        stage.place(TWO, 2, Stage.cpus(1));
        stage.ended(ONE, 1);
        assertThat(stage.workerOf(ONE, 2)).isNotNull();
        stage.ended(ONE, 2);
        assertThat(stage.workerOf(TWO, 1)).as("though others came before").isNotNull();
        stage.ended(TWO, 1);
        assertThat(stage.workerOf(ONE, 3)).isNotNull();
        stage.ended(ONE, 3);
        assertThat(stage.workerOf(TWO, 2)).isNotNull();
    }

    @Test
    void shouldTellABacklogOfTasksOfMoreThanASecond_S5_3() {
        stage.head(ONE);
        stage.node(0, 2, Resources.ofCpus(2));
        stage.hello(stage.worker(11, 0, ONE));
        stage.hello(stage.worker(12, 0, ONE));
        for (long worker : new long[] {11, 12}) {
            stage.machine.received(stage.now, worker, waiting(5, 0));
        }
        assertThat(stage.machine.demand(stage.now)).isEmpty();
        stage.now += 2 * Stage.SECOND;
        stage.machine.received(stage.now, 11, waiting(3, Stage.SECOND / 2));
        stage.machine.received(stage.now, 12, waiting(4, Stage.SECOND));
        assertThat(stage.machine.demand(stage.now)).singleElement().satisfies(demand -> {
            assertThat(demand.count()).isEqualTo(7);
            assertThat(demand.needs()).isEqualTo(Resources.ofCpus(1));
            assertThat(demand.waitingNanos()).as("of the oldest that waits now").isEqualTo(Stage.SECOND);
        });
        stage.machine.received(stage.now, ONE, waiting(90, 3 * Stage.SECOND));
        assertThat(stage.machine.demand(stage.now)).singleElement().satisfies(demand -> {
            assertThat(demand.count())
                    .as("with those that its program has not sent")
                    .isEqualTo(97);
            assertThat(demand.waitingNanos()).isEqualTo(3 * Stage.SECOND);
        });
        stage.machine.received(stage.now, 11, new ClusterMessage.Heartbeat(0, 0, 0));
        stage.machine.received(stage.now, 12, new ClusterMessage.Heartbeat(0, 0, 0));
        assertThat(stage.machine.demand(stage.now)).isEmpty();
    }

    private static ClusterMessage.Heartbeat waiting(int tasks, long nanos) {
        return new ClusterMessage.Heartbeat(0, tasks, 1, new TaskBacklog(tasks, nanos));
    }

    @Test
    void shouldAnswerWhoAsksWhatThereIs_S5_3() {
        stage.head(ONE);
        stage.node(0, 2, Resources.ofCpus(2), "0");
        stage.hello(stage.worker(11, 0, ONE));
        stage.place(ONE, 1, Stage.cpus(1.5));
        stage.place(ONE, 2, Stage.cpus(1));
        stage.machine.received(stage.now, 999, new ClusterMessage.Survey(1));
        ClusterMessage.Surveyed found =
                stage.said(999, ClusterMessage.Surveyed.class).getFirst();
        assertThat(found.units()).hasSize(3);
        assertThat(found.units().get(1).used()).isEqualTo(Resources.ofCpus(1.5));
        assertThat(found.demand()).extracting(Demand::needs).containsExactly(Resources.ofCpus(1));
    }
}
