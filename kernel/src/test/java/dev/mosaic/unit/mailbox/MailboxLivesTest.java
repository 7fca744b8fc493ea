package dev.mosaic.unit.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Claim;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A worker with a tessera that has several lives, event by event. S2.8, S2.9. */
class MailboxLivesTest {
    private static final long SELF = 1;
    private static final long HOME = 3;
    private static final long HEAD = 11;
    private static final long OTHER = 12;
    private static final long SECOND = 1_000_000_000L;
    private static final Id TESSERA = new Id(HEAD, 100).withLives();
    private static final Outcome SMALL = new Outcome.Returned(Payload.of(new byte[8]));
    private static final LifeTerms EVERY_CALL = new LifeTerms(3, true, 0);
    private static final LifeTerms RESTARTS = new LifeTerms(3, false, LifeTerms.ON_DRAIN);

    private final Recorder out = new Recorder();
    private final Links links = new Links(SELF, out);
    private final MailboxMachine machine =
            new MailboxMachine(links, MailboxSettings.DEFAULT, out, out, (name, method) -> name + "#" + method);
    private long now = SECOND;

    @BeforeEach
    void linkAll() {
        links.connected(HEAD);
        links.connected(HOME);
        links.home(HOME);
    }

    @Test
    void shouldListenOnlyWhenTheHomeKnowsHowItIsMade() {
        receive(create(RESTARTS));
        receive(call(1));
        finish(SMALL);
        assertThat(out.started).isEmpty();
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        assertThat(out.take(LifeMessage.Describe.class)).hasSize(1);
        noted(0, null);
        assertThat(out.take(ReplyMessage.Done.class)).hasSize(1);
        assertThat(out.takeStarted()).containsExactly(task(1));
    }

    @Test
    void shouldTellNoOutcomeBeforeTheStateIsKept() {
        listen(EVERY_CALL);
        receive(call(1));
        receive(call(2));
        finish(SMALL);
        Run snapshot = out.started.getFirst();
        assertThat(snapshot.chore()).as("before the next call").isEqualTo(Run.Chore.SNAPSHOT);
        finish(SMALL);
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        assertThat(out.take(LifeMessage.Keep.class))
                .extracting(LifeMessage.Keep::number)
                .containsExactly(1L);
        assertThat(out.started).as("which runs meanwhile").hasSize(1);
        noted(1, null);
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::task)
                .containsExactly(task(1));
    }

    @Test
    void shouldSayAgainWhatTheHomeHasNotAnswered() {
        listen(EVERY_CALL);
        receive(call(1));
        finish(SMALL);
        finish(SMALL);
        out.take(LifeMessage.Keep.class);
        machine.connected(HOME);
        assertThat(out.take(LifeMessage.Keep.class)).hasSize(1);
    }

    @Test
    void shouldEndWhereItIsToldOfALaterLife() {
        listen(EVERY_CALL);
        receive(call(1));
        finish(SMALL);
        finish(SMALL);
        noted(1, Failure.of(Failure.Kind.STOPPED, "another life"));
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        assertThat(out.endings).hasSize(1);
    }

    /** Found by the simulation: a store that was slow to keep a state, and a drop meanwhile, ended the worker and all in it. */
    @Test
    void shouldGoOnWhereTheHomeSaysOfADroppedTesseraThatItIsOver_S2_8() {
        listen(new LifeTerms(3, true, SECOND));
        receive(call(1));
        finish(SMALL);
        now += 2 * SECOND;
        machine.tick(now);
        finish(SMALL);
        assertThat(out.take(LifeMessage.Keep.class)).as("under way").hasSize(1);
        receive(new StreamMessage.Drop(task(2), TESSERA, 1, 2, 0));
        assertThat(out.take(LifeMessage.Over.class)).hasSize(1);
        Failure past = Failure.of(Failure.Kind.STOPPED, "another life, or none");
        noted(1, past);
        noted(0, past);
        noted(LifeMessage.LAST, null);
        noted(1, past);
        assertThat(out.endings).isEmpty();
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::task)
                .contains(task(2));
    }

    /** Found by the simulation: the home held the life for ever, since nobody told it once the drop was answered without it. */
    @Test
    void shouldTellTheHomeOfTheEndThoughTheDropDidNotWaitForIt_S2_8() {
        listen(EVERY_CALL);
        receive(new StreamMessage.Drop(task(1), TESSERA, 1, 1, 0));
        assertThat(out.take(LifeMessage.Over.class)).as("which is lost").hasSize(1);
        now += 60 * SECOND;
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::task)
                .contains(task(1));
        machine.connected(HOME);
        assertThat(out.take(LifeMessage.Over.class)).hasSize(1);
        noted(LifeMessage.LAST, null);
        machine.connected(HOME);
        assertThat(out.take(LifeMessage.Over.class)).isEmpty();
    }

    @Test
    void shouldFailCallsWhoseStateIsNotKeptInTime() {
        listen(EVERY_CALL);
        receive(call(1));
        finish(SMALL);
        finish(SMALL);
        now += 31 * SECOND;
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Done.class))
                .first()
                .satisfies(done -> assertThat(done.outcome())
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                failed -> assertThat(failed.failure().kind())
                                        .isEqualTo(Failure.Kind.DURABILITY_UNAVAILABLE)));
    }

    @Test
    void shouldFailCallsWhoseSnapshotThrows_S2_8() {
        listen(EVERY_CALL);
        receive(call(1));
        finish(SMALL);
        finish(Outcome.failed(Failure.Kind.THROWN, "it cannot be copied"));
        assertThat(out.take(ReplyMessage.Done.class)).hasSize(1).allSatisfy(done -> {
            assertThat(kind(done.outcome())).isEqualTo(Failure.Kind.DURABILITY_UNAVAILABLE);
            assertThat(done.outcome().toString()).contains("it cannot be copied");
        });
        receive(call(2));
        finish(SMALL);
        finish(SMALL);
        noted(2, null);
        assertThat(out.take(ReplyMessage.Done.class)).as("the next one is kept").hasSize(1);
    }

    @Test
    void shouldLetGoOfALargeValueWhoseStateIsNotKept() {
        listen(EVERY_CALL);
        receive(call(1));
        Payload large = Payload.of(new byte[MailboxSettings.DEFAULT.inlineBytes() + 1]);
        finish(new Outcome.Returned(large));
        finish(SMALL);
        assertThat(machine.describe()).contains("values=1,");
        now += 31 * SECOND;
        machine.tick(now);
        assertThat(machine.describe()).as("its caller has heard of a failure").contains("values=0,");
        assertThat(out.released).containsExactly(large);
    }

    @Test
    void shouldTakeASnapshotOnceTheIntervalIsOver() {
        listen(new LifeTerms(3, true, SECOND));
        receive(call(1));
        finish(SMALL);
        assertThat(out.take(ReplyMessage.Done.class)).as("is told at once").hasSize(1);
        assertThat(out.started).isEmpty();
        now += 2 * SECOND;
        machine.tick(now);
        assertThat(out.started).extracting(Run::chore).containsExactly(Run.Chore.SNAPSHOT);
        finish(SMALL);
        noted(1, null);
        now += 2 * SECOND;
        machine.tick(now);
        assertThat(out.started).as("nothing has run since").isEmpty();
    }

    @Test
    void shouldRaiseALifeWithItsArgumentsAndItsState() {
        Id arguments = new Id(HOME, 1);
        Id state = new Id(HOME, 2);
        StreamMessage.Create create =
                create(EVERY_CALL).with(List.of(Need.entry(arguments), Need.entry(state)), Payload.EMPTY);
        machine.life(now, HOME, new LifeMessage.Raise(TESSERA, 2, 1, true, create));
        machine.life(now, HOME, new LifeMessage.Raise(TESSERA, 2, 1, true, create)); // said again
        assertThat(out.leases).hasSize(1);
        out.leases.values().iterator().next().accept(List.of(SMALL, SMALL));
        machine.ready(now);
        assertThat(out.started).extracting(Run::chore).containsExactly(Run.Chore.RAISE);
        finish(Outcome.NOTHING);
        assertThat(out.take(LifeMessage.Raised.class)).containsExactly(new LifeMessage.Raised(TESSERA, 2, null));
        machine.life(now, HOME, new LifeMessage.Noted(TESSERA, 2, 0, null));
        machine.life(now, HOME, new LifeMessage.Raise(TESSERA, 2, 1, true, create)); // of a home that comes back
        assertThat(out.take(LifeMessage.Raised.class)).containsExactly(new LifeMessage.Raised(TESSERA, 2, null));
        machine.hold(now, HEAD, new ValueMessage.Hold(TESSERA, true, false, 9));
        receive(new StreamMessage.Call(task(7), TESSERA, 9, 0, -1, 1, false, 1, 0, List.of(), Payload.EMPTY));
        assertThat(out.takeStarted()).containsExactly(task(7));
    }

    /** Found by the simulation: the answer to its return went with a link, and it was dropped before there was another. */
    @Test
    void shouldForgetARaisedTesseraWhoseEndTheHomeHasNoted() {
        StreamMessage.Create create = create(RESTARTS).with(List.of(Need.entry(new Id(HOME, 1))), Payload.EMPTY);
        machine.life(now, HOME, new LifeMessage.Raise(TESSERA, 2, 1, false, create));
        out.leases.values().iterator().next().accept(List.of(SMALL));
        machine.ready(now);
        finish(Outcome.NOTHING);
        assertThat(out.take(LifeMessage.Raised.class)).hasSize(1);
        machine.hold(now, HEAD, new ValueMessage.Hold(TESSERA, true, false, 9));
        receive(new StreamMessage.Drop(task(8), TESSERA, 9, 0, -1));
        assertThat(out.take(LifeMessage.Over.class)).hasSize(1);
        machine.life(now, HOME, new LifeMessage.Noted(TESSERA, 2, LifeMessage.LAST, null));
        assertThat(out.take(ReplyMessage.Done.class)).hasSize(1);
        machine.hold(now, HEAD, new ValueMessage.Hold(TESSERA, false, false, 10));
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldEndALifeThatNobodyComesToHoldInTime() {
        StreamMessage.Create create = create(RESTARTS).with(List.of(Need.entry(new Id(HOME, 1))), Payload.EMPTY);
        machine.life(now, HOME, new LifeMessage.Raise(TESSERA, 2, 1, false, create));
        out.leases.values().iterator().next().accept(List.of(SMALL));
        machine.ready(now);
        finish(Outcome.NOTHING);
        machine.life(now, HOME, new LifeMessage.Noted(TESSERA, 2, 0, null));
        machine.tick(now + 20 * SECOND);
        assertThat(out.take(LifeMessage.Over.class)).isEmpty();
        machine.tick(now + 31 * SECOND);
        assertThat(out.take(LifeMessage.Over.class)).hasSize(1);
        machine.life(now, HOME, new LifeMessage.Noted(TESSERA, 2, LifeMessage.LAST, null));
        assertThat(machine.open()).isZero();

        machine.hold(now, HEAD, new ValueMessage.Hold(TESSERA, true, false, 1));
        receive(call(0));
        assertThat(out.take(ReplyMessage.Done.class))
                .as("who comes later still")
                .singleElement()
                .satisfies(done -> assertThat(kind(done.outcome())).isEqualTo(Failure.Kind.STOPPED));
    }

    @Test
    void shouldGiveBackWhatWaitsAndDepartWithTheLastState() {
        listen(new LifeTerms(0, true, LifeTerms.ON_DRAIN));
        receive(call(1));
        receive(call(2));
        Run running = out.started.removeFirst();
        machine.drain(now, 60 * SECOND);
        receive(call(3));
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(done -> done.task(), done -> kind(done.outcome()))
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(task(2), Failure.Kind.MOVED),
                        org.assertj.core.groups.Tuple.tuple(task(3), Failure.Kind.MOVED));
        machine.finished(now, running, SMALL);
        assertThat(out.take(ReplyMessage.Done.class)).hasSize(1);
        machine.tick(++now);
        assertThat(out.started).extracting(Run::chore).containsExactly(Run.Chore.SNAPSHOT);
        finish(SMALL);
        machine.tick(++now);
        assertThat(out.take(LifeMessage.Depart.class))
                .as("not before the state is kept")
                .isEmpty();
        noted(1, null);
        machine.tick(++now);
        assertThat(out.take(LifeMessage.Depart.class)).hasSize(1);
        assertThat(out.take(LifeMessage.Moving.class)).hasSize(1);
        noted(LifeMessage.LAST, null);
        machine.confirmed(HEAD, new ReplyMessage.Confirm(TESSERA, 3));
        machine.hold(now, HEAD, new ValueMessage.Hold(TESSERA, false, false, 8));
        machine.tick(++now);
        assertThat(out.endings).containsExactly("drained");
    }

    @Test
    void shouldDepartAfterItsQueueWhereItHasNoState() {
        listen(RESTARTS);
        receive(call(1));
        receive(call(2));
        machine.drain(now, 60 * SECOND);
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        finish(SMALL);
        finish(SMALL);
        assertThat(out.take(ReplyMessage.Done.class)).hasSize(2);
        machine.tick(++now);
        assertThat(out.take(LifeMessage.Depart.class)).hasSize(1);
    }

    @Test
    void shouldFailWhatCannotMoveAtTheDeadline() {
        Id plain = new Id(HEAD, 100);
        receive(new StreamMessage.Create(task(0), plain, 1, -1, "Solver", 7, 0, 1, "", List.of(), Payload.EMPTY));
        finish(SMALL);
        receive(new StreamMessage.Call(task(1), plain, 1, 1, -1, 1, false, 0, 0, List.of(), Payload.EMPTY));
        receive(new StreamMessage.Call(task(2), plain, 1, 2, -1, 1, false, 0, 0, List.of(), Payload.EMPTY));
        out.take(ReplyMessage.Done.class);
        machine.drain(now, 5 * SECOND);
        machine.tick(now + 4 * SECOND);
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        machine.tick(now + 5 * SECOND);
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(done -> kind(done.outcome()))
                .containsExactly(Failure.Kind.WORKER_DRAINED);
        machine.tick(now + 6 * SECOND);
        assertThat(out.endings).containsExactly("drained");
    }

    @Test
    void shouldDepartForNowhereWhenNobodyHasCalledForLong_S2_1() {
        passivating();
        machine.tick(now += 9 * SECOND);
        assertThat(out.started).isEmpty();
        machine.tick(now += 2 * SECOND);
        assertThat(out.started).extracting(Run::chore).containsExactly(Run.Chore.SNAPSHOT);
        finish(SMALL);
        machine.tick(++now);
        assertThat(out.take(LifeMessage.Depart.class))
                .as("not before the state is kept")
                .isEmpty();
        rested(1);
        machine.tick(++now);
        assertThat(out.take(LifeMessage.Depart.class)).containsExactly(new LifeMessage.Depart(TESSERA, 1, true));
        assertThat(out.ended).containsExactly(TESSERA);
        receive(call(1));
        assertThat(out.take(ReplyMessage.Done.class))
                .as("what comes later is for the next life")
                .extracting(done -> kind(done.outcome()))
                .containsExactly(Failure.Kind.MOVED);
        out.take(LifeMessage.Moving.class);
        machine.tick(now += 2 * SECOND);
        assertThat(out.take(LifeMessage.Moving.class)).as("said again").hasSize(1);
    }

    @Test
    void shouldStayWhereACallComesWhileItsStateIsKept_S2_1() {
        passivating();
        machine.tick(now += 11 * SECOND);
        receive(call(1));
        finish(SMALL);
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        finish(SMALL);
        rested(1);
        finish(SMALL);
        rested(2);
        machine.tick(++now);
        assertThat(out.take(ReplyMessage.Done.class)).hasSize(1);
        assertThat(out.take(LifeMessage.Depart.class)).isEmpty();
        machine.tick(now += 11 * SECOND);
        assertThat(out.started).as("and later again").hasSize(1);
    }

    @Test
    void shouldStayWhereItsStateIsNotKept_S2_1() {
        passivating();
        machine.tick(now += 11 * SECOND);
        finish(SMALL);
        noted(1, Failure.of(Failure.Kind.STORE_FULL, "full"));
        machine.tick(now += 2 * SECOND);
        assertThat(out.take(LifeMessage.Depart.class)).isEmpty();
        machine.tick(now += 11 * SECOND);
        finish(SMALL);
        rested(2);
        machine.tick(++now);
        assertThat(out.take(LifeMessage.Depart.class)).hasSize(1);
    }

    @Test
    void shouldStayWhereTheHomeDoesNotKnowHowToLetItRest_S7_5() {
        listen(new LifeTerms(3, true, 0).passiveAfter(10 * SECOND));
        machine.tick(now += 60 * SECOND);
        assertThat(out.started).isEmpty();
    }

    @Test
    void shouldStayWhileItsItemsArePulled_S2_1() {
        passivating();
        out.flowing = true;
        machine.tick(now += 60 * SECOND);
        assertThat(out.started).isEmpty();
    }

    @Test
    void shouldLiveAgainHereOnceTheHoldersOfTheLifeBeforeHaveLetGo_S2_1() {
        passivating();
        machine.tick(now += 11 * SECOND);
        finish(SMALL);
        rested(1);
        machine.tick(++now);
        StreamMessage.Create create = create(EVERY_CALL).with(List.of(Need.entry(new Id(HOME, 1))), Payload.EMPTY);
        LifeMessage.Raise raise = new LifeMessage.Raise(TESSERA, 3, 0, false, create);
        machine.life(now, HOME, raise);
        assertThat(out.leases).as("its creator holds the life before").isEmpty();
        machine.hold(now, HEAD, new ValueMessage.Hold(TESSERA, false, false, 8));
        machine.life(now, HOME, raise);
        assertThat(out.leases).hasSize(1);
    }

    @Test
    void shouldLeaveForOtherCodeThoughItsWorkerGoesOn_S2_8() {
        listen(EVERY_CALL);
        receive(call(1));
        receive(call(2));
        machine.life(now, HOME, new LifeMessage.Retire(TESSERA, 1));
        machine.tick(++now);
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(done -> done.task(), done -> kind(done.outcome()))
                .containsExactly(org.assertj.core.groups.Tuple.tuple(task(2), Failure.Kind.MOVED));
        finish(SMALL);
        finish(SMALL);
        noted(1, null);
        machine.tick(++now);
        finish(SMALL);
        noted(2, null);
        machine.tick(++now);
        assertThat(out.take(LifeMessage.Depart.class)).containsExactly(new LifeMessage.Depart(TESSERA, 1));
        assertThat(out.endings).isEmpty();
    }

    @Test
    void shouldLeaveForOtherCodeWithTheStateBeforeWhereItGivesNone_S2_8() {
        listen(EVERY_CALL);
        machine.life(now, HOME, new LifeMessage.Retire(TESSERA, 1));
        machine.tick(++now);
        finish(Outcome.failed(Failure.Kind.THROWN, "no"));
        machine.tick(++now);
        assertThat(out.take(LifeMessage.Depart.class)).hasSize(1);
    }

    @Test
    void shouldNotWaitForProxiesOfWhatWasDroppedWhereItIsToEnd_S2_9() {
        listen(RESTARTS);
        receive(new StreamMessage.Drop(task(1), TESSERA, 1, 1, 0));
        noted(LifeMessage.LAST, null);
        machine.confirmed(HEAD, new ReplyMessage.Confirm(TESSERA, 1));
        machine.drain(now, 60 * SECOND);
        machine.tick(++now);
        assertThat(out.endings).containsExactly("drained");
    }

    @Test
    void shouldTellTheHomeOfAKilledTesseraAndKeepNothingOfIt_S3_7() {
        listen(EVERY_CALL);
        receive(call(1));
        finish(SMALL);
        assertThat(out.started).as("its snapshot").hasSize(1);
        receive(call(2));
        receive(new StreamMessage.Drop(task(3), TESSERA, 1, 3, 0, true));
        assertThat(out.take(ReplyMessage.Done.class))
                .as("the state after the first is not kept")
                .extracting(ReplyMessage.Done::task, done -> kind(done.outcome()))
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(task(1), Failure.Kind.STOPPED),
                        org.assertj.core.groups.Tuple.tuple(task(2), Failure.Kind.STOPPED));
        assertThat(out.take(LifeMessage.Over.class))
                .singleElement()
                .satisfies(over -> assertThat(over.failure().kind()).isEqualTo(Failure.Kind.STOPPED));
        noted(LifeMessage.LAST, null);
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::task)
                .containsExactly(task(3));
        finish(SMALL);
        assertThat(out.take(LifeMessage.Keep.class)).isEmpty();
        now += SECOND;
        machine.tick(now);
        assertThat(out.endings).isEmpty();
        assertThat(out.started).isEmpty();
    }

    @Test
    void shouldEndTheWorkerOfAConstructorThatIsKilledAndGoesOn_S3_7() {
        receive(create(RESTARTS));
        receive(new StreamMessage.Drop(task(1), TESSERA, 1, 1, -1, true));
        noted(LifeMessage.LAST, null);
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::task)
                .containsExactly(task(0), task(1));
        now += SECOND;
        machine.tick(now);
        assertThat(out.endings).hasSize(1);
        assertThat(out.take(LifeMessage.Describe.class)).isEmpty();
    }

    /** Found by the simulation: to wait for that was taken for a wait for what stands behind the call. */
    @Test
    void shouldLetATesseraKillItself_S3_7() {
        listen(RESTARTS);
        Id own = new Id(SELF, 7);
        receive(call(1));
        Run running = out.started.getFirst();
        receive(new StreamMessage.Drop(own, TESSERA, 1, 0, -1, true));
        out.ownTasks.put(own, new Need(own, SELF, TESSERA, 0, false, null));
        machine.blocked(now, running, own);
        assertThat(out.deadlocks).isEmpty();
        noted(LifeMessage.LAST, null);
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::task)
                .containsExactly(task(1), own);
    }

    /** Found by the simulation: a call sent by its name, to a worker where it was to live and never did, waited for ever. */
    @Test
    void shouldAskTheHomeForATesseraThatDoesNotCome_S2_8() {
        machine.tick(now);
        receive(call(0));
        now += SECOND;
        machine.tick(now);
        assertThat(out.take(LifeMessage.Seek.class))
                .containsExactly(new LifeMessage.Seek(TESSERA, LifeMessage.NOWHERE));
        machine.tick(now);
        assertThat(out.take(LifeMessage.Seek.class)).as("once a second").isEmpty();
        Failure over = Failure.of(Failure.Kind.STOPPED, "tessera=" + TESSERA + " was restarted too often");
        machine.life(now, HOME, new LifeMessage.Gone(TESSERA, true, over));
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::outcome)
                .containsExactly(new Outcome.Failed(over));
    }

    /** Its construction may wait for an argument for longer than callers wait who have found its name. */
    @Test
    void shouldMakeATesseraThatComesAfterItsCallersGaveUp_S3_6() {
        links.connected(OTHER);
        machine.hold(now, OTHER, new ValueMessage.Hold(TESSERA, true, false, 1));
        receive(byName(0));
        Failure never = LifeMessage.Gone.neverCame(TESSERA, SELF);
        machine.life(now, HOME, new LifeMessage.Gone(TESSERA, false, never));
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::outcome)
                .containsExactly(new Outcome.Failed(never));
        listen(RESTARTS);
        receive(byName(1));
        assertThat(out.takeStarted()).containsExactly(new Id(OTHER, 1));
    }

    @Test
    void shouldFailCallsOfATesseraThatDoesNotComeWhereNoHomeIsThere_S3_6() {
        machine.tick(now);
        links.connected(OTHER);
        receive(byName(0));
        now += 20 * SECOND;
        machine.tick(now);
        links.home(0);
        machine.homeChanged(now);
        machine.tick(now);
        now += 30 * SECOND - 1;
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Done.class))
                .as("another home may come")
                .isEmpty();
        now++;
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::outcome)
                .containsExactly(new Outcome.Failed(LifeMessage.Gone.neverCame(TESSERA, SELF)));
    }

    @Test
    void shouldFailCallsOfATesseraThatDoesNotComeWhereTheHomeCannotBeReached_S3_6() {
        links.connected(OTHER);
        receive(byName(0));
        Set<Long> units = new HashSet<>();
        machine.unreached(units);
        assertThat(units).as("there is a link").isEmpty();
        links.disconnected(HOME);
        machine.unreached(units);
        assertThat(units).containsExactly(HOME);
        machine.giveUp(now, OTHER, "worker:0 has not reached worker:1");
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        machine.giveUp(now, HOME, "worker:0 has not reached warehouse:0");
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(done -> kind(done.outcome()))
                .containsExactly(Failure.Kind.WORKER_LOST);
        units.clear();
        machine.unreached(units);
        assertThat(units).isEmpty();
    }

    private static StreamMessage byName(long number) {
        return new StreamMessage.Call(
                new Id(OTHER, number), TESSERA, 1, number, -1, 1, false, 0, 0, List.of(), Payload.EMPTY);
    }

    @Test
    void shouldSendCallersElsewhereWhereTheHomeSaysSo_S2_8() {
        receive(call(0));
        machine.life(now, HOME, new LifeMessage.Alive(TESSERA, 2, SELF));
        assertThat(out.take(ReplyMessage.Done.class)).as("it comes here").isEmpty();
        machine.life(now, HOME, new LifeMessage.Alive(TESSERA, 2, 17));
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(done -> kind(done.outcome()))
                .containsExactly(Failure.Kind.MOVED);
    }

    private void passivating() {
        receive(create(new LifeTerms(3, true, 0).passiveAfter(10 * SECOND)));
        finish(SMALL);
        rested(0);
        out.sent.clear();
        machine.tick(now);
    }

    private void rested(long number) {
        machine.life(now, HOME, new LifeMessage.Noted(TESSERA, 1, number, null, true));
    }

    // ---- events

    private static StreamMessage.Create create(LifeTerms terms) {
        return new StreamMessage.Create(
                task(0), TESSERA, 1, -1, "Solver", 7, 0, 1, "", List.of(), Payload.EMPTY, Claim.NONE, terms);
    }

    private static StreamMessage call(long number) {
        return new StreamMessage.Call(task(number), TESSERA, 1, number, -1, 1, false, 0, 0, List.of(), Payload.EMPTY);
    }

    private void listen(LifeTerms terms) {
        receive(create(terms));
        finish(SMALL);
        noted(0, null);
        out.sent.clear();
    }

    private void receive(StreamMessage item) {
        machine.received(now, item.task().origin(), item);
    }

    /** Ends the run that was started first. */
    private void finish(Outcome outcome) {
        machine.finished(now, out.started.removeFirst(), outcome);
    }

    private void noted(long number, @Nullable Failure failure) {
        machine.life(now, HOME, new LifeMessage.Noted(TESSERA, 1, number, failure));
    }

    private static Failure.Kind kind(Outcome outcome) {
        return ((Outcome.Failed) outcome).failure().kind();
    }

    private static Id task(long number) {
        return new Id(HEAD, 1_000 + number);
    }
}
