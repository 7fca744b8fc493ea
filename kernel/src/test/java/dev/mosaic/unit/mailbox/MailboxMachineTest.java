package dev.mosaic.unit.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.Resources;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
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
    private static final long MONITOR = 15;
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
        for (long unit : new long[] {HEAD, OTHER, PRODUCER, MONITOR}) {
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
    void shouldSendAValueOf1024BytesWithTheCompletionAndKeepALongerOne_S3_3() {
        listen();
        out.sent.clear();
        for (int bytes : new int[] {1_024, 1_025}) {
            receive(call(HEAD, bytes - 1_023));
            started();
            finish(task(HEAD, bytes - 1_023), new Outcome.Returned(Payload.of(new byte[bytes])));
        }
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::outcome)
                .satisfiesExactly(
                        small -> assertThat(small).isInstanceOf(Outcome.Returned.class),
                        large -> assertThat(large).isEqualTo(new Outcome.Held(1_025)));
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
    void shouldNotRunWhatItsCallerGaveUpBeforeItCame() {
        listen();
        Outcome why = Outcome.failed(Failure.Kind.CANCELLED, "it was given up by its caller");
        Need never = new Need(task(HEAD, 1), 0, task(HEAD, 1), 0, true, why);
        receive(call(HEAD, 1, never));
        receive(call(HEAD, 2));
        assertThat(started()).containsExactly(task(HEAD, 2));
    }

    @Test
    void shouldFailACallWhoseArgumentCannotBeReached() {
        listen();
        receive(call(HEAD, 1, need(50)));
        links.disconnected(PRODUCER);
        Set<Long> units = new HashSet<>();
        machine.unreached(units);
        assertThat(units).containsExactly(PRODUCER);
        out.take(ReplyMessage.Done.class);
        machine.giveUp(now, PRODUCER, "it was not reached");
        ReplyMessage.Done done = out.take(ReplyMessage.Done.class).getFirst();
        assertThat(done.number()).isEqualTo(1);
        assertThat(kind(done.outcome())).isEqualTo(Failure.Kind.ARGUMENT);
        assertThat(started()).isEmpty();
    }

    @Test
    @DisplayName(
            "S3.6: a call ends though the worker of a proxy that it got lives and cannot be told that it is held here")
    void shouldFailACallWhoseProxyCannotBeHeldThere_S3_6() {
        listen();
        List<Carried> inside = List.of(new Carried(new Id(PRODUCER, 5), PRODUCER));
        out.registered = false;
        out.counter = PRODUCER;
        receive(call(HEAD, 1));
        started();
        finish(task(HEAD, 1), new Outcome.Returned(new Payload(new byte[1], List.of(), inside)));
        links.disconnected(PRODUCER);
        Set<Long> units = new HashSet<>();
        machine.unreached(units);
        assertThat(units).containsExactly(PRODUCER);
        out.take(ReplyMessage.Done.class);
        machine.giveUp(now, OTHER, "it was not reached");
        assertThat(out.take(ReplyMessage.Done.class)).as("that is another one").isEmpty();
        machine.giveUp(now, PRODUCER, "it was not reached");
        ReplyMessage.Done done = out.take(ReplyMessage.Done.class).getFirst();
        assertThat(done.number()).isEqualTo(1);
        assertThat(kind(done.outcome())).isEqualTo(Failure.Kind.WORKER_LOST);
        assertThat(done.outcome()).asString().contains("task=" + task(HEAD, 1) + " has run", "it was not reached");
        assertThat(out.pinned).isEmpty();
        units.clear();
        machine.unreached(units);
        assertThat(units).isEmpty();
    }

    @Test
    @DisplayName("S3.6: a tessera whose construction fails so is ended: its name and its room are free")
    void shouldEndATesseraWhoseProxyCannotBeHeldThere_S3_6() {
        machine.greeted();
        machine.monitor(MONITOR);
        out.registered = false;
        out.counter = PRODUCER;
        StreamMessage.Create create = carrying(new Carried(new Id(PRODUCER, 5), PRODUCER));
        receive(create);
        receive(new StreamMessage.Call(
                task(HEAD, 1), create.mailbox(), 1, 1, -1, 1, false, 0, 0, List.of(), Payload.EMPTY));
        finish(create.task(), Outcome.NOTHING);
        assertThat(started()).contains(task(HEAD, 1));
        links.disconnected(PRODUCER);
        machine.giveUp(now, PRODUCER, "it was not reached");
        List<ReplyMessage.Done> dones = out.take(ReplyMessage.Done.class);
        assertThat(dones).extracting(ReplyMessage.Done::number).containsExactlyInAnyOrder(0L, 1L);
        assertThat(dones).allSatisfy(done -> assertThat(kind(done.outcome())).isEqualTo(Failure.Kind.WORKER_LOST));
        assertThat(out.ended).containsExactly(create.mailbox());
        assertThat(out.interrupted).containsExactly(task(HEAD, 1));
        assertThat(machine.named()).isEmpty();
        assertThat(machine.hosted()).isEmpty();
        assertThat(out.take(ClusterMessage.Ended.class))
                .extracting(ClusterMessage.Ended::tessera)
                .containsExactly(create.mailbox());
        finish(task(HEAD, 1), SMALL);
        machine.confirmed(HEAD, new ReplyMessage.Confirm(create.mailbox(), 1));
        machine.hold(now, HEAD, new ValueMessage.Hold(create.mailbox(), false, false, 2));
        assertThat(out.pinned).isEmpty();
        assertThat(machine.open()).isZero();
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
    @DisplayName("S3.7: who needs the value of a cancelled call does not wait for its code")
    void shouldTellWhoNeedsACancelledCallAtOnce() {
        listen();
        receive(call(HEAD, 1));
        ValueMessage.Fetch fetch = new ValueMessage.Fetch(task(HEAD, 1), TESSERA, 1, true);
        machine.fetch(now, OTHER, fetch);
        assertThat(out.take(ValueMessage.Value.class)).as("it runs").isEmpty();
        cancel(task(HEAD, 1), 1, false);
        machine.fetch(now, PRODUCER, fetch);
        assertThat(out.take(ValueMessage.Value.class))
                .extracting(value -> kind(value.outcome()))
                .containsExactly(Failure.Kind.CANCELLED, Failure.Kind.CANCELLED);
        assertThat(out.take(ReplyMessage.Done.class)).as("its code goes on").noneMatch(done -> done.number() == 1);
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
    void shouldGiveBackWhatIsToBeMadeWhileTheProcessEnds() {
        out.endsByForce = true;
        listen();
        receive(call(HEAD, 1));
        cancel(task(HEAD, 1), 1, true);
        started();
        out.take(ReplyMessage.Done.class);
        for (int stream = 1; stream <= 2; stream++) {
            receive(new StreamMessage.Create(
                    task(HEAD, 50), new Id(HEAD, 51), stream, -1, "Solver", 7, 0, 1, "", List.of(), Payload.EMPTY));
            assertThat(started())
                    .as("in the same event as the word that ends it")
                    .isEmpty();
            assertThat(out.take(ReplyMessage.Done.class))
                    .as("each time it is placed here, as stream %s", stream)
                    .extracting(ReplyMessage.Done::number, done -> kind(done.outcome()))
                    .containsExactly(org.assertj.core.groups.Tuple.tuple(0L, Failure.Kind.MOVED));
        }
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
    void shouldHaveWhatAConstructorMakesBeOfTheEraOfTheConstruction() {
        Id other = new Id(HEAD, 51);
        receive(new StreamMessage.Create(
                task(HEAD, 50),
                other,
                1,
                -1,
                "Solver",
                7,
                0,
                1,
                "",
                List.of(),
                Payload.EMPTY,
                Claim.NONE,
                LifeTerms.NONE,
                4));
        assertThat(machine.oldestEra()).isEqualTo(4);
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
    @DisplayName("S3.5: a run that is on many cycles sends two probes a second, not two for each that comes back")
    void shouldFindOneOfManyCyclesWithFewProbes_S3_5() {
        listen();
        receive(call(HEAD, 1));
        Run run = run(task(HEAD, 1));
        Id inner = new Id(SELF, 5);
        out.ownTasks.put(inner, new Need(inner, OTHER, new Id(OTHER, 77), 3, false, null));
        machine.blocked(now, run, inner);
        pass(1_100);
        for (int rounds = 0; out.deadlocks.isEmpty() && rounds < 10; rounds++) {
            List<ValueMessage.Probe> probes = out.take(ValueMessage.Probe.class);
            assertThat(probes).hasSizeLessThanOrEqualTo(1);
            for (ValueMessage.Probe probe : probes) {
                ValueMessage.Probe back = backTo(run, probe);
                IntStream.range(0, 10).forEach(way -> machine.probe(byWay(back, way + 1)));
            }
        }
        assertThat(out.deadlocks).isNotEmpty();
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
        machine.elsewhere(now, OTHER, new ValueMessage.Elsewhere(task(HEAD, 50), true, false));
        assertThat(out.take(ValueMessage.Locate.class))
                .containsExactly(new ValueMessage.Locate(task(HEAD, 50), true, OTHER));
    }

    @Test
    void shouldFailACallWhoseArgumentIsTwiceNotFoundWhereItsOwnerSaysItIsKept() {
        listen();
        receive(call(HEAD, 1, need(50)));
        out.take(ReplyMessage.Done.class);
        ValueMessage.Elsewhere notHere = new ValueMessage.Elsewhere(task(HEAD, 50), true, false);
        machine.elsewhere(now, PRODUCER, notHere);
        assertThat(out.take(ValueMessage.Locate.class)).hasSize(1);
        out.take(ValueMessage.Fetch.class);
        machine.located(new ValueMessage.Located(task(HEAD, 50), true, PRODUCER, Id.pool(PRODUCER), 3));
        assertThat(out.take(ValueMessage.Fetch.class))
                .as("it may have come there since")
                .containsExactly(new ValueMessage.Fetch(task(HEAD, 50), Id.pool(PRODUCER), 3, true));
        machine.elsewhere(now, PRODUCER, notHere);
        assertThat(out.take(ValueMessage.Locate.class)).isEmpty();
        ReplyMessage.Done done = out.take(ReplyMessage.Done.class).getFirst();
        assertThat(done.outcome().toString()).contains("RESULT_LOST", "no more where its owner says it is kept");
        assertThat(started()).isEmpty();
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
    @DisplayName("S3.7: a killed tessera ends at once for all its callers, and its worker where its code goes on")
    void shouldTellAllCallersAtOnceThatItIsKilledAndEndTheWorkerOfCodeThatGoesOn() {
        listen();
        out.take(ReplyMessage.Done.class);
        receive(call(HEAD, 1));
        receive(call(HEAD, 2));
        receive(new StreamMessage.Drop(task(HEAD, 3), TESSERA, 1, 3, -1));
        receive(call(OTHER, 0));
        assertThat(started()).containsExactly(task(HEAD, 1));
        receive(kill(OTHER, 1));
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(
                        ReplyMessage.Done::task,
                        done -> done.outcome() instanceof Outcome.Failed ? kind(done.outcome()) : "done")
                .containsExactlyInAnyOrder(
                        tuple(task(HEAD, 1), Failure.Kind.STOPPED),
                        tuple(task(HEAD, 2), Failure.Kind.STOPPED),
                        tuple(task(HEAD, 3), Failure.Kind.STOPPED),
                        tuple(task(OTHER, 0), Failure.Kind.STOPPED),
                        tuple(task(OTHER, 1), "done"));
        assertThat(out.interrupted).containsExactly(task(HEAD, 1));
        assertThat(out.cancelledParents).containsExactly(task(HEAD, 1));
        assertThat(out.ended).containsExactly(TESSERA);
        pass(150);
        assertThat(out.endings).as("it may heed the interrupt").isEmpty();
        pass(100);
        pass(100);
        assertThat(out.endings).hasSize(1);
        receive(call(OTHER, 2));
        assertThat(out.take(ReplyMessage.Done.class))
                .singleElement()
                .satisfies(done -> assertThat(kind(done.outcome())).isEqualTo(Failure.Kind.STOPPED));
    }

    @Test
    void shouldKeepTheWorkerWhereTheCodeOfAKilledTesseraEnds() {
        Id other = living(1, 1);
        listen();
        out.take(ReplyMessage.Done.class);
        receive(new StreamMessage.Call(
                task(HEAD, 1),
                TESSERA,
                1,
                1,
                -1,
                1,
                false,
                0,
                0,
                List.of(Need.entry(new Id(OTHER, 7))),
                Payload.EMPTY));
        Id lease = answerLease(SMALL);
        assertThat(started()).containsExactly(task(HEAD, 1));
        receive(kill(HEAD, 2));
        assertThat(out.discharged).as("its code may still read it").isEmpty();
        Id waits = call(other, 1);
        finish(task(HEAD, 1), LARGE);
        assertThat(out.discharged).containsExactly(lease);
        assertThat(out.released).as("nobody wants it").hasSize(1);
        assertThat(started()).as("it has the permit now").containsExactly(waits);
        pass(1_000);
        assertThat(out.endings).isEmpty();
        assertThat(out.take(ReplyMessage.Done.class)).as("told once each").hasSize(2);
        machine.confirmed(HEAD, new ReplyMessage.Confirm(TESSERA, 2));
        machine.hold(now, HEAD, new ValueMessage.Hold(TESSERA, false, false, 2));
        assertThat(machine.mailbox(TESSERA)).as("it is forgotten").isNull();
    }

    @Test
    void shouldKillATesseraWhoseDropWaitsForACall() {
        receive(create(2));
        finish(task(HEAD, 0), SMALL);
        receive(call(HEAD, 1));
        receive(new StreamMessage.Drop(task(HEAD, 2), TESSERA, 1, 2, -1));
        out.take(ReplyMessage.Done.class);
        receive(kill(HEAD, 3));
        List<ReplyMessage.Done> told = out.take(ReplyMessage.Done.class);
        assertThat(told)
                .extracting(ReplyMessage.Done::task)
                .containsExactly(task(HEAD, 1), task(HEAD, 2), task(HEAD, 3));
        assertThat(told)
                .filteredOn(done -> done.outcome() instanceof Outcome.Failed)
                .extracting(ReplyMessage.Done::task)
                .as("the drop is done too")
                .containsExactly(task(HEAD, 1));
    }

    @Test
    void shouldKillATesseraThatDoesNothingWithoutItsWorker() {
        listen();
        out.take(ReplyMessage.Done.class);
        receive(kill(HEAD, 1));
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::outcome)
                .containsExactly(Outcome.NOTHING);
        pass(1_000);
        assertThat(out.endings).isEmpty();
        assertThat(out.ended).containsExactly(TESSERA);
    }

    @Test
    void shouldMakeNothingThatWasKilledBefore() {
        receive(kill(OTHER, 0));
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        receive(create(1));
        assertThat(started()).isEmpty();
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::task, done -> kind(done.outcome()))
                .containsExactlyInAnyOrder(
                        tuple(task(HEAD, 0), Failure.Kind.STOPPED), tuple(task(OTHER, 0), Failure.Kind.STOPPED));
    }

    @Test
    void shouldLetGoOfWhatAConstructorMakesThatWasKilled() {
        receive(create(1));
        assertThat(started()).containsExactly(task(HEAD, 0));
        receive(kill(HEAD, 1));
        assertThat(out.take(ReplyMessage.Done.class)).hasSize(2);
        finish(task(HEAD, 0), SMALL);
        assertThat(out.ended).as("at the kill, and when it was made").containsExactly(TESSERA, TESSERA);
        pass(1_000);
        assertThat(out.endings).isEmpty();
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
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

    /** Found by the simulation: it waited for ever. */
    @Test
    void shouldTellAHolderWhoComesAfterItsEndWhyItEnded_S2_7() {
        listen();
        machine.confirmed(HEAD, new ReplyMessage.Confirm(TESSERA, 0));
        machine.hold(now, HEAD, new ValueMessage.Hold(TESSERA, false, false, 2));
        assertThat(machine.open()).isZero();
        machine.hold(now, OTHER, new ValueMessage.Hold(TESSERA, true, false, 4));
        receive(call(OTHER, 0));
        assertThat(outcomeOf(task(OTHER, 0)).what()).isEqualTo("tessera=" + TESSERA + " was held by nobody");
    }

    /** Found by the simulation: the word that it is let go of was slower than the large call of the next stream. */
    @Test
    void shouldKeepACallThatOvertookTheEndOfTheStreamBefore_S3_1() {
        listen();
        receive(anew(1));
        machine.hold(now, OTHER, new ValueMessage.Hold(TESSERA, false, false, 5));
        machine.hold(now, OTHER, new ValueMessage.Hold(TESSERA, true, false, 7));
        receive(anew(0));
        finish(task(OTHER, 0), SMALL);
        finish(task(OTHER, 1), SMALL);
        assertThat(out.take(ReplyMessage.Done.class))
                .extracting(ReplyMessage.Done::task)
                .endsWith(task(OTHER, 0), task(OTHER, 1));
    }

    @Test
    void shouldFailCallsOfATesseraThatDoesNotComeWithinTheTimeThatItsCreatorWaits_R10() {
        machine.tick(now);
        machine.hold(now, OTHER, new ValueMessage.Hold(TESSERA, true, false, 1));
        receive(call(OTHER, 0));
        now += 30 * SECOND - 1;
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        now++;
        machine.tick(now);
        assertThat(outcomeOf(task(OTHER, 0)).what()).contains("tessera=" + TESSERA + " never came to unit 1");
    }

    /** Its construction may wait for an argument for longer than callers wait who have found its name. */
    @Test
    void shouldMakeATesseraThatComesAfterItsCallersGaveUp_S2_7() {
        machine.tick(now);
        machine.hold(now, OTHER, new ValueMessage.Hold(TESSERA, true, false, 1));
        receive(call(OTHER, 0));
        now += 30 * SECOND;
        machine.tick(now);
        assertThat(outcomeOf(task(OTHER, 0)).what()).contains("never came");
        listen();
        receive(call(OTHER, 1));
        assertThat(started()).containsExactly(task(OTHER, 1));
    }

    /** It may come at any time, so whoever has found it anew waits anew. */
    @Test
    void shouldFailAtOnceFurtherCallsOfWhoHasWaitedForWhatNeverCame_S3_6() {
        machine.tick(now);
        machine.hold(now, OTHER, new ValueMessage.Hold(TESSERA, true, false, 1));
        receive(call(OTHER, 0));
        now += 30 * SECOND;
        machine.tick(now);
        assertThat(outcomeOf(task(OTHER, 0)).what()).contains("never came");
        receive(call(OTHER, 1));
        assertThat(outcomeOf(task(OTHER, 1)).what()).contains("never came");
        machine.confirmed(OTHER, new ReplyMessage.Confirm(TESSERA, 1));
        machine.hold(now, OTHER, new ValueMessage.Hold(TESSERA, false, false, 2));
        assertThat(machine.open()).as("forgotten").isZero();
        receive(call(HEAD, 0));
        now += 30 * SECOND - 1;
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Done.class)).isEmpty();
        now++;
        machine.tick(now);
        assertThat(outcomeOf(task(HEAD, 0)).what()).contains("never came");
    }

    @Test
    void shouldMakeATesseraThatComesAfterItsCallersGaveUpAndLetGo_S2_7() {
        machine.tick(now);
        receive(call(OTHER, 0));
        now += 30 * SECOND;
        machine.tick(now);
        machine.confirmed(OTHER, new ReplyMessage.Confirm(TESSERA, 0));
        assertThat(machine.open()).as("forgotten").isZero();
        listen();
        receive(call(HEAD, 1));
        assertThat(started()).containsExactly(task(HEAD, 1));
    }

    @Test
    void shouldTellTheMonitorOfANamedTesseraThatHasCome_S2_7() {
        machine.greeted();
        machine.monitor(MONITOR);
        receive(named(0));
        assertThat(out.take(ClusterMessage.Hosting.class))
                .extracting(hosting -> hosting.named().name())
                .containsExactly("n0");
        machine.greeted();
        receive(named(1));
        assertThat(out.take(ClusterMessage.Hosting.class))
                .as("it does not listen")
                .isEmpty();
        machine.monitor(MONITOR);
        receive(named(2));
        assertThat(out.take(ClusterMessage.Hosting.class))
                .extracting(hosting -> hosting.named().name())
                .containsExactly("n1", "n2");
    }

    @Test
    void shouldTellAMonitorOnEachNewLinkOfWhatClaimedRoomAndHasEnded_S5_3() {
        machine.greeted();
        machine.monitor(MONITOR);
        receive(claiming(0));
        finish(claiming(0).task(), new Outcome.Failed(Failure.of(Failure.Kind.THROWN, "no")));
        assertThat(out.take(ClusterMessage.Ended.class)).hasSize(1);
        machine.greeted();
        receive(claiming(1));
        finish(claiming(1).task(), new Outcome.Failed(Failure.of(Failure.Kind.THROWN, "no")));
        assertThat(out.take(ClusterMessage.Ended.class)).as("nobody listens").isEmpty();
        machine.greeted(); // the link was lost with what was to be said on it
        machine.monitor(MONITOR);
        assertThat(out.take(ClusterMessage.Ended.class))
                .extracting(ClusterMessage.Ended::tessera)
                .containsExactly(claiming(0).mailbox(), claiming(1).mailbox());
    }

    @Test
    void shouldEndATesseraWhoseNameIsAnothersByNow_S2_7() {
        StreamMessage.Create create = named(0);
        receive(create);
        started();
        Failure taken = Failure.of(Failure.Kind.NAME, "name=n0 is taken by tessera=1-1 of class=Solver");
        machine.refused(now, new ClusterMessage.Refused(create.mailbox(), true, taken));
        assertThat(outcomeOf(create.task())).isEqualTo(taken);
        assertThat(out.ended).containsExactly(create.mailbox());
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

    /** A tessera of its own for each; the task that makes it has the number after. */
    private Id living(int index, int concurrency) {
        Id tessera = new Id(HEAD, 10_000 + index);
        Id making = task(HEAD, 10_000 + index);
        receive(new StreamMessage.Create(
                making, tessera, 1, -1, "Solver", 7, 0, concurrency, "", List.of(), Payload.EMPTY));
        finish(making, SMALL);
        started();
        return tessera;
    }

    private Id call(Id tessera, long number) {
        Id task = task(HEAD, 20_000 + 100 * tessera.number() + number);
        receive(new StreamMessage.Call(task, tessera, 1, number, -1, 1, false, 0, 0, List.of(), Payload.EMPTY));
        return task;
    }

    private void pass(long millis) {
        now += millis * SECOND / 1_000;
        machine.tick(now);
    }

    @Test
    @DisplayName("S2.4: a tessera waits 100 ms behind another's long call, and no longer")
    void shouldGiveAnExtraPermitToWhoWaits() {
        Id busy = living(1, 1);
        Id idle = living(2, 1);
        Id endless = call(busy, 1);
        Id waiting = call(idle, 1);
        assertThat(started()).containsExactly(endless);
        pass(0);
        pass(99);
        assertThat(started()).isEmpty();
        pass(1);
        assertThat(started()).containsExactly(waiting);
        finish(waiting, SMALL);
        Id next = call(idle, 2);
        assertThat(started()).as("at once while the other one still runs").containsExactly(next);
        finish(next, SMALL);
        finish(endless, SMALL);
        Id again = call(busy, 2);
        Id behind = call(idle, 3);
        assertThat(started())
                .as("with the long call its extra permit has ended")
                .containsExactly(again);
        finish(again, SMALL);
        assertThat(started()).containsExactly(behind);
    }

    @Test
    void shouldGiveNoExtraPermitWherePermitsGoRound() {
        List<Id> tesserae = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            tesserae.add(living(i, 1));
        }
        List<Id> calls = tesserae.stream().map(tessera -> call(tessera, 1)).toList();
        for (Id each : calls) {
            assertThat(started()).containsExactly(each);
            pass(90);
            assertThat(out.started).isEmpty();
            finish(each, SMALL);
        }
    }

    @Test
    void shouldGiveNoExtraPermitToStatelessTasks() {
        call(living(1, 1), 1);
        started();
        receive(stateless(task(HEAD, 1), 0));
        for (int i = 0; i < 20; i++) {
            pass(100);
        }
        assertThat(started()).isEmpty();
        Id other = call(living2(2, 1), 1);
        for (int i = 0; i < 4; i++) {
            pass(50);
        }
        assertThat(started()).as("a tessera behind them gets one").contains(other);
    }

    /** One that is made while no permit is free. */
    private Id living2(int index, int concurrency) {
        Id tessera = new Id(HEAD, 10_000 + index);
        Id making = task(HEAD, 10_000 + index);
        receive(new StreamMessage.Create(
                making, tessera, 1, -1, "Solver", 7, 0, concurrency, "", List.of(), Payload.EMPTY));
        for (int i = 0; i < 4; i++) {
            pass(50); // where no permit is free
        }
        assertThat(started()).containsExactly(making);
        finish(making, SMALL);
        return tessera;
    }

    @Test
    void shouldBoundExtraPermits() {
        List<Id> tesserae = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            tesserae.add(living(i, 1));
        }
        tesserae.forEach(tessera -> call(tessera, 1)); // none of which ends
        int all = 0;
        for (int i = 0; i < 300; i++) {
            pass(50);
            int more = started().size();
            assertThat(more).as("at a tick").isLessThanOrEqualTo(i == 0 ? 2 : 1);
            all += more;
        }
        assertThat(all).isEqualTo(1 + MailboxSettings.DEFAULT.mostExtra());
    }

    @Test
    void shouldLetARunGoOnThatWaitedForAPermitBehindALongCall_S3_5() {
        Id one = living(1, 1);
        Id two = living(2, 1);
        Id asking = call(one, 1);
        Run run = run(asking);
        machine.blocked(now, run, new Id(SELF, 9));
        call(two, 1);
        assertThat(started()).hasSize(1);
        machine.unblocked(now, run);
        pass(0);
        assertThat(out.resumed).isEmpty();
        pass(100);
        assertThat(out.resumed).containsExactly(run);
    }

    @Test
    @DisplayName("S2.4: as many calls run at once as the class says, whatever the permits")
    void shouldRunAsManyAsTheClassSays() {
        Id relaxed = living(1, 50);
        List<Id> calls = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            calls.add(call(relaxed, i));
        }
        assertThat(started()).containsExactlyElementsOf(calls.subList(0, 50));
        Id other = call(living2(2, 1), 1);
        assertThat(started()).as("the permit is for others").containsExactly(other);
        finish(calls.getFirst(), SMALL);
        assertThat(started()).containsExactly(calls.get(50));
    }

    @Test
    void shouldBoundWhatNeedsNoPermit() {
        int most = MailboxSettings.DEFAULT.mostOwn();
        Id one = living(1, 1_000);
        Id two = living(2, 1_000);
        for (int i = 1; i <= 200; i++) {
            var _ = call(one, i);
        }
        for (int i = 1; i <= 200; i++) {
            var _ = call(two, i);
        }
        List<Id> running = started();
        assertThat(running).hasSize(most);
        Run first = run(running.getFirst());
        machine.blocked(now, first, new Id(SELF, 9));
        assertThat(started()).as("in the place of one that waits").hasSize(1);
        machine.unblocked(now, first);
        assertThat(out.resumed).as("which goes on at once").containsExactly(first);
        finish(running.get(1), SMALL);
        assertThat(started()).as("while there are too many").isEmpty();
        finish(running.get(2), SMALL);
        assertThat(started()).hasSize(1);
    }

    @Test
    @DisplayName("S3.5: calls that wait for calls, 200 deep, are looked at with a few probes each")
    void shouldProbeADeepChainWithFewProbes_S3_5() {
        int deep = 200;
        List<Id> tesserae = new ArrayList<>();
        for (int i = 0; i < deep; i++) {
            tesserae.add(living(i, 1));
        }
        out.sent.clear();
        Id task = call(tesserae.getFirst(), 1);
        for (int i = 1; i < deep; i++) {
            Id made = new Id(SELF, i);
            Id next = tesserae.get(i);
            out.ownTasks.put(made, new Need(made, SELF, next, 0, false, null));
            machine.blocked(now, run(task), made);
            machine.received(
                    now, SELF, new StreamMessage.Call(made, next, 1, 0, -1, 1, false, 0, 0, List.of(), Payload.EMPTY));
            task = made;
        }
        assertThat(started()).containsExactly(task);
        int probes = 0;
        pass(1_100);
        for (List<ValueMessage.Probe> some = out.take(ValueMessage.Probe.class);
                !some.isEmpty();
                some = out.take(ValueMessage.Probe.class)) {
            probes += some.size();
            some.forEach(machine::probe);
        }
        assertThat(probes).isBetween(deep - 1, 3 * deep);
        assertThat(out.deadlocks).isEmpty();
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

    /** A call of the other unit's stream=7. */
    private static StreamMessage anew(long number) {
        return new StreamMessage.Call(
                task(OTHER, number), TESSERA, 7, number, -1, 1, false, 0, 0, List.of(), Payload.EMPTY);
    }

    private static StreamMessage.Create claiming(int number) {
        return new StreamMessage.Create(
                task(HEAD, number),
                new Id(HEAD, 400 + number),
                1,
                -1,
                "Solver",
                7,
                0,
                1,
                "",
                List.of(),
                Payload.EMPTY,
                Claim.of(Resources.ofCpus(1)),
                LifeTerms.NONE,
                0);
    }

    /** With a name, and with room of its own. */
    private static StreamMessage.Create carrying(Carried carried) {
        return new StreamMessage.Create(
                task(HEAD, 0),
                new Id(HEAD, 500),
                1,
                -1,
                "Solver",
                7,
                0,
                1,
                "solver",
                List.of(),
                new Payload(new byte[1], List.of(), List.of(carried)),
                Claim.of(Resources.ofCpus(1)),
                LifeTerms.NONE,
                0);
    }

    private static StreamMessage.Create named(int number) {
        return new StreamMessage.Create(
                task(HEAD, number),
                new Id(HEAD, 300 + number),
                1,
                -1,
                "Solver",
                7,
                0,
                1,
                "n" + number,
                List.of(),
                Payload.EMPTY);
    }

    private Failure outcomeOf(Id task) {
        return out.take(ReplyMessage.Done.class).stream()
                .filter(done -> done.task().equals(task))
                .map(done -> ((Outcome.Failed) done.outcome()).failure())
                .findFirst()
                .orElseThrow();
    }

    private static StreamMessage call(long caller, long number, Need... needs) {
        return new StreamMessage.Call(
                task(caller, number), TESSERA, 1, number, -1, 1, false, 0, 0, List.of(needs), Payload.EMPTY);
    }

    private static StreamMessage call(long number, Id task) {
        return new StreamMessage.Call(task, TESSERA, 1, number, -1, 1, false, 0, 0, List.of(), Payload.EMPTY);
    }

    private static StreamMessage kill(long caller, long number) {
        return new StreamMessage.Drop(task(caller, number), TESSERA, 1, number, -1, true);
    }

    private static StreamMessage stateless(Id task, long number) {
        return new StreamMessage.Call(task, Id.pool(SELF), 0, number, -1, 0, false, 0, 0, List.of(), Payload.EMPTY);
    }

    private static Need need(long number) {
        return new Need(task(HEAD, number), PRODUCER, new Id(HEAD, 200), 0, true, null);
    }

    private static ValueMessage.Probe byWay(ValueMessage.Probe probe, long way) {
        return new ValueMessage.Probe(
                probe.initiator(),
                probe.ticket(),
                probe.round(),
                probe.highest(),
                way,
                probe.task(),
                probe.mailbox(),
                probe.number(),
                probe.path());
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
