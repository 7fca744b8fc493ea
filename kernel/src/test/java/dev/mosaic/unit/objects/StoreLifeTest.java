package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.ValueMessage;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the home knows of lives, event by event. S2.8, S2.9. */
class StoreLifeTest {
    private static final long HEAD = 1;
    private static final long A = 11;
    private static final long B = 12;
    private static final Id TESSERA = new Id(HEAD, 5).withLives();

    private static final long C = 13;

    private StoreCluster cluster = new StoreCluster(HEAD, A, B, C);

    @BeforeEach
    void shouldBeSettled() {
        cluster.pass(4 * SECOND);
    }

    /** Found by the simulation: the tessera lived twice, each time as the second life. */
    @Test
    void shouldNotBeginALifeBeforeAllHaveToldANewHomeOfTheirs_S2_8() {
        cluster = new StoreCluster(HEAD, A, B, C); // this home is new
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        describe(A, 1, 3);
        cluster.kill(A); // the home before knew that, and has begun the next life in B
        cluster.pass(2 * SECOND);
        assertThat(cluster.home().toMonitor).isEmpty();
        describe(B, 2, 3);
        cluster.pass(5 * SECOND);
        assertThat(cluster.home().toMonitor).isEmpty();
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).last().isEqualTo(new LifeMessage.Alive(TESSERA, 2, B));
    }

    @Test
    void shouldBeginALifeOnceAllHaveToldANewHomeOfTheirs_S2_8() {
        cluster = new StoreCluster(HEAD, A, B, C);
        describe(A, 1, 3);
        cluster.kill(A);
        assertThat(cluster.home().toMonitor).isEmpty();
        cluster.pass(4 * SECOND);
        assertThat(asked().notAt()).isEqualTo(A);
        place(B);
        assertThat(last(B, LifeMessage.Raise.class).incarnation()).isEqualTo(2);
    }

    @Test
    void shouldKeepTheLifeOfTheHomeBeforeThatIsToldLate_S2_8() {
        describe(A, 1, 3);
        cluster.kill(A);
        place(C);
        describe(B, 2, 3); // the home before had begun it there
        cluster.say(C, HOME, new LifeMessage.Raised(TESSERA, 2, null));
        assertThat(last(C, LifeMessage.Noted.class).failure())
                .extracting(Failure::kind)
                .isEqualTo(Failure.Kind.STOPPED);
        keep(B, 2, 1, 10);
    }

    @Test
    void shouldRefuseALifeOfTheSameIncarnationElsewhere_S2_8() {
        describe(A, 1, 3);
        cluster.kill(A);
        place(C);
        cluster.say(C, HOME, new LifeMessage.Raised(TESSERA, 2, null)); // its callers are told
        cluster.say(B, HOME, new LifeMessage.Describe(TESSERA, 2, 0, 0, create(3)));
        assertThat(last(B, LifeMessage.Noted.class).failure())
                .extracting(Failure::kind)
                .isEqualTo(Failure.Kind.STOPPED);
        keep(C, 2, 1, 10);
    }

    @Test
    void shouldBeginTheNextLifeElsewhereWithTheLastState() {
        describe(A, 1, 3);
        keep(A, 1, 1, 10);
        keep(A, 1, 2, 20);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        assertThat(asked().notAt()).isEqualTo(A);
        place(B);
        LifeMessage.Raise raise = last(B, LifeMessage.Raise.class);
        assertThat(raise.incarnation()).isEqualTo(2);
        assertThat(raise.hasState()).isTrue();
        assertThat(raise.create().needs()).hasSize(2).allMatch(Need::isEntry);
        Id state = raise.create().needs().getLast().task();
        Id lease = cluster.acquire(B, HOME, state);
        cluster.settle();
        assertThat(cluster.acquired(lease)).hasSize(1);
        cluster.discharge(B, HOME, lease);
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).isEmpty();
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, null));
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).containsExactly(new LifeMessage.Alive(TESSERA, 2, B));
    }

    /** A warehouse that is told to end waits for it: its state may be there alone. */
    @Test
    void shouldCountWhatMovesAsOnlyHere_S2_9() {
        describe(A, 1, 3);
        keep(A, 1, 1, 10);
        assertThat(cluster.home().machine.onlyHere()).isZero();
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1));
        assertThat(cluster.home().machine.onlyHere()).as("it has no place").isEqualTo(1);
        place(B);
        assertThat(cluster.home().machine.onlyHere()).as("it is made in B").isEqualTo(1);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 3, null));
        assertThat(cluster.home().machine.onlyHere()).isZero();
    }

    @Test
    void shouldRefuseWhatALifeBeforeSays() {
        describe(A, 1, 3);
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1));
        place(B);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 3, null));
        cluster.take(A, LifeMessage.Noted.class);
        cluster.say(A, HOME, new LifeMessage.Keep(TESSERA, 1, 9, StoreCluster.payload(TESSERA, 10)));
        assertThat(last(A, LifeMessage.Noted.class).failure())
                .extracting(Failure::kind)
                .isEqualTo(Failure.Kind.STOPPED);
        keep(B, 3, 1, 10);
    }

    /** There may be no other worker: then the one that is drained would wait for its holders until its deadline. */
    @Test
    void shouldHoldWhatDepartsForWhoHoldsItUntilItHasAPlace_S2_9() {
        cluster.home().machine.monitor(cluster.now);
        describe(A, 1, 3);
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1));
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        assertThat(last(HEAD, LifeMessage.Alive.class).worker()).isEqualTo(Carried.HOME);
        hold(HEAD, true);
        place(B);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 3, null));
        assertThat(last(HEAD, LifeMessage.Alive.class)).isEqualTo(new LifeMessage.Alive(TESSERA, 3, B));
    }

    @Test
    void shouldKeepOneStateOnly() {
        describe(A, 1, 3);
        for (int i = 1; i <= 20; i++) {
            keep(A, 1, i, 100);
        }
        cluster.settle();
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(100);
        over(A, 1);
        cluster.assertEmpty();
    }

    @Test
    void shouldNotPutAnOlderStateInThePlaceOfANewerOne() {
        describe(A, 1, 3);
        keep(A, 1, 2, 10);
        keep(A, 1, 1, 90); // came late, on the other lane
        cluster.kill(A);
        place(B);
        LifeMessage.Raise raise = last(B, LifeMessage.Raise.class);
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(10);
        assertThat(raise.hasState()).isTrue();
    }

    @Test
    void shouldTellHowManyRestartsThereWereWhenThereAreNoMore() {
        describe(A, 1, 1);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        place(B);
        cluster.kill(B);
        LifeMessage.Gone gone = last(HEAD, LifeMessage.Gone.class);
        assertThat(gone.known()).isTrue();
        assertThat(gone.failure().what()).contains("restarts=1");
        assertThat(cluster.home().toMonitor).last().isEqualTo(new ClusterMessage.Ended(TESSERA, true));
        cluster.assertEmpty();
    }

    @Test
    void shouldCountALifeThatFailsToBeginAndTellWhy() {
        describe(A, 1, 1);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        place(B);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, Failure.of(Failure.Kind.THROWN, "no")));
        LifeMessage.Gone gone = last(HEAD, LifeMessage.Gone.class);
        assertThat(gone.failure().cause()).extracting(Failure::what).isEqualTo("no");
    }

    @Test
    void shouldTryAgainLaterWhereALifeFailsToBegin() {
        describe(A, 1, LifeTerms.UNLIMITED);
        cluster.kill(A);
        place(B);
        int asked = cluster.home().toMonitor.size();
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, Failure.of(Failure.Kind.THROWN, "no")));
        assertThat(cluster.home().toMonitor).hasSize(asked);
        cluster.pass(2 * SECOND);
        assertThat(cluster.home().toMonitor).hasSizeGreaterThan(asked);
    }

    /** What it became when it was made again ends its process. */
    @Test
    void shouldNotBeginWithoutEndWhatEndsItsWorkers_S2_8() {
        describe(A, 1, LifeTerms.UNLIMITED);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        for (int worker = 1; worker <= LifeTerms.MOST_UNMADE; worker++) {
            assertThat(cluster.take(HEAD, LifeMessage.Gone.class)).isEmpty();
            cluster.connect(20 + worker);
            place(20 + worker);
            cluster.kill(20 + worker);
        }
        assertThat(last(HEAD, LifeMessage.Gone.class).failure().kind()).isEqualTo(Failure.Kind.CONSTRUCTOR);
    }

    @Test
    void shouldAskTheMonitorAgainSinceThatMayBeAnother() {
        describe(A, 1, 3);
        cluster.kill(A);
        asked();
        cluster.pass(5 * SECOND);
        assertThat(cluster.home().toMonitor).hasSizeGreaterThan(3);
    }

    @Test
    void shouldTellWhoAsksForWhatItNeverHeardOf() {
        cluster.kill(A);
        cluster.pass(10 * SECOND);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.pass(SECOND);
        assertThat(last(HEAD, LifeMessage.Gone.class).known()).isFalse();
    }

    /** Found by the simulation: a call by name to a tessera whose construction ended before it was sent waited for ever. */
    @Test
    void shouldTellAWorkerThatATesseraNeverCameOfWhichNobodyHasTold_S3_6() {
        cluster.say(A, HOME, new LifeMessage.Seek(TESSERA, LifeMessage.NOWHERE));
        cluster.pass(30 * SECOND);
        assertThat(cluster.take(A, LifeMessage.Gone.class)).isEmpty();
        cluster.pass(SECOND);
        LifeMessage.Gone gone = last(A, LifeMessage.Gone.class);
        assertThat(gone.known()).as("it may come yet").isFalse();
        assertThat(gone.failure().what()).contains("tessera=" + TESSERA + " never came to unit b");
        cluster.assertEmpty();
    }

    @Test
    void shouldTellAWorkerNothingOfATesseraThatIsDescribedMeanwhile_S3_6() {
        cluster.say(A, HOME, new LifeMessage.Seek(TESSERA, LifeMessage.NOWHERE));
        cluster.pass(SECOND);
        describe(A, 1, 3);
        cluster.pass(60 * SECOND);
        assertThat(cluster.take(A, LifeMessage.Gone.class)).isEmpty();
    }

    @Test
    void shouldLearnOfALifeFromItsWorkerWhereItIsNew() {
        describe(A, 7, 9);
        cluster.kill(A);
        place(B);
        assertThat(last(B, LifeMessage.Raise.class).incarnation()).isEqualTo(8);
    }

    @Test
    void shouldGoOnHoldingATesseraThatLivesElsewhere() {
        describe(A, 1, 3);
        cluster.asksToPut(HEAD, HOME, 0, 10, new Carried(TESSERA, A));
        long version = cluster.take(A, ValueMessage.Hold.class).getLast().version();
        cluster.say(A, HOME, new ValueMessage.Held(TESSERA, version));
        cluster.kill(A);
        place(B);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, null));
        assertThat(cluster.take(B, ValueMessage.Hold.class)).hasSize(1).allMatch(ValueMessage.Hold::holding);
    }

    @Test
    void shouldKeepATesseraThatNobodyCallsWithoutAPlaceAndWakeItForACall_S2_1() {
        rest();
        assertThat(cluster.home().toMonitor)
                .last()
                .isInstanceOfSatisfying(
                        ClusterMessage.Passive.class,
                        passive -> assertThat(passive.notAt()).isEqualTo(A));
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class))
                .containsExactly(new LifeMessage.Alive(TESSERA, 2, Carried.HOME));
        hold(HEAD, true);
        cluster.pass(60 * SECOND);
        assertThat(cluster.home().toMonitor).last().isInstanceOf(ClusterMessage.Passive.class);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(asked().notAt()).isEqualTo(Carried.HOME);
        place(A);
        LifeMessage.Raise raise = last(A, LifeMessage.Raise.class);
        assertThat(raise.incarnation()).isEqualTo(3);
        assertThat(raise.restarts()).as("it is no restart").isZero();
        assertThat(raise.hasState()).isTrue();
        cluster.say(A, HOME, new LifeMessage.Raised(TESSERA, 3, null));
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class))
                .isNotEmpty()
                .allMatch(alive -> alive.equals(new LifeMessage.Alive(TESSERA, 3, A)));
    }

    @Test
    void shouldTellAgainWhereItLivesUntilItIsLetGoOfHere_S2_1() {
        rest();
        hold(HEAD, true);
        cluster.say(B, HOME, new LifeMessage.Seek(TESSERA, Carried.HOME));
        place(A);
        cluster.say(A, HOME, new LifeMessage.Raised(TESSERA, 3, null));
        cluster.take(HEAD, LifeMessage.Alive.class);
        cluster.pass(3 * SECOND);
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).isNotEmpty();
        hold(HEAD, false);
        cluster.pass(3 * SECOND);
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).isEmpty();
    }

    @Test
    void shouldEndAPassiveTesseraThatNobodyHolds_S2_7() {
        rest();
        hold(HEAD, true);
        cluster.pass(40 * SECOND);
        hold(HEAD, false);
        cluster.pass(SECOND);
        assertThat(cluster.home().toMonitor).last().isEqualTo(new ClusterMessage.Ended(TESSERA, true));
        cluster.assertEmpty();
    }

    @Test
    void shouldDropAPassiveTesseraWithoutWakingIt_S2_7() {
        rest();
        hold(HEAD, true);
        StreamMessage.Drop drop = new StreamMessage.Drop(new Id(HEAD, 9), TESSERA, 1, 0, -1);
        for (int i = 0; i < 2; i++) { // said again
            cluster.home().machine.called(cluster.now, HEAD, drop);
            cluster.pump();
            assertThat(cluster.take(HEAD, ReplyMessage.Done.class))
                    .extracting(ReplyMessage.Done::outcome)
                    .containsExactly(Outcome.NOTHING);
        }
        cluster.assertEmpty();
    }

    @Test
    void shouldGiveBackACallOfWhoDoesNotKnowThatItIsPassive_S7_5() {
        rest();
        cluster.home()
                .machine
                .called(
                        cluster.now,
                        HEAD,
                        new StreamMessage.Call(
                                new Id(HEAD, 9), TESSERA, 1, 0, -1, 1, false, 0, 0, List.of(), Payload.EMPTY));
        cluster.pump();
        assertThat(cluster.take(HEAD, ReplyMessage.Done.class))
                .singleElement()
                .extracting(ReplyMessage.Done::outcome)
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.MOVED));
    }

    @Test
    void shouldStayPassiveWhereThereIsNoRoomForItNow_S2_1() {
        rest();
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, Carried.HOME));
        Failure never = Failure.of(Failure.Kind.PLACEMENT, "more than any node has");
        cluster.home().machine.refused(cluster.now, new ClusterMessage.Refused(TESSERA, true, never));
        cluster.pump();
        assertThat(last(HEAD, LifeMessage.Gone.class).failure()).isEqualTo(never);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(asked().place().tessera()).isEqualTo(TESSERA);
    }

    @Test
    void shouldTellAMonitorThatIsNewOfThoseThatAreNowhere_S7_2() {
        rest();
        int said = cluster.home().toMonitor.size();
        cluster.home().machine.monitor(cluster.now);
        assertThat(cluster.home().toMonitor).hasSize(said + 1);
    }

    @Test
    void shouldTellHoldersWhatTheHomeBeforeKnewAlone_S2_8() {
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1)); // to another home than this one
        cluster.pass(10 * SECOND);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        assertThat(last(HEAD, LifeMessage.Gone.class).known()).isTrue();
    }

    @Test
    void shouldLetAProgramTakeOverATesseraAndMoveItToItsOwnCode_S2_8() {
        cluster.pass(4 * SECOND); // all have told what they have by now
        cluster.home().machine.monitor(cluster.now);
        named("1");
        keepAnd(new LifeMessage.Keep(TESSERA, 1, 1, StoreCluster.payload(TESSERA, 10)));
        adopt(80, "2");
        cluster.settle();
        assertThat(last(B, LifeMessage.Adopted.class).as()).isEqualTo(TESSERA);
        assertThat(last(A, LifeMessage.Retire.class)).isEqualTo(new LifeMessage.Retire(TESSERA, 1));
        cluster.pass(2 * SECOND);
        assertThat(cluster.take(A, LifeMessage.Retire.class)).as("said again").isNotEmpty();
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1));
        assertThat(asked().program()).isEqualTo(B);
        assertThat(asked().place().className()).isEqualTo("Solver2");
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        assertThat(last(HEAD, LifeMessage.Alive.class).worker())
                .as("it lets go at the worker, which may be the next one")
                .isEqualTo(Carried.HOME);
        place(A);
        LifeMessage.Raise raise = last(A, LifeMessage.Raise.class);
        assertThat(raise.hasState()).isTrue();
        assertThat(raise.create().className()).isEqualTo("Solver2");
        assertThat(raise.create().mailbox()).isEqualTo(TESSERA);
        adopt(80, "2");
        assertThat(last(B, LifeMessage.Adopted.class).as()).as("said again").isEqualTo(TESSERA);
    }

    @Test
    void shouldLetATesseraOfTheSameVersionStayWhereItIs_S2_8() {
        cluster.pass(4 * SECOND);
        named("1");
        adopt(80, "1");
        cluster.settle();
        assertThat(last(B, LifeMessage.Adopted.class).as()).isEqualTo(TESSERA);
        assertThat(cluster.take(A, LifeMessage.Retire.class)).isEmpty();
        cluster.kill(A);
        assertThat(asked().program()).isEqualTo(B);
    }

    @Test
    void shouldRefuseCodeWithOtherMethodsThanProxiesCall_S2_7() {
        cluster.pass(4 * SECOND);
        named("1");
        Id question = new Id(B, 80).withLives();
        LifeTerms terms = new LifeTerms(3, true, 0).takingOver("2");
        StreamMessage.Create other = new StreamMessage.Create(
                question, question, 1, -1, "Solver", 8, 0, 1, "name", List.of(), Payload.EMPTY, Claim.NONE, terms);
        cluster.say(B, HOME, new LifeMessage.Adopt(question, B, other));
        assertThat(last(B, LifeMessage.Adopted.class).failure())
                .extracting(Failure::kind)
                .isEqualTo(Failure.Kind.NAME);
        assertThat(cluster.take(A, LifeMessage.Retire.class)).isEmpty();
    }

    @Test
    void shouldSayThatThereIsNoneToTakeOver_S2_8() {
        cluster.pass(4 * SECOND);
        adopt(80, "1");
        assertThat(last(B, LifeMessage.Adopted.class).as()).isEqualTo(new Id(B, 80).withLives());
    }

    @Test
    void shouldKeepANamedPassiveTesseraWhoseProgramHasEndedForWhoTakesItOver_S2_8() {
        cluster.pass(4 * SECOND);
        cluster.home().machine.monitor(cluster.now);
        named("1");
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1, true));
        cluster.kill(HEAD);
        cluster.say(B, HOME, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(last(B, LifeMessage.Gone.class).failure().what()).contains("its program has ended");
        adopt(80, "2");
        cluster.settle();
        cluster.say(B, HOME, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(asked().program()).isEqualTo(B);
    }

    /** Found by the simulation: the home before was lost with it before it had said that it rests, and its room was never free again. */
    @Test
    void shouldFreeTheRoomOfWhatCameToRestWithAHomeThatIsLost_S5_3() {
        cluster.home().machine.monitor(cluster.now);
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1, true));
        ClusterMessage.Named unknown = new ClusterMessage.Named("", TESSERA, Carried.HOME, "", 0);
        assertThat(cluster.home().toMonitor).containsExactly(new ClusterMessage.Passive(A, unknown));
    }

    /** Found by the simulation: a new monitor gave its name away before it heard of it. Nobody would find it any more. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndANamedPassiveTesseraThatNobodyHoldsOnceAnotherOneHasItsName_S2_7(boolean isSought) {
        cluster.pass(4 * SECOND);
        cluster.home().machine.monitor(cluster.now);
        named("1");
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1, true));
        hold(HEAD, true);
        if (isSought) {
            cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, Carried.HOME));
        }
        Failure taken = Failure.of(Failure.Kind.NAME, "name=solver is taken by tessera=9-9r of class=Solver");
        cluster.home().machine.refused(cluster.now, new ClusterMessage.Refused(TESSERA, isSought, taken));
        cluster.pass(4 * StoreCluster.SETTINGS.graceNanos());
        assertThat(cluster.home().toMonitor).doesNotContain(new ClusterMessage.Ended(TESSERA, true));
        hold(HEAD, false);
        cluster.pass(4 * StoreCluster.SETTINGS.graceNanos());
        assertThat(cluster.home().toMonitor).last().isEqualTo(new ClusterMessage.Ended(TESSERA, true));
    }

    /** The other one may have ended with the monitor that knew it. */
    @Test
    void shouldKeepANamedPassiveTesseraWhoseNameIsFreeAtAnotherMonitor_S2_7() {
        cluster.pass(4 * SECOND);
        cluster.home().machine.monitor(cluster.now);
        named("1");
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1, true));
        hold(HEAD, true);
        Failure taken = Failure.of(Failure.Kind.NAME, "name=name is taken by tessera=9-9r of class=Solver");
        cluster.home().machine.refused(cluster.now, new ClusterMessage.Refused(TESSERA, false, taken));
        cluster.home().machine.monitor(cluster.now);
        hold(HEAD, false);
        cluster.pass(4 * StoreCluster.SETTINGS.graceNanos());
        assertThat(cluster.home().toMonitor).doesNotContain(new ClusterMessage.Ended(TESSERA, true));
    }

    /** Found by the simulation: its holder was cut off from its worker for longer than the home waits. */
    @Test
    void shouldKeepWhatIsPassiveWhileItIsHeldWhereItLived() {
        cluster.pass(4 * SECOND);
        describe(A, 1, 3);
        cluster.home().machine.monitor(cluster.now);
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1, true));
        long grace = StoreCluster.SETTINGS.graceNanos();
        for (long waited = 0; waited < 3 * grace; waited += grace / 2) {
            cluster.pass(grace / 2);
            cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 0));
        }
        cluster.take(HEAD, LifeMessage.Gone.class);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        assertThat(last(HEAD, LifeMessage.Alive.class).worker()).isEqualTo(Carried.HOME);
        cluster.pass(grace / 2);
        cluster.pass(grace);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        assertThat(last(HEAD, LifeMessage.Gone.class).failure().what()).endsWith("was held by nobody");
    }

    @Test
    void shouldGoOnAsItIsForAProgramOfTheSameVersionAlone_S2_8() {
        cluster.pass(4 * SECOND);
        cluster.home().machine.monitor(cluster.now);
        named("1");
        cluster.say(A, HOME, new LifeMessage.Keep(TESSERA, 1, 1, StoreCluster.payload(TESSERA, 10)));
        cluster.settle();
        cluster.pass(2 * SECOND);
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1, true));
        cluster.kill(HEAD);

        goOn(80, "2");
        assertThat(last(B, LifeMessage.Adopted.class).failure())
                .extracting(Failure::kind)
                .isEqualTo(Failure.Kind.NAME);
        goOn(81, "1");
        LifeMessage.Adopted adopted = last(B, LifeMessage.Adopted.class);
        assertThat(adopted.as()).isEqualTo(TESSERA);
        LifeMessage.Standing standing = java.util.Objects.requireNonNull(adopted.standing());
        assertThat(standing.worker()).as("it was not woken").isEqualTo(Carried.HOME);
        assertThat(standing.incarnation()).isEqualTo(2);
        assertThat(standing.keptAgoMillis()).isBetween(2_000L, 3_000L);

        cluster.say(B, HOME, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(asked().program()).isEqualTo(B);
        assertThat(asked().place().className()).as("as it was made").isEqualTo("Solver");
        goOn(82, "1");
        assertThat(last(B, LifeMessage.Adopted.class).as())
                .as("it may be asked again")
                .isEqualTo(TESSERA);
    }

    @Test
    void shouldNotTakeOverWhatWasMadeInAnotherWay_S2_8() {
        cluster.pass(4 * SECOND);
        named("1");
        Id question = new Id(B, 80).withLives();
        LifeTerms terms = new LifeTerms(3, true, 0, 0, "1");
        int served = StreamMessage.Create.SERVED;
        StreamMessage.Create create = new StreamMessage.Create(
                question, question, 1, -1, "Solver", 7, served, 1, "name", List.of(), Payload.EMPTY, Claim.NONE, terms);
        cluster.say(B, HOME, new LifeMessage.Adopt(question, B, create));
        assertThat(last(B, LifeMessage.Adopted.class).failure())
                .extracting(Failure::kind)
                .isEqualTo(Failure.Kind.NAME);
    }

    private void goOn(long number, String version) {
        Id question = new Id(B, number).withLives();
        LifeTerms terms = new LifeTerms(-1, true, 0, 0, version);
        StreamMessage.Create create = new StreamMessage.Create(
                question, question, 0, -1, "", 0, 0, 1, "name", List.of(), Payload.EMPTY, Claim.NONE, terms);
        cluster.say(B, HOME, new LifeMessage.Adopt(question, B, create));
    }

    private void named(String version) {
        LifeTerms terms = new LifeTerms(3, true, 0).takingOver(version);
        cluster.say(A, HOME, new LifeMessage.Describe(TESSERA, 1, 0, HEAD, named(TESSERA, "Solver", terms)));
        cluster.take(A, LifeMessage.Noted.class);
    }

    private void adopt(long number, String version) {
        Id question = new Id(B, number).withLives();
        LifeTerms terms = new LifeTerms(3, true, 0).takingOver(version);
        cluster.say(B, HOME, new LifeMessage.Adopt(question, B, named(question, "Solver2", terms)));
    }

    private static StreamMessage.Create named(Id id, String className, LifeTerms terms) {
        return new StreamMessage.Create(
                id, id, 1, -1, className, 7, 0, 1, "name", List.of(), Payload.of(new byte[3]), Claim.NONE, terms);
    }

    /** It is passive, with a state. */
    private void rest() {
        cluster.home().machine.monitor(cluster.now);
        cluster.say(A, HOME, new LifeMessage.Describe(TESSERA, 1, 0, 0, create(3)));
        keepAnd(new LifeMessage.Keep(TESSERA, 1, 1, StoreCluster.payload(TESSERA, 10)));
        cluster.say(A, HOME, new LifeMessage.Depart(TESSERA, 1, true));
        cluster.take(A, LifeMessage.Noted.class);
    }

    private void keepAnd(LifeMessage.Keep keep) {
        cluster.say(A, HOME, keep);
        assertThat(last(A, LifeMessage.Noted.class).failure()).isNull();
    }

    private void hold(long unit, boolean holding) {
        cluster.home().machine.hold(cluster.now, unit, new ValueMessage.Hold(TESSERA, holding, false, 1));
        cluster.pump();
        cluster.take(unit, ValueMessage.Held.class);
    }

    @Test
    void shouldTellOfEndsAgainOnANewLinkWithTheMonitor() {
        describe(A, 1, 3);
        over(A, 1);
        Id unknown = new Id(HEAD, 6).withLives();
        cluster.say(HEAD, HOME, new LifeMessage.Seek(unknown, Carried.HOME));
        cluster.home().toMonitor.clear(); // the link broke before the monitor had heard
        cluster.home().machine.monitor(cluster.now);
        assertThat(cluster.home().toMonitor)
                .containsExactly(new ClusterMessage.Ended(TESSERA, true), new ClusterMessage.Ended(unknown));
    }

    @Test
    void shouldNotTellOfTheEndOfALifeThatIsDescribedAfterAll() {
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, Carried.HOME));
        assertThat(cluster.home().toMonitor).containsExactly(new ClusterMessage.Ended(TESSERA));
        describe(A, 1, 3);
        cluster.home().toMonitor.clear();
        cluster.home().machine.monitor(cluster.now);
        assertThat(cluster.home().toMonitor).isEmpty();
    }

    @Test
    void shouldAskForAnotherWorkerWhereALifeFailsToBegin() {
        describe(A, 1, LifeTerms.UNLIMITED);
        cluster.kill(A);
        place(B);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, Failure.of(Failure.Kind.THROWN, "no")));
        cluster.pass(2 * SECOND);
        assertThat(asked().notAt()).isEqualTo(B);
        cluster.take(B, LifeMessage.Raise.class);
        place(B); // there is no other one
        assertThat(last(B, LifeMessage.Raise.class).incarnation()).isEqualTo(3);
    }

    // ---- workers that only the monitor hears

    @Test
    void shouldBeginTheNextLifeElsewhereWhereItsWorkerIsNotReached() {
        describe(A, 1, 1);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        cluster.home().links.disconnected(B);
        place(B);
        hear(B, 25);
        assertThat(asked().notAt()).isEqualTo(A);
        hear(B, 10);
        assertThat(asked().notAt()).isEqualTo(B);
        assertThat(cluster.take(HEAD, LifeMessage.Gone.class)).isEmpty();
        place(C);
        LifeMessage.Raise raise = last(C, LifeMessage.Raise.class);
        assertThat(raise.incarnation()).isEqualTo(3);
        assertThat(raise.restarts()).isEqualTo(1);
        cluster.say(C, HOME, new LifeMessage.Raised(TESSERA, 3, null));
        assertThat(cluster.take(HEAD, LifeMessage.Alive.class)).containsExactly(new LifeMessage.Alive(TESSERA, 3, C));
    }

    @Test
    void shouldTellBothSidesWhereTheOnlyWorkerForTheNextLifeIsNotReached() {
        describe(A, 1, LifeTerms.UNLIMITED);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        cluster.home().machine.named(HOME, "warehouse:0");
        cluster.home().machine.named(B, "worker:0:1");
        cluster.home().links.disconnected(B);
        place(B);
        hear(B, 35);
        place(B);
        assertThat(last(HEAD, LifeMessage.Gone.class).failure().what()).contains("warehouse:0", "worker:0:1", " ms");
        cluster.connect(B);
        cluster.pass(2 * SECOND);
        place(B);
        assertThat(last(B, LifeMessage.Raise.class).incarnation()).isEqualTo(3);
    }

    /** Found by the simulation: it was told, its constructor waited for an argument, and then the link was cut. It lived twice. */
    @Test
    void shouldNotBeginElsewhereWhatItsWorkerMayHaveBegun() {
        describe(A, 1, LifeTerms.UNLIMITED);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        place(B);
        last(B, LifeMessage.Raise.class);
        cluster.home().toMonitor.clear();
        cluster.home().links.disconnected(B);
        hear(B, 35);
        assertThat(last(HEAD, LifeMessage.Gone.class).failure().what()).contains("is to begin again in");
        assertThat(cluster.home().toMonitor).noneMatch(ClusterMessage.Replace.class::isInstance);
        cluster.connect(B);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, null));
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        assertThat(last(HEAD, LifeMessage.Alive.class)).isEqualTo(new LifeMessage.Alive(TESSERA, 2, B));
    }

    /** Found by the simulation: the home before had told it that it lived there, so it heeded no word of the life before that, and waited. */
    @Test
    void shouldTellWhoKnewItAliveWhereItIsToBeginOfTheLifeAfter_S2_8() {
        describe(A, 1, LifeTerms.UNLIMITED);
        cluster.kill(A);
        place(B);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, B));
        assertThat(last(HEAD, LifeMessage.Alive.class)).isEqualTo(new LifeMessage.Alive(TESSERA, 1, Carried.HOME));
        cluster.kill(B);
        place(C);
        cluster.say(C, HOME, new LifeMessage.Raised(TESSERA, 3, null));
        assertThat(last(HEAD, LifeMessage.Alive.class)).isEqualTo(new LifeMessage.Alive(TESSERA, 3, C));
    }

    /** It has let go, and asks for nothing more. */
    @Test
    void shouldEndWhatIsHeldByNobodyThoughSomebodyOnceAskedWhileItWasToBegin_S2_7() {
        describe(A, 1, LifeTerms.UNLIMITED);
        cluster.home().machine.monitor(cluster.now);
        cluster.kill(A);
        place(B);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, B));
        hold(HEAD, true);
        cluster.say(B, HOME, new LifeMessage.Raised(TESSERA, 2, null));
        cluster.say(B, HOME, new LifeMessage.Depart(TESSERA, 2, true));
        hold(HEAD, false);
        cluster.pass(4 * StoreCluster.SETTINGS.graceNanos());
        assertThat(cluster.home().toMonitor).last().isEqualTo(new ClusterMessage.Ended(TESSERA, true));
    }

    /** A link of a moment is one: the time begins anew. */
    @Test
    void shouldWaitAsLongAgainForAWorkerThatItReachedForAMoment() {
        describe(A, 1, LifeTerms.UNLIMITED);
        cluster.say(HEAD, HOME, new LifeMessage.Seek(TESSERA, A));
        cluster.kill(A);
        cluster.home().links.disconnected(B);
        place(B);
        hear(B, 25);
        cluster.connect(B);
        cluster.home().links.disconnected(B);
        hear(B, 25);
        assertThat(cluster.take(HEAD, LifeMessage.Gone.class)).isEmpty();
        hear(B, 10);
        assertThat(cluster.take(HEAD, LifeMessage.Gone.class)).isNotEmpty();
    }

    @Test
    void shouldWaitForAWorkerThatTheMonitorDoesNotHearEither() {
        describe(A, 1, 1);
        cluster.kill(A);
        cluster.home().links.disconnected(B);
        place(B);
        for (int i = 0; i < 60; i++) {
            cluster.pass(SECOND);
            cluster.home().machine.looked(cluster.now, new ClusterMessage.Looked(B, i * SECOND));
        }
        cluster.connect(B);
        assertThat(last(B, LifeMessage.Raise.class).incarnation()).isEqualTo(2);
    }

    /** The monitor hears that worker, and answers whenever it is asked. */
    private void hear(long worker, int seconds) {
        for (int i = 0; i < seconds; i++) {
            cluster.pass(SECOND);
            if (cluster.home().toMonitor.removeIf(new ClusterMessage.Look(worker)::equals)) {
                cluster.home().machine.looked(cluster.now, new ClusterMessage.Looked(worker, SECOND / 2));
            }
        }
    }

    // ---- events

    private void describe(long worker, long incarnation, int restarts) {
        cluster.say(worker, HOME, new LifeMessage.Describe(TESSERA, incarnation, 0, 0, create(restarts)));
        assertThat(last(worker, LifeMessage.Noted.class))
                .isEqualTo(new LifeMessage.Noted(TESSERA, incarnation, 0, null, true));
    }

    private static StreamMessage.Create create(int restarts) {
        return new StreamMessage.Create(
                new Id(HEAD, 4),
                TESSERA,
                1,
                -1,
                "Solver",
                7,
                0,
                1,
                "",
                List.of(),
                Payload.of(new byte[3]),
                Claim.NONE,
                new LifeTerms(restarts, true, 0));
    }

    private void keep(long worker, long incarnation, long number, int size) {
        cluster.say(
                worker, HOME, new LifeMessage.Keep(TESSERA, incarnation, number, StoreCluster.payload(TESSERA, size)));
        assertThat(last(worker, LifeMessage.Noted.class))
                .isEqualTo(new LifeMessage.Noted(TESSERA, incarnation, number, null, true));
    }

    private void over(long worker, long incarnation) {
        Failure dropped = Failure.of(Failure.Kind.STOPPED, "it was dropped");
        cluster.say(worker, HOME, new LifeMessage.Over(TESSERA, incarnation, dropped));
    }

    private ClusterMessage.Replace asked() {
        return (ClusterMessage.Replace) cluster.home().toMonitor.getLast();
    }

    private void place(long worker) {
        asked();
        cluster.home().machine.placed(cluster.now, new ClusterMessage.Placed(TESSERA, worker));
        cluster.pump();
    }

    private <M extends LifeMessage> M last(long unit, Class<M> kind) {
        List<M> said = cluster.take(unit, kind);
        assertThat(said).as(kind.getSimpleName() + " to " + unit).isNotEmpty();
        return said.getLast();
    }
}
