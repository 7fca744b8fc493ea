package dev.mosaic.unit.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.List;
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
    private final CallMachine machine = new CallMachine(links, CallSettings.DEFAULT, out);
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
        return new Birth("Solver", 7, 0, 1, "", 0, Claim.NONE, List.of(), Payload.EMPTY, new LifeTerms(3, false, 0));
    }

    private Id living() {
        Id tessera = machine.nextId().withLives();
        construction = machine.nextId();
        machine.create(now, construction, tessera, birth());
        machine.placed(now, new ClusterMessage.Placed(tessera, A));
        done(A, construction, tessera, 0, SMALL);
        out.takeSaid();
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

    private void lose(long unit) {
        links.lost(unit);
        machine.lost(now, unit, "killed");
    }
}
