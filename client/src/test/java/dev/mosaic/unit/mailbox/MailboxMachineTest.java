package dev.mosaic.unit.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The callee's side, event by event. */
class MailboxMachineTest {
    private static final long SELF = 1;
    private static final long HEAD = 11;
    private static final long OTHER = 12;
    private static final long PRODUCER = 13;
    private static final long SECOND = 1_000_000_000L;
    private static final Id TESSERA = new Id(HEAD, 100);
    private static final Outcome SMALL = new Outcome.Returned(Payload.of(new byte[8]));
    private static final Outcome LARGE = new Outcome.Returned(Payload.of(new byte[5_000]));

    private final Recorder out = new Recorder();
    private final Links links = new Links(SELF, out);
    private final MailboxMachine machine =
            new MailboxMachine(links, MailboxSettings.DEFAULT, out, out, (name, method) -> name + "#" + method);
    private final Map<Id, Run> runs = new HashMap<>();
    private long now = SECOND;

    @BeforeEach
    void linkAll() {
        for (long unit : new long[] {HEAD, OTHER, PRODUCER}) {
            links.connected(unit);
        }
    }

    @Test
    void shouldRunCallsOfOneCallerInOrderWhateverOrderTheyComeIn() {
        receive(call(HEAD, 2));
        receive(call(HEAD, 1));
        assertThat(started()).isEmpty();
        receive(create(1));
        assertThat(started()).containsExactly(task(HEAD, 0));
        finish(task(HEAD, 0), SMALL);
        assertThat(started()).containsExactly(task(HEAD, 1));
        finish(task(HEAD, 1), SMALL);
        assertThat(started()).containsExactly(task(HEAD, 2));
    }

    @Test
    void shouldRunACallOnceAndAnswerItsDuplicates() {
        listen();
        receive(call(HEAD, 1));
        receive(call(HEAD, 1));
        assertThat(started()).containsExactly(task(HEAD, 1));
        finish(task(HEAD, 1), SMALL);
        receive(call(HEAD, 1));
        assertThat(started()).isEmpty();
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::number)
                .containsExactly(0L, 1L, 1L);
    }

    @Test
    void shouldForgetAnOutcomeWhenItIsConfirmed() {
        listen();
        receive(call(HEAD, 1));
        finish(task(HEAD, 1), SMALL);
        out.sent.clear();
        machine.confirmed(HEAD, new ReplyMessage.Confirm(TESSERA, 1));
        receive(call(HEAD, 1));
        assertThat(out.sent).isEmpty();
        assertThat(started()).isEmpty();
    }

    @Test
    void shouldNotLetOneCallersMissingArgumentHoldBackAnother() {
        listen();
        receive(call(HEAD, 1, need(50)));
        receive(call(HEAD, 2));
        receive(call(OTHER, 0));
        assertThat(started()).containsExactly(task(OTHER, 0));
        finish(task(OTHER, 0), SMALL);
        started();
        machine.value(now, new ValueMessage.Value(task(HEAD, 50), true, SMALL));
        assertThat(started()).containsExactly(task(HEAD, 1));
    }

    @Test
    @DisplayName("S3.7: a call that waits for its turn is removed, and the next one takes it")
    void shouldRemoveACancelledCallThatWaits() {
        listen();
        for (int number = 1; number <= 3; number++) {
            receive(call(HEAD, number));
        }
        started();
        out.take(ReplyMessage.Done.class);
        cancel(task(HEAD, 2), 2, false);
        ReplyMessage.Done done = out.take(ReplyMessage.Done.class).getFirst();
        assertThat(done.task()).isEqualTo(task(HEAD, 2));
        assertThat(kind(done.outcome())).isEqualTo(Failure.Kind.CANCELLED);
        finish(task(HEAD, 1), SMALL);
        assertThat(started()).containsExactly(task(HEAD, 3));
    }

    @Test
    void shouldLetTheNextCallRunWhereTheHeadOfALineThatWaitsIsCancelled() {
        listen();
        receive(call(HEAD, 1, need(50)));
        receive(call(HEAD, 2));
        assertThat(started()).isEmpty();
        cancel(task(HEAD, 1), 1, false);
        assertThat(started()).containsExactly(task(HEAD, 2));
        machine.value(now, new ValueMessage.Value(task(HEAD, 50), true, SMALL));
        assertThat(started()).isEmpty();
    }

    @Test
    void shouldCancelACallBeforeTheGapInItsStreamIsFilled() {
        listen();
        receive(call(HEAD, 2));
        cancel(task(HEAD, 2), 2, false);
        receive(call(HEAD, 1));
        receive(call(HEAD, 3));
        assertThat(started()).containsExactly(task(HEAD, 1));
        finish(task(HEAD, 1), SMALL);
        assertThat(started()).containsExactly(task(HEAD, 3));
    }

    @Test
    @DisplayName("S3.7: a call that runs is interrupted, and cancelled once its code ends, whatever that gives")
    void shouldInterruptACancelledCallThatRuns() {
        listen();
        receive(call(HEAD, 1));
        Run running = run(task(HEAD, 1));
        out.take(ReplyMessage.Done.class);
        out.released.clear();
        cancel(task(HEAD, 1), 1, false);
        assertThat(out.interrupted).containsExactly(task(HEAD, 1));
        assertThat(out.cancelledParents).containsExactly(task(HEAD, 1));
        assertThat(running.isCancelled()).isTrue();
        assertThat(out.take(ReplyMessage.Done.class)).as("its code goes on").isEmpty();
        finish(task(HEAD, 1), LARGE);
        assertThat(kind(out.take(ReplyMessage.Done.class).getFirst().outcome())).isEqualTo(Failure.Kind.CANCELLED);
        assertThat(out.released).as("its value").hasSize(1);
    }

    @Test
    void shouldGiveBackOnlyWhatWaits() {
        listen();
        receive(call(HEAD, 1));
        receive(call(HEAD, 2));
        assertThat(started()).containsExactly(task(HEAD, 1));
        out.take(ReplyMessage.Done.class);
        for (long number = 1; number <= 2; number++) {
            machine.cancel(now, HEAD, new ReplyMessage.Cancel(task(HEAD, number), TESSERA, number, false, true));
        }
        assertThat(out.interrupted).as("what runs goes on").isEmpty();
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::task)
                .containsExactly(task(HEAD, 2));
        finish(task(HEAD, 1), SMALL);
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::outcome)
                .containsExactly(SMALL);
        assertThat(started()).isEmpty();
    }

    @Test
    void shouldCancelThePromiseOfACall() {
        listen();
        receive(call(HEAD, 1));
        Run running = run(task(HEAD, 1));
        cancel(task(HEAD, 1), 1, false);
        machine.promised(now, running);
        assertThat(out.interrupted).as("its thread, then its promise").hasSize(2);
    }

    @Test
    void shouldEndTheWorkerForACallThatIsCancelledByForce() {
        listen();
        receive(call(HEAD, 1));
        receive(call(HEAD, 2));
        cancel(task(HEAD, 2), 2, true);
        assertThat(out.endings).as("it did not run").isEmpty();
        cancel(task(HEAD, 1), 1, true);
        assertThat(out.endings).hasSize(1);
    }

    @Test
    void shouldPassOverAWordToCancelWhatIsNotThereOrOver() {
        listen();
        cancel(task(HEAD, 1), 1, true);
        receive(call(HEAD, 1));
        assertThat(started()).containsExactly(task(HEAD, 1));
        finish(task(HEAD, 1), SMALL);
        out.take(ReplyMessage.Done.class);
        cancel(task(HEAD, 1), 1, true);
        cancel(task(HEAD, 0), 0, true);
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        assertThat(out.endings).isEmpty();
    }

    @Test
    void shouldRunOneCallOfATesseraAtATime() {
        MailboxMachine wide = machine(4);
        wide.received(now, HEAD, create(1));
        finish(wide, task(HEAD, 0), SMALL);
        wide.received(now, HEAD, call(HEAD, 1));
        wide.received(now, HEAD, call(HEAD, 2));
        assertThat(started()).containsExactly(task(HEAD, 1));
    }

    @Test
    void shouldRunSoManyCallsAtOnceAsTheClassAllows() {
        MailboxMachine wide = machine(4);
        wide.received(now, HEAD, create(2));
        finish(wide, task(HEAD, 0), SMALL);
        for (int number = 1; number <= 3; number++) {
            wide.received(now, HEAD, call(HEAD, number));
        }
        assertThat(started()).containsExactly(task(HEAD, 1), task(HEAD, 2));
    }

    @Test
    void shouldStartTheNextCallWhenAMethodReturnsAPromise() {
        listen();
        receive(call(HEAD, 1));
        receive(call(HEAD, 2));
        machine.promised(now, run(task(HEAD, 1)));
        assertThat(started()).containsExactly(task(HEAD, 2));
        finish(task(HEAD, 1), SMALL);
        assertThat(out.take(ReplyMessage.Done.class).getLast().number()).isEqualTo(1);
    }

    @Test
    void shouldGiveThePermitOfABlockedCallToAnotherTesseraAndTakeItBack() {
        listen();
        receive(call(HEAD, 1));
        Id pooled = new Id(HEAD, 900);
        receive(stateless(pooled, 0));
        assertThat(started()).containsExactly(task(HEAD, 1));
        machine.blocked(now, run(task(HEAD, 1)), new Id(SELF, 5));
        assertThat(started()).containsExactly(pooled);
        machine.unblocked(now, run(task(HEAD, 1)));
        assertThat(out.resumed).isEmpty();
        finish(pooled, SMALL);
        assertThat(out.resumed).containsExactly(runs.get(task(HEAD, 1)));
    }

    @Test
    void shouldTellASelfCallAtOnce() {
        listen();
        receive(call(HEAD, 1));
        Id inner = new Id(SELF, 5);
        receive(call(0, inner));
        out.ownTasks.put(inner, new Need(inner, SELF, TESSERA, 0, false, null));
        machine.blocked(now, run(task(HEAD, 1)), inner);
        assertThat(out.deadlocks).hasSize(1);
        assertThat(out.deadlocks.getFirst().what()).contains("Solver#1").contains(inner.toString());
    }

    @Test
    void shouldFindACycleByTwoProbesThatSawTheSameWaits() {
        listen();
        receive(call(HEAD, 1));
        Run run = run(task(HEAD, 1));
        Id inner = new Id(SELF, 5);
        Id elsewhere = new Id(OTHER, 77);
        out.ownTasks.put(inner, new Need(inner, OTHER, elsewhere, 3, false, null));
        machine.blocked(now, run, inner);
        now += 2 * SECOND;
        machine.tick(now);
        ValueMessage.Probe probe = out.take(ValueMessage.Probe.class).getFirst();
        assertThat(probe.task()).isEqualTo(inner);
        machine.probe(backTo(run, probe));
        assertThat(out.deadlocks).as("it may have been seen while it dissolved").isEmpty();
        machine.probe(backTo(run, out.take(ValueMessage.Probe.class).getFirst()));
        assertThat(out.deadlocks).hasSize(1);
    }

    @Test
    void shouldLeaveTheDeadlockToTheHighestOfTheCycle() {
        listen();
        receive(call(HEAD, 1));
        Run run = run(task(HEAD, 1));
        Id inner = new Id(SELF, 5);
        out.ownTasks.put(inner, new Need(inner, OTHER, new Id(OTHER, 77), 3, false, null));
        machine.blocked(now, run, inner);
        now += 2 * SECOND;
        machine.tick(now);
        ValueMessage.Probe probe =
                backTo(run, out.take(ValueMessage.Probe.class).getFirst());
        Id higher = new Id(OTHER, 1_000_000);
        machine.probe(new ValueMessage.Probe(
                probe.initiator(),
                probe.ticket(),
                probe.round(),
                higher,
                9,
                probe.task(),
                probe.mailbox(),
                probe.number(),
                probe.path()));
        assertThat(out.take(ValueMessage.Probe.class)).isEmpty();
        assertThat(out.deadlocks).isEmpty();
    }

    @Test
    void shouldFollowAWaitToWhatTheConstructionOfTheTesseraWaitsFor() {
        receive(new StreamMessage.Create(
                task(HEAD, 0), TESSERA, 1, -1, "Solver", 7, 0, 1, "", List.of(need(9)), Payload.EMPTY));
        receive(call(OTHER, 0));
        Id initiator = new Id(OTHER, 1);
        machine.probe(
                new ValueMessage.Probe(initiator, 1, 1, initiator, 0, task(OTHER, 0), TESSERA, 0, List.of("a wait")));
        assertThat(out.take(ValueMessage.Probe.class))
                .extracting(ValueMessage.Probe::initiator, ValueMessage.Probe::task)
                .containsExactly(Tuple.tuple(initiator, task(HEAD, 9)));
    }

    @Test
    void shouldKeepALargeValueUntilItIsReleased() {
        listen();
        receive(call(HEAD, 1));
        finish(task(HEAD, 1), LARGE);
        assertThat(out.take(ReplyMessage.Done.class).getLast().outcome()).isEqualTo(new Outcome.Held(5_000));
        machine.confirmed(HEAD, new ReplyMessage.Confirm(TESSERA, 1));
        machine.fetch(now, OTHER, new ValueMessage.Fetch(task(HEAD, 1), TESSERA, 1, true));
        assertThat(out.take(ValueMessage.Value.class))
                .extracting(ValueMessage.Value::outcome)
                .containsExactly(LARGE);
        machine.release(HEAD, new ValueMessage.Release(4, List.of(task(HEAD, 1))));
        assertThat(out.take(ValueMessage.Released.class)).containsExactly(new ValueMessage.Released(4));
        machine.fetch(now, OTHER, new ValueMessage.Fetch(task(HEAD, 1), TESSERA, 1, true));
        assertThat(out.take(ValueMessage.Elsewhere.class)).hasSize(1);
    }

    @Test
    void shouldParkAQuestionForACallThatHasNotCome() {
        machine.fetch(now, OTHER, new ValueMessage.Fetch(task(HEAD, 1), TESSERA, 1, true));
        assertThat(out.sent).isEmpty();
        listen();
        receive(call(HEAD, 1));
        finish(task(HEAD, 1), SMALL);
        assertThat(out.take(ValueMessage.Value.class))
                .containsExactly(new ValueMessage.Value(task(HEAD, 1), true, SMALL));
    }

    @Test
    void shouldSendAQuestionThatWaitsInVainToTheOwner() {
        machine.fetch(now, OTHER, new ValueMessage.Fetch(task(HEAD, 1), TESSERA, 1, true));
        now += 3 * SECOND;
        machine.tick(now);
        assertThat(out.take(ValueMessage.Elsewhere.class))
                .containsExactly(new ValueMessage.Elsewhere(task(HEAD, 1), true, true));
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldSayElsewhereForASmallValueThatWasConfirmed() {
        listen();
        receive(call(HEAD, 1));
        finish(task(HEAD, 1), SMALL);
        machine.confirmed(HEAD, new ReplyMessage.Confirm(TESSERA, 1));
        machine.fetch(now, OTHER, new ValueMessage.Fetch(task(HEAD, 1), TESSERA, 1, true));
        assertThat(out.take(ValueMessage.Elsewhere.class)).hasSize(1);
    }

    @Test
    void shouldAskTheOwnerWhenTheProducerIsLostOrHasItNoMore() {
        listen();
        receive(call(HEAD, 1, need(50)));
        assertThat(out.take(ValueMessage.Fetch.class)).hasSize(1);
        lose(PRODUCER);
        assertThat(out.take(ValueMessage.Locate.class))
                .containsExactly(new ValueMessage.Locate(task(HEAD, 50), true, PRODUCER));
        machine.located(new ValueMessage.Located(task(HEAD, 50), true, OTHER, Id.pool(OTHER), 3));
        assertThat(out.take(ValueMessage.Fetch.class))
                .containsExactly(new ValueMessage.Fetch(task(HEAD, 50), Id.pool(OTHER), 3, true));
        machine.elsewhere(OTHER, new ValueMessage.Elsewhere(task(HEAD, 50), true, false));
        assertThat(out.take(ValueMessage.Locate.class))
                .containsExactly(new ValueMessage.Locate(task(HEAD, 50), true, OTHER));
    }

    @Test
    void shouldNotRunACallWhoseArgumentFailed() {
        listen();
        receive(call(HEAD, 1, need(50)));
        machine.value(now, new ValueMessage.Value(task(HEAD, 50), true, Outcome.failed(Failure.Kind.THROWN, "no")));
        assertThat(started()).isEmpty();
        assertThat(out.take(ReplyMessage.Done.class).getLast().outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.ARGUMENT));
    }

    @Test
    void shouldNotStartACallWhoseTimeIsOver() {
        listen();
        receive(new StreamMessage.Call(
                task(HEAD, 1), TESSERA, 1, 1, -1, 1, false, 0, SECOND, List.of(need(50)), Payload.EMPTY));
        receive(call(HEAD, 2));
        now += 2 * SECOND;
        machine.tick(now);
        assertThat(started()).as("it holds back nobody").containsExactly(task(HEAD, 2));
        assertThat(out.take(ReplyMessage.Done.class)).anyMatch(done -> done.number() == 1);
    }

    @Test
    void shouldFailAllCallsWhenTheConstructorThrows() {
        receive(create(1));
        receive(call(HEAD, 1));
        finish(task(HEAD, 0), Outcome.failed(Failure.Kind.THROWN, "no"));
        receive(call(OTHER, 0));
        assertThat(started()).isEmpty();
        assertThat(out.take(ReplyMessage.Done.class))
                .hasSize(3)
                .allMatch(done -> done.outcome() instanceof Outcome.Failed failed
                        && failed.failure().kind() == Failure.Kind.CONSTRUCTOR);
    }

    @Test
    void shouldEndWhenDroppedAndFailLaterCalls() {
        listen();
        receive(call(HEAD, 1));
        receive(new StreamMessage.Drop(task(HEAD, 2), TESSERA, 1, 2, -1));
        receive(call(OTHER, 0));
        finish(task(HEAD, 1), SMALL);
        assertThat(started()).isEmpty();
        assertThat(out.ended).containsExactly(TESSERA);
        receive(call(OTHER, 1));
        assertThat(out.take(ReplyMessage.Done.class).getLast().outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.STOPPED));
    }

    @Test
    void shouldEndWhenNobodyHoldsItAndForgetIt() {
        listen();
        machine.hold(now, OTHER, new ValueMessage.Hold(TESSERA, true, false, 1));
        machine.confirmed(HEAD, new ReplyMessage.Confirm(TESSERA, 0));
        machine.hold(now, HEAD, new ValueMessage.Hold(TESSERA, false, false, 2));
        assertThat(out.ended).isEmpty();
        machine.hold(now, OTHER, new ValueMessage.Hold(TESSERA, false, false, 3));
        assertThat(out.ended).containsExactly(TESSERA);
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldNotTakeALateItemOfAStreamThatEnded() {
        listen();
        machine.confirmed(HEAD, new ReplyMessage.Confirm(TESSERA, 0));
        machine.hold(now, HEAD, new ValueMessage.Hold(TESSERA, false, true, 2));
        receive(create(1));
        assertThat(started()).isEmpty();
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldCountADeadHolderForAWhile() {
        listen();
        lose(HEAD);
        now += 29 * SECOND;
        machine.tick(now);
        assertThat(out.ended).isEmpty();
        now += 2 * SECOND;
        machine.tick(now);
        assertThat(out.ended).containsExactly(TESSERA);
    }

    @Test
    void shouldDropTheCallsOfADeadCaller() {
        listen();
        receive(call(OTHER, 0));
        receive(call(HEAD, 1));
        receive(call(OTHER, 1));
        lose(OTHER);
        out.sent.clear();
        finish(task(OTHER, 0), SMALL);
        assertThat(started()).containsExactly(task(HEAD, 1));
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
    }

    @Test
    void shouldSayDoneOnlyWhenTheProxiesThatCameAreRegistered() {
        listen();
        out.registered = false;
        Payload carrying = new Payload(new byte[1], List.of(), List.of(new Carried(new Id(9, 9), OTHER)));
        receive(new StreamMessage.Call(task(HEAD, 1), TESSERA, 1, 1, -1, 1, false, 0, 0, List.of(), carrying));
        out.sent.clear();
        finish(task(HEAD, 1), SMALL);
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        assertThat(out.pinned).isNotEmpty();
        out.registered = true;
        machine.registered();
        assertThat(out.take(ReplyMessage.Done.class)).hasSize(1);
        assertThat(out.pinned).isEmpty();
    }

    @Test
    void shouldPeekWithoutWaitingForItsTurn() {
        listen();
        receive(call(HEAD, 1));
        receive(new StreamMessage.Call(task(HEAD, 2), TESSERA, 1, 2, -1, 0, true, 0, 0, List.of(), Payload.EMPTY));
        assertThat(started()).containsExactly(task(HEAD, 1), task(HEAD, 2));
    }

    @Test
    void shouldReportACallThatRunsLong() {
        listen();
        receive(call(HEAD, 1));
        now += SECOND;
        machine.tick(now);
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Started.class)).hasSize(1);
    }

    // ---- entries of the warehouse

    @Test
    @DisplayName("S4.4 what a call needs is leased all at once, and discharged when it is done")
    void shouldLeaseTheEntriesAmongTheArgumentsTogether() {
        listen();
        Id one = new Id(HEAD, 300);
        Id two = new Id(HEAD, 301);
        receive(call(HEAD, 1, Need.entry(one), Need.entry(two)));
        receive(call(HEAD, 2));
        assertThat(started()).isEmpty();
        assertThat(out.leases).hasSize(1);
        Id lease = answerLease(SMALL, LARGE);
        assertThat(started()).containsExactly(task(HEAD, 1));
        assertThat(run(task(HEAD, 1)).value(1)).isEqualTo(((Outcome.Returned) LARGE).value());
        finish(task(HEAD, 1), SMALL);
        assertThat(out.discharged).containsExactly(lease);
        assertThat(started()).containsExactly(task(HEAD, 2));
    }

    @Test
    @DisplayName("S4.7 a call whose entry cannot be had fails with that, and does not run")
    void shouldRefuseACallWhoseEntryIsLost() {
        listen();
        receive(call(HEAD, 1, Need.entry(new Id(HEAD, 300))));
        out.take(ReplyMessage.Done.class);
        Id lease = answerLease(Outcome.failed(Failure.Kind.OBJECT_LOST, "it was dropped"));
        assertThat(started()).isEmpty();
        assertThat(out.take(ReplyMessage.Done.class).getFirst().outcome())
                .isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
                    assertThat(failed.failure().what()).contains("argument ref=");
                    assertThat(failed.failure().cause()).isNotNull();
                });
        assertThat(out.discharged).containsExactly(lease);
    }

    @Test
    void shouldDischargeTheEntriesOfACallWhoseCallerDies() {
        receive(create(1));
        finish(task(HEAD, 0), SMALL);
        receive(call(HEAD, 1, Need.entry(new Id(HEAD, 300))));
        lose(HEAD);
        assertThat(out.discharged).containsExactlyElementsOf(out.leases.keySet());
        answerLease(SMALL);
        assertThat(started()).doesNotContain(task(HEAD, 1));
    }

    @Test
    void shouldDischargeTheEntriesOfACallThatWaitsForItsTurnWhenItsCallerDies() {
        listen();
        receive(call(HEAD, 1));
        receive(stateless(task(OTHER, 7), 0));
        receive(call(OTHER, 0, Need.entry(new Id(OTHER, 300))));
        Id lease = answerLease(SMALL);
        lose(OTHER);
        assertThat(out.discharged).containsExactly(lease);
    }

    @Test
    void shouldTellWhichValuesAreNotNeededAnyMore() {
        listen();
        receive(call(HEAD, 1));
        finish(task(HEAD, 1), LARGE);
        machine.release(HEAD, new ValueMessage.Release(1, List.of(task(HEAD, 1))));
        assertThat(out.released).containsExactly(((Outcome.Returned) LARGE).value());
    }

    private Id answerLease(Outcome... outcomes) {
        Id lease = out.leases.keySet().iterator().next();
        java.util.Objects.requireNonNull(out.leases.get(lease)).accept(List.of(outcomes));
        machine.ready(now);
        return lease;
    }

    // ---- events

    private MailboxMachine machine(int permits) {
        return new MailboxMachine(
                links, MailboxSettings.DEFAULT.withPermits(permits), out, out, (name, method) -> name + "#" + method);
    }

    private void receive(StreamMessage item) {
        machine.received(now, item.task().origin(), item);
    }

    private void listen() {
        receive(create(1));
        finish(task(HEAD, 0), SMALL);
        started();
    }

    private void finish(Id task, Outcome outcome) {
        finish(machine, task, outcome);
    }

    private void finish(MailboxMachine at, Id task, Outcome outcome) {
        at.finished(now, run(task), outcome);
    }

    private List<Id> started() {
        out.started.forEach(run -> runs.put(run.task(), run));
        return out.takeStarted();
    }

    private Run run(Id task) {
        started();
        return runs.get(task);
    }

    private void lose(long unit) {
        links.lost(unit);
        machine.lost(now, unit);
    }

    private void cancel(Id task, long number, boolean force) {
        machine.cancel(now, HEAD, new ReplyMessage.Cancel(task, TESSERA, number, force));
    }

    private static Failure.Kind kind(Outcome outcome) {
        return ((Outcome.Failed) outcome).failure().kind();
    }

    private static Id task(long caller, long number) {
        return new Id(caller, 1_000 + number);
    }

    private static StreamMessage create(int concurrency) {
        return new StreamMessage.Create(
                task(HEAD, 0), TESSERA, 1, -1, "Solver", 7, 0, concurrency, "", List.of(), Payload.EMPTY);
    }

    private static StreamMessage call(long caller, long number, Need... needs) {
        return new StreamMessage.Call(
                task(caller, number), TESSERA, 1, number, -1, 1, false, 0, 0, List.of(needs), Payload.EMPTY);
    }

    private static StreamMessage call(long number, Id task) {
        return new StreamMessage.Call(task, TESSERA, 1, number, -1, 1, false, 0, 0, List.of(), Payload.EMPTY);
    }

    private static StreamMessage stateless(Id task, long number) {
        return new StreamMessage.Call(task, Id.pool(SELF), 0, number, -1, 0, false, 0, 0, List.of(), Payload.EMPTY);
    }

    private static Need need(long number) {
        return new Need(task(HEAD, number), PRODUCER, new Id(HEAD, 200), 0, true, null);
    }

    private static ValueMessage.Probe backTo(Run run, ValueMessage.Probe probe) {
        return new ValueMessage.Probe(
                probe.initiator(),
                probe.ticket(),
                probe.round(),
                probe.highest(),
                probe.trace(),
                run.task(),
                run.tessera(),
                run.item().number(),
                probe.path());
    }
}
