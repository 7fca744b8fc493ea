package dev.mosaic.unit.calls;

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
import dev.mosaic.unit.links.Links;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A caller whose tessera has several lives, event by event. S2.8, S2.9. */
class CallLivesTest {
    private static final long SELF = 1;
    private static final long MONITOR = 2;
    private static final long HOME = 3;
    private static final long A = 11;
    private static final long B = 12;
    private static final Outcome SMALL = new Outcome.Returned(Payload.of(new byte[8]));
    private static final Failure MOVED = Failure.of(Failure.Kind.MOVED, "elsewhere");

    private final Recorder out = new Recorder();
    private final Links links = new Links(SELF, out);
    private final CallMachine machine = new CallMachine(links, CallSettings.DEFAULT, out, () -> Integer.MAX_VALUE);
    private long now = 1_000;
    private Id construction = new Id(0, 0);

    @BeforeEach
    void linkAll() {
        for (long unit : new long[] {MONITOR, HOME, A, B}) {
            links.connected(unit);
        }
        links.home(HOME);
        machine.monitor(now, MONITOR);
    }

    @Test
    void shouldFailWhatHasNoOutcomeAndSendTheRestToTheNextLifeInOrder() {
        Id tessera = living();
        Id lost = call(tessera, 0);
        Id again = call(tessera, 1);
        out.take(StreamMessage.class);
        out.takeSaid();
        lose(A);
        assertThat(out.takeSaid()).containsExactly("completed " + lost.number() + " WORKER_LOST");
        assertThat(out.take(LifeMessage.Seek.class)).containsExactly(new LifeMessage.Seek(tessera, A));
        Id later = call(tessera, 0);
        assertThat(out.take(StreamMessage.class)).isEmpty();
        assertThat(machine.tessera(tessera)).matches(view -> view != null && view.moving());
        alive(tessera, 2, B);
        List<StreamMessage> sent = out.take(StreamMessage.class);
        assertThat(sent).extracting(StreamMessage::task).containsExactly(again, later);
        assertThat(sent).extracting(StreamMessage::number).containsExactly(0L, 1L);
        assertThat(((StreamMessage.Call) sent.getFirst()).attempt()).isEqualTo(1);
        assertThat(((StreamMessage.Call) sent.getLast()).attempt()).isZero();
        assertThat(out.take(ValueMessage.Hold.class))
                .extracting(ValueMessage.Hold::tessera)
                .containsExactly(tessera);
    }

    @Test
    void shouldAcceptTheHighestIncarnationOnly() {
        Id tessera = living();
        lose(A);
        alive(tessera, 3, B);
        machine.life(now, HOME, new LifeMessage.Alive(tessera, 2, 13));
        assertThat(machine.tessera(tessera)).matches(view -> view != null && view.worker() == B);
        Id task = call(tessera, 0);
        out.takeSaid();
        done(A, task, tessera, 0, SMALL); // of the life before
        assertThat(out.takeSaid()).isEmpty();
        done(B, task, tessera, 0, SMALL);
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " returned");
    }

    @Test
    void shouldListenToTheHomeOnly() {
        Id tessera = living();
        lose(A);
        machine.life(now, B, new LifeMessage.Alive(tessera, 2, B));
        assertThat(machine.tessera(tessera)).matches(view -> view != null && view.moving());
    }

    @Test
    void shouldSendCallsThatWereGivenBackToTheNextLifeAsTheSameAttempt() {
        Id tessera = living();
        Id ran = call(tessera, 0);
        Id first = call(tessera, 0);
        Id second = call(tessera, 0);
        out.take(StreamMessage.class);
        done(A, second, tessera, 3, new Outcome.Failed(MOVED));
        Id later = call(tessera, 0);
        alive(tessera, 2, B);
        assertThat(out.take(StreamMessage.class))
                .as("the life before has not said all")
                .isEmpty();
        done(A, first, tessera, 2, new Outcome.Failed(MOVED));
        done(A, ran, tessera, 1, SMALL);
        List<StreamMessage> sent = out.take(StreamMessage.class);
        assertThat(sent).extracting(StreamMessage::task).containsExactly(first, second, later);
        assertThat(sent).allMatch(item -> item instanceof StreamMessage.Call each && each.attempt() == 0);
        assertThat(out.take(ValueMessage.Hold.class))
                .extracting(ValueMessage.Hold::holding)
                .containsExactly(false, true);
    }

    @Test
    @DisplayName("S3.5: a call that is to be sent to the next life does not wait for those made after it")
    void shouldNotTakeLaterCallsForInTheWayOfACallThatWasGivenBack() {
        Id tessera = living();
        Id first = call(tessera, 0);
        done(A, first, tessera, 1, new Outcome.Failed(MOVED));
        machine.leased(now, new ClusterMessage.Leased(List.of(B)));
        Id other = machine.nextId();
        machine.submit(now, other, new Order(0, false, 0, 0, List.of(), Payload.EMPTY));
        Id later = machine.nextId();
        List<Dependency> needs = List.of(new Dependency(other, true));
        machine.call(now, later, tessera, new Order(1, false, 0, 0, needs, Payload.EMPTY));
        assertThat(machine.inTheWayOf(first)).isEmpty();
        assertThat(machine.inTheWayOf(later)).extracting(Need::task).containsExactly(other);
    }

    @Test
    void shouldFollowATesseraThatMovesThoughItHasNoCalls() {
        Id tessera = living();
        machine.life(now, A, new LifeMessage.Moving(tessera));
        assertThat(out.take(LifeMessage.Seek.class)).hasSize(1);
        out.take(ValueMessage.Hold.class);
        alive(tessera, 2, B);
        assertThat(out.sent)
                .filteredOn(sent -> sent.message() instanceof ValueMessage.Hold)
                .extracting(Recorder.Sent::unit)
                .containsExactly(A, B);
    }

    /** Found by the simulation: the life after that was to begin in this worker, which waited for the word. */
    @Test
    void shouldLetGoWhereItLivedThoughTheLifeAfterHasEndedMeanwhile_S2_8() {
        Id tessera = living();
        Id ran = call(tessera, 0);
        machine.life(now, A, new LifeMessage.Moving(tessera));
        alive(tessera, 2, B);
        lose(B);
        out.sent.clear();
        done(A, ran, tessera, 1, SMALL);
        assertIsLetGoAt(A);
        Id task = call(tessera, 0);
        alive(tessera, 3, A);
        assertThat(out.take(StreamMessage.class))
                .extracting(StreamMessage::task)
                .containsExactly(task);
    }

    @Test
    void shouldLetGoWhereItLivedThoughTheHomeThatHadItWasLost_S2_1() {
        Id tessera = living();
        Id ran = call(tessera, 0);
        machine.life(now, A, new LifeMessage.Moving(tessera));
        alive(tessera, 2, Carried.HOME);
        links.home(0);
        machine.homeChanged(now);
        machine.life(now, A, new LifeMessage.Moving(tessera));
        out.sent.clear();
        done(A, ran, tessera, 1, SMALL);
        machine.life(now, A, new LifeMessage.Moving(tessera));
        assertIsLetGoAt(A);
    }

    @Test
    void shouldFailCallsWhereNoHomeKnowsTheLifeThatHasEnded_S2_8() {
        Id tessera = living();
        Id ran = call(tessera, 0);
        machine.life(now, A, new LifeMessage.Moving(tessera));
        alive(tessera, 2, B);
        lose(B);
        done(A, ran, tessera, 1, SMALL);
        Id task = call(tessera, 0);
        machine.life(now, HOME, new LifeMessage.Gone(tessera, false, Failure.of(Failure.Kind.WORKER_LOST, "unknown")));
        assertThat(out.takeSaid()).contains("completed " + task.number() + " WORKER_LOST");
    }

    /** Found by the simulation: its worker was drained while the home had no room to keep how it is made. */
    @Test
    void shouldFailCallsThatWereGivenBackWhereTheConstructionFails_S2_8() {
        Id tessera = made();
        Id task = call(tessera, 0);
        done(A, task, tessera, 1, new Outcome.Failed(MOVED));
        Failure full = Failure.of(Failure.Kind.STORE_FULL, "no room");
        machine.life(now, HOME, new LifeMessage.Gone(tessera, false, full));
        assertThat(out.takeSaid()).isEmpty();
        done(A, construction, tessera, 0, Outcome.failed(Failure.Kind.CONSTRUCTOR, "it could not be made again"));
        assertThat(out.takeSaid())
                .containsExactly(
                        "completed " + construction.number() + " CONSTRUCTOR",
                        "completed " + task.number() + " CONSTRUCTOR");
        assertIsOver(tessera, A, construction, task);
    }

    /** Found by the simulation: the argument of a constructor finds the tessera by its name and returns it. */
    @Test
    void shouldTellOthersOfATesseraThatWasFoundByItsNameBeforeItIsMade_S2_7() {
        Id tessera = machine.nextId().withLives();
        Id argument = machine.nextId();
        machine.submit(now, argument, new Order(0, false, 0, 1, List.of(), Payload.EMPTY));
        List<Dependency> needs = List.of(new Dependency(argument, true));
        LifeTerms terms = new LifeTerms(1, false, 0);
        machine.create(
                now,
                machine.nextId(),
                tessera,
                new Birth("Solver", 7, 0, 1, "n", 0, Claim.NONE, needs, Payload.EMPTY, terms));
        machine.placed(now, new ClusterMessage.Placed(tessera, A));
        List<Carried> found = List.of(new Carried(tessera, A));
        assertThat(machine.placed(found)).isNull();
        machine.find(7, "n");
        machine.found(new ClusterMessage.Found(7, new ClusterMessage.Named("n", tessera, A, "Solver", 7)));
        assertThat(machine.placed(found)).isEqualTo(found);
    }

    @Test
    void shouldMakeItAgainWhereItNeverLived() {
        Id tessera = machine.nextId().withLives();
        construction = machine.nextId();
        machine.create(now, construction, tessera, birth());
        machine.placed(now, new ClusterMessage.Placed(tessera, A));
        Id task = call(tessera, 0);
        out.take(StreamMessage.class);
        lose(A);
        machine.life(now, HOME, new LifeMessage.Gone(tessera, false, Failure.of(Failure.Kind.WORKER_LOST, "unknown")));
        machine.placed(now, new ClusterMessage.Placed(tessera, B));
        assertThat(out.take(StreamMessage.class))
                .extracting(StreamMessage::task)
                .containsExactly(construction, task);
    }

    /** A constructor that ends its process would end one worker after the other. */
    @Test
    void shouldNotMakeAgainWithoutEndWhatEndsItsWorkers_S2_8() {
        Id tessera = machine.nextId().withLives();
        construction = machine.nextId();
        machine.create(now, construction, tessera, birth(LifeTerms.UNLIMITED));
        Id task = call(tessera, 0);
        out.takeSaid();
        for (int worker = 1; worker <= LifeTerms.MOST_UNMADE; worker++) {
            assertThat(out.takeSaid()).isEmpty();
            links.connected(100 + worker);
            machine.placed(now, new ClusterMessage.Placed(tessera, 100 + worker));
            lose(100 + worker);
            machine.life(
                    now, HOME, new LifeMessage.Gone(tessera, false, Failure.of(Failure.Kind.WORKER_LOST, "unknown")));
        }
        assertThat(out.takeSaid())
                .containsExactly(
                        "completed " + construction.number() + " CONSTRUCTOR",
                        "completed " + task.number() + " CONSTRUCTOR");
        assertThat(machine.tessera(tessera)).matches(view -> view != null && view.failure() != null);
    }

    @Test
    void shouldFailAllWhereThereIsNoNextLife() {
        Id tessera = living();
        lose(A);
        Id task = call(tessera, 0);
        out.takeSaid();
        machine.life(
                now, HOME, new LifeMessage.Gone(tessera, true, Failure.of(Failure.Kind.WORKER_LOST, "restarts=3")));
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " WORKER_LOST");
        assertThat(machine.tessera(tessera)).matches(view -> view != null && view.failure() != null);
    }

    /** Found by the simulation: worker and holder kept each other, and what the calls carried, for ever. */
    @Test
    void shouldConfirmWhatFailedSinceItIsGoneBeforeItsWorkerSaysThatItMoved_S2_8() {
        Id tessera = living();
        Id first = call(tessera, 0);
        Id second = call(tessera, 0);
        done(A, first, tessera, 1, new Outcome.Failed(MOVED));
        machine.life(
                now, HOME, new LifeMessage.Gone(tessera, true, Failure.of(Failure.Kind.STOPPED, "it was dropped")));
        done(A, second, tessera, 2, new Outcome.Failed(MOVED));
        out.take(ReplyMessage.Confirm.class);
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Confirm.class))
                .extracting(ReplyMessage.Confirm::confirmed)
                .last()
                .isEqualTo(2L);
    }

    @Test
    void shouldNotWaitForEverWhereThereIsNoHome() {
        Id tessera = living();
        lose(A);
        links.home(0);
        Id task = call(tessera, 0);
        out.takeSaid();
        machine.tick(now);
        now += 31_000_000_000L;
        machine.tick(now);
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " WORKER_LOST");
    }

    @Test
    void shouldAskAnotherHomeAgain() {
        Id tessera = living();
        lose(A);
        out.take(LifeMessage.Seek.class);
        links.connected(4);
        links.home(4);
        machine.homeChanged(now);
        assertThat(out.take(LifeMessage.Seek.class)).containsExactly(new LifeMessage.Seek(tessera, A));
    }

    @Test
    @DisplayName("An entry that is met again while it is let go of, and the home is lost meanwhile")
    void shouldTellAnotherHomeWhatIsHeldAgain() {
        Id ref = new Id(9, 9);
        machine.handleGained(now, ref, Carried.HOME);
        machine.held(now, HOME, new ValueMessage.Held(ref, version()));
        machine.handleLost(now, ref);
        assertThat(out.take(ValueMessage.Hold.class))
                .extracting(ValueMessage.Hold::holding)
                .containsExactly(false);
        machine.handleGained(now, ref, Carried.HOME);
        links.lost(HOME);
        links.home(0);
        machine.homeChanged(now);
        links.connected(4);
        links.home(4);
        machine.homeChanged(now);
        assertThat(out.take(ValueMessage.Hold.class))
                .extracting(ValueMessage.Hold::tessera, ValueMessage.Hold::holding)
                .containsExactly(Tuple.tuple(ref, true));
    }

    @Test
    void shouldHoldAPassiveTesseraAtTheHomeAndWakeItByACall_S2_1() {
        Id tessera = resting();
        assertThat(machine.tessera(tessera)).matches(view -> view != null && view.passive() && !view.moving());
        assertThat(out.take(LifeMessage.Seek.class)).isEmpty();
        Id task = call(tessera, 0);
        assertThat(out.take(StreamMessage.class)).isEmpty();
        assertThat(out.take(LifeMessage.Seek.class)).containsExactly(new LifeMessage.Seek(tessera, Carried.HOME));
        alive(tessera, 3, A);
        assertThat(out.take(StreamMessage.class))
                .extracting(StreamMessage::task)
                .containsExactly(task);
        assertThat(machine.tessera(tessera)).matches(view -> view != null && view.worker() == A);
    }

    @Test
    void shouldFollowAPassiveTesseraThatSomebodyElseWoke_S2_1() {
        Id tessera = resting();
        alive(tessera, 3, B);
        assertThat(out.sent)
                .filteredOn(sent -> sent.message() instanceof ValueMessage.Hold)
                .extracting(Recorder.Sent::unit)
                .containsExactly(HOME, B);
        alive(tessera, 3, B);
        assertThat(out.sent)
                .as("which the home asks until it knows")
                .filteredOn(sent -> sent.message() instanceof ValueMessage.Hold hold && !hold.holding())
                .extracting(Recorder.Sent::unit)
                .containsExactly(HOME, HOME);
    }

    @Test
    void shouldDropAPassiveTesseraWhereItIs_S2_7() {
        Id tessera = resting();
        Id drop = machine.nextId();
        machine.drop(now, drop, tessera);
        assertThat(out.take(StreamMessage.class)).singleElement().isInstanceOf(StreamMessage.Drop.class);
        assertThat(out.take(LifeMessage.Seek.class)).isEmpty();
        done(HOME, drop, tessera, 0, Outcome.NOTHING);
        assertThat(out.takeSaid()).containsExactly("completed " + drop.number() + " returned");
    }

    @Test
    void shouldTellAnotherHomeThatItHoldsAPassiveTessera_S2_7() {
        Id tessera = resting();
        links.lost(HOME);
        links.home(0);
        machine.homeChanged(now);
        links.connected(4);
        links.home(4);
        machine.homeChanged(now);
        assertThat(out.sent)
                .filteredOn(sent -> sent.message() instanceof ValueMessage.Hold)
                .extracting(Recorder.Sent::unit)
                .containsExactly(4L);
        call(tessera, 0);
        assertThat(out.take(LifeMessage.Seek.class)).hasSize(1);
    }

    @Test
    void shouldKillTheNextLifeWhereTheWordWasLostWithItsWorker_S3_7() {
        Id tessera = living();
        Id running = call(tessera, 3);
        Id kill = machine.nextId();
        machine.kill(now, kill, tessera);
        out.take(StreamMessage.class);
        lose(A);
        assertThat(out.takeSaid()).as("no other attempt").containsExactly("completed " + running.number() + " STOPPED");
        alive(tessera, 2, B);
        assertThat(out.take(StreamMessage.class))
                .singleElement()
                .isInstanceOfSatisfying(
                        StreamMessage.Drop.class,
                        drop -> assertThat(drop.kill()).isTrue());
        done(B, kill, tessera, 0, Outcome.NOTHING);
        assertThat(out.takeSaid()).containsExactly("completed " + kill.number() + " returned");
    }

    @Test
    void shouldTakeAKilledTesseraThatTheHomeSaysIsGoneForKilled_S3_7() {
        Id tessera = living();
        Id kill = machine.nextId();
        machine.kill(now, kill, tessera);
        lose(A);
        Failure over = Failure.of(Failure.Kind.STOPPED, "it is over");
        machine.life(now, HOME, new LifeMessage.Gone(tessera, true, over));
        assertThat(out.takeSaid()).containsExactly("completed " + kill.number() + " returned");
    }

    @Test
    void shouldFailAConstructionWhoseWorkerDiedWhereTheHomeCannotBeReached_S3_6() {
        Id tessera = made();
        Id task = call(tessera, 0);
        lose(A);
        assertThat(out.takeSaid()).isEmpty();
        cut(HOME);
        assertThat(out.takeSaid())
                .containsExactly(
                        "completed " + construction.number() + " WORKER_LOST",
                        "completed " + task.number() + " WORKER_LOST");
        assertThat(machine.task(construction).outcome()).asString().contains("it was not reached");
        Id later = call(tessera, 0);
        assertThat(out.takeSaid()).containsExactly("completed " + later.number() + " WORKER_LOST");
        cut(HOME); // which is still so after as long again
        assertThat(out.takeSaid())
                .as("nobody is told of the drop that nobody has asked for")
                .isEmpty();

        relink(HOME);
        alive(tessera, 2, B);
        StreamMessage end = out.take(StreamMessage.class).getLast();
        assertThat(end)
                .as("it was made, and is ended")
                .isInstanceOfSatisfying(
                        StreamMessage.Drop.class,
                        drop -> assertThat(drop.kill()).isTrue());
        done(B, end.task(), tessera, end.number(), Outcome.NOTHING);
        assertThat(out.takeSaid()).isEmpty();
        assertIsOver(tessera, B, construction, task, later);
    }

    @Test
    void shouldEndAConstructionThatWasGivenUpAndOfWhichTheHomeNeverHeard_S3_6() {
        Id tessera = made();
        lose(A);
        cut(HOME);
        assertThat(out.takeSaid()).containsExactly("completed " + construction.number() + " WORKER_LOST");
        relink(HOME);
        machine.life(now, HOME, new LifeMessage.Gone(tessera, false, Failure.of(Failure.Kind.WORKER_LOST, "unknown")));
        assertThat(out.take(ClusterMessage.Place.class))
                .as("it is not made again")
                .isEmpty();
        assertIsOver(tessera, A, construction);
    }

    @Test
    void shouldFailTheDropOfAPassiveTesseraWhereTheHomeCannotBeReached_S3_6() {
        Id tessera = resting();
        Id drop = machine.nextId();
        machine.drop(now, drop, tessera);
        Set<Long> units = new HashSet<>();
        machine.unreached(units);
        assertThat(units).isEmpty();
        links.disconnected(HOME);
        machine.unreached(units);
        assertThat(units).containsExactly(HOME);
        cut(HOME);
        assertThat(out.takeSaid()).containsExactly("completed " + drop.number() + " WORKER_LOST");
        relink(HOME);
        assertThat(out.take(StreamMessage.Drop.class))
                .extracting(StreamMessage::task)
                .containsExactly(drop);
        done(HOME, drop, tessera, 0, Outcome.NOTHING);
        assertThat(out.takeSaid()).isEmpty();
    }

    @Test
    void shouldSendADropThatWasGivenUpToTheNextLifeWhereTheTesseraMoves_S3_6() {
        Id tessera = living();
        Id drop = givenUpDrop(tessera);
        relink(A);
        done(A, drop, tessera, 1, new Outcome.Failed(MOVED));
        assertIsSentTo(B, tessera, drop);
    }

    @Test
    void shouldSendADropThatWasGivenUpToTheNextLifeWhereItsWorkerDies_S3_6() {
        Id tessera = living();
        Id drop = givenUpDrop(tessera);
        lose(A);
        assertIsSentTo(B, tessera, drop);
    }

    @Test
    @DisplayName(
            "S3.6: a drop that waits for the next life is sent to it, also where the home was not reached for too long")
    void shouldSendADropThatWaitsForTheNextLifeWhereTheHomeCannotBeReached_S3_6() {
        Id tessera = living();
        lose(A);
        Id drop = machine.nextId();
        machine.drop(now, drop, tessera);
        cut(HOME);
        assertThat(out.takeSaid()).containsExactly("completed " + drop.number() + " WORKER_LOST");
        assertThat(machine.task(drop).outcome())
                .asString()
                .contains("was not sent, and ends its tessera once that can be reached");
        relink(HOME);
        assertIsSentTo(B, tessera, drop);
    }

    @Test
    void shouldNotCountForBarriersWhatTimedOutBeforeTheNextLife_S3_10() {
        Id tessera = made();
        Id late = machine.nextId();
        machine.call(now, late, tessera, new Order(1, false, 1_000, 0, List.of(), Payload.EMPTY));
        machine.heard(1);
        lose(A);
        now += 1_001;
        machine.tick(now);
        assertThat(out.takeSaid()).containsExactly("completed " + late.number() + " TIMED_OUT");
        assertThat(machine.openBefore(1, List.of(construction)))
                .as("it is not settled")
                .isEqualTo(1);
        cut(HOME);
        assertThat(machine.openBefore(1, List.of())).isZero();
    }

    private Id givenUpDrop(Id tessera) {
        Id drop = machine.nextId();
        machine.drop(now, drop, tessera);
        cut(A);
        assertThat(out.takeSaid()).containsExactly("completed " + drop.number() + " WORKER_LOST");
        assertThat(machine.task(drop).outcome()).asString().contains("which is ended once it can be reached");
        return drop;
    }

    private void assertIsSentTo(long worker, Id tessera, Id drop) {
        out.sent.clear();
        alive(tessera, 2, worker);
        assertThat(out.take(StreamMessage.class))
                .singleElement()
                .isInstanceOf(StreamMessage.Drop.class)
                .extracting(StreamMessage::task)
                .isEqualTo(drop);
        done(worker, drop, tessera, 0, Outcome.NOTHING);
        assertThat(out.takeSaid()).as("its user was told before").isEmpty();
        assertIsOver(tessera, worker, construction, drop);
    }

    /** Nothing is left of it, once its proxy and its tasks are let go of. */
    private void assertIsOver(Id tessera, long worker, Id... tasks) {
        for (Id task : tasks) {
            machine.forget(now, task);
        }
        out.sent.clear();
        machine.handleLost(now, tessera);
        machine.tick(now);
        out.take(ValueMessage.Hold.class)
                .forEach(hold -> machine.held(now, worker, new ValueMessage.Held(tessera, hold.version())));
        assertThat(machine.open()).isZero();
    }

    private void assertIsLetGoAt(long worker) {
        assertThat(out.sent)
                .filteredOn(sent -> sent.message() instanceof ValueMessage.Hold hold && !hold.holding())
                .extracting(Recorder.Sent::unit)
                .containsExactly(worker);
    }

    private Id resting() {
        Id tessera = living();
        machine.life(now, A, new LifeMessage.Moving(tessera));
        alive(tessera, 2, Carried.HOME);
        out.sent.clear();
        return tessera;
    }

    /** Of the last that was said. */
    private long version() {
        return out.take(ValueMessage.Hold.class).getLast().version();
    }

    // ---- events

    private static Birth birth() {
        return birth(3);
    }

    private static Birth birth(int maxRestarts) {
        LifeTerms terms = new LifeTerms(maxRestarts, false, 0);
        return new Birth("Solver", 7, 0, 1, "", 0, Claim.NONE, List.of(), Payload.EMPTY, terms);
    }

    private Id living() {
        Id tessera = made();
        done(A, construction, tessera, 0, SMALL);
        out.takeSaid();
        return tessera;
    }

    /** Its construction was sent. */
    private Id made() {
        Id tessera = machine.nextId().withLives();
        construction = machine.nextId();
        machine.create(now, construction, tessera, birth());
        machine.placed(now, new ClusterMessage.Placed(tessera, A));
        return tessera;
    }

    private Id call(Id tessera, int retries) {
        Id task = machine.nextId();
        machine.call(now, task, tessera, new Order(1, false, 0, retries, List.of(), Payload.EMPTY));
        return task;
    }

    private void alive(Id tessera, long incarnation, long worker) {
        machine.life(now, HOME, new LifeMessage.Alive(tessera, incarnation, worker));
    }

    private void done(long from, Id task, Id mailbox, long number, Outcome outcome) {
        machine.done(now, from, new ReplyMessage.Done(task, mailbox, number, outcome));
    }

    /** It lives, and has not been reached for too long. */
    private void cut(long unit) {
        links.disconnected(unit);
        links.givenUp(unit);
        machine.giveUp(now, unit, "it was not reached");
    }

    private void relink(long unit) {
        out.sent.clear();
        links.connected(unit);
        machine.connected(now, unit);
    }

    private void lose(long unit) {
        links.lost(unit);
        machine.lost(now, unit, "killed");
    }
}
