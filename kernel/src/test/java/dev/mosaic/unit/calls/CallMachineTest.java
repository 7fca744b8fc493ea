package dev.mosaic.unit.calls;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.kernel.KernelSettings;
import dev.mosaic.unit.links.Links;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The caller's side, event by event. */
class CallMachineTest {
    private static final long SELF = 1;
    private static final long MONITOR = 2;
    private static final long A = 11;
    private static final long B = 12;
    private static final Outcome SMALL = new Outcome.Returned(Payload.of(new byte[8]));
    private static final Outcome LARGE = new Outcome.Held(5_000);

    private final Recorder out = new Recorder();
    private final Links links = new Links(SELF, out);
    private final CallMachine machine = new CallMachine(links, CallSettings.DEFAULT, out, () -> Integer.MAX_VALUE);
    private long now = 1_000;

    @BeforeEach
    void linkAll() {
        for (long unit : new long[] {MONITOR, A, B}) {
            links.connected(unit);
        }
        machine.monitor(now, MONITOR);
    }

    @Test
    void shouldSendCreationAndCallsInOrderOnceThereIsAPlace() {
        Id tessera = create();
        Id first = call(tessera);
        Id second = call(tessera);
        assertThat(out.take(StreamMessage.class)).isEmpty();
        place(tessera, A);
        assertThat(out.take(StreamMessage.class))
                .extracting(StreamMessage::number, StreamMessage::task)
                .containsExactly(tuple(0, id(2)), tuple(1, first), tuple(2, second));
    }

    @Test
    void shouldSendAgainWhatHasNoOutcomeWhenThereIsANewLink() {
        Id tessera = placed(A);
        Id first = call(tessera);
        Id second = call(tessera);
        out.take(StreamMessage.class);
        done(A, id(2), tessera, 0, SMALL);
        done(A, first, tessera, 1, SMALL);
        relink(A);
        assertThat(out.take(StreamMessage.class))
                .extracting(StreamMessage::task)
                .containsExactly(second);
        assertThat(out.take(ReplyMessage.Confirm.class)).containsExactly(new ReplyMessage.Confirm(tessera, 1));
    }

    @Test
    void shouldIgnoreAnOutcomeThatIsSaidTwice() {
        Id tessera = placed(A);
        Id task = call(tessera);
        out.takeSaid();
        done(A, task, tessera, 1, SMALL);
        done(A, task, tessera, 1, SMALL);
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " returned");
    }

    @Test
    void shouldNotSendACallBeforeItsNeedHasAPlace() {
        Id waits = create();
        Id needed = call(waits);
        Id other = placed(B);
        Id behind = call(other, needed);
        Id after = call(other);
        out.take(StreamMessage.class);
        place(waits, A);
        List<StreamMessage> sent = out.take(StreamMessage.class);
        assertThat(sent).extracting(StreamMessage::task).endsWith(behind, after);
        Need need = sent.get(2).needs().getFirst();
        assertThat(need).isEqualTo(new Need(needed, A, waits, 1, true, null));
    }

    @Test
    void shouldWriteASmallValueItHasIntoTheCall() {
        Id tessera = placed(A);
        Id needed = call(tessera);
        done(A, needed, tessera, 1, SMALL);
        out.take(StreamMessage.class);
        call(tessera, needed);
        assertThat(out.take(StreamMessage.class).getFirst().needs().getFirst().known())
                .isEqualTo(SMALL);
    }

    @Test
    void shouldFailACallWhoseNeedHasFailedWithTheChainOfCauses() {
        Id tessera = placed(A);
        Id needed = call(tessera);
        done(A, needed, tessera, 1, Outcome.failed(Failure.Kind.THROWN, "no"));
        out.take(StreamMessage.class);
        Id behind = call(tessera, needed);
        assertThat(out.take(StreamMessage.class)).isEmpty();
        assertThat(machine.task(behind).outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.ARGUMENT);
            assertThat(failed.failure().cause().kind()).isEqualTo(Failure.Kind.THROWN);
        });
    }

    @Test
    void shouldFailAllCallsWhenTheConstructorThrows() {
        Id tessera = placed(A);
        Id sent = call(tessera);
        out.takeSaid();
        Outcome thrown = Outcome.failed(Failure.Kind.CONSTRUCTOR, "no");
        done(A, id(2), tessera, 0, thrown);
        done(A, sent, tessera, 1, thrown);
        call(tessera);
        assertThat(out.takeSaid())
                .containsExactly("completed 2 CONSTRUCTOR", "completed 3 CONSTRUCTOR", "completed 4 CONSTRUCTOR");
    }

    @Test
    void shouldFailCallsAtOnceWhenTheirWorkerIsLost() {
        Id tessera = placed(A);
        Id task = call(tessera);
        out.takeSaid();
        lose(A);
        call(tessera);
        assertThat(out.takeSaid())
                .containsExactly(
                        "completed 2 WORKER_LOST",
                        "completed " + task.number() + " WORKER_LOST",
                        "completed 4 WORKER_LOST");
    }

    @Test
    void shouldAskForAnotherPlaceWhereNothingWasSentYet() {
        Id slow = create();
        Id needed = call(slow);
        Id tessera = machine.nextId();
        machine.create(now, machine.nextId(), tessera, birth(List.of(new Dependency(needed, true))));
        place(tessera, A);
        out.take(ClusterMessage.Place.class);
        lose(A);
        assertThat(out.take(ClusterMessage.Place.class))
                .extracting(ClusterMessage.Place::tessera)
                .containsExactly(tessera);
    }

    @Test
    void shouldMakeElsewhereWhatAWorkerThatEndsGivesBack() {
        Id tessera = create();
        Id first = call(tessera);
        place(tessera, A);
        Id second = call(tessera);
        out.take(StreamMessage.class);
        out.take(ClusterMessage.Place.class);
        out.takeSaid();
        done(A, id(2), tessera, 0, Outcome.failed(Failure.Kind.MOVED, "it ends"));
        assertThat(out.take(ClusterMessage.Place.class)).hasSize(1);
        links.lost(A);
        machine.lost(now, A, "it ends");
        assertThat(out.takeSaid()).as("nothing is lost with the worker").isEmpty();
        place(tessera, B);
        assertThat(out.take(StreamMessage.class))
                .extracting(StreamMessage::number, StreamMessage::task)
                .containsExactly(tuple(0, id(2)), tuple(1, first), tuple(2, second));
        done(B, id(2), tessera, 0, SMALL);
        done(B, first, tessera, 1, SMALL);
        assertThat(machine.task(first).outcome()).isEqualTo(SMALL);
    }

    @Test
    void shouldCountTasksThatWaitForAWorkerAndTellTheTimeOfTheOldest_S5_3() {
        submit(0);
        now += 3_000_000_000L;
        submit(0);
        submit(0);
        assertThat(machine.backlog(now)).isEqualTo(new TaskBacklog(3, 3_000_000_000L));
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        assertThat(machine.backlog(now).waitedNanos()).as("the oldest was sent").isZero();
    }

    @Test
    void shouldTellWhatTasksWaitForThatHaveNoWorker() {
        assertThat(machine.waitsFor()).isEmpty();
        submit(3);
        assertThat(machine.waitsFor()).isEqualTo("no worker is there");
        machine.leased(now, new ClusterMessage.Leased(List.of(), 2));
        assertThat(machine.waitsFor()).isEqualTo("workers are being started, coming=2");
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        assertThat(machine.waitsFor()).isEmpty();
    }

    @Test
    void shouldTellWhatTheMonitorSaysOfATesseraWithoutAPlace() {
        Id tessera = create();
        assertThat(machine.waitsFor()).isEmpty();
        machine.refused(now, refusal(tessera));
        assertThat(machine.waitsFor()).isEqualTo("needs 1 gpu");
        place(tessera, A);
        assertThat(machine.waitsFor()).isEmpty();
    }

    @Test
    void shouldTellWhatTheMonitorSaysOfATaskWithoutASeat() {
        claiming();
        assertThat(machine.waitsFor()).isEmpty();
        Id seat = out.take(ClusterMessage.Place.class).getFirst().tessera();
        machine.refused(now, refusal(seat));
        assertThat(machine.waitsFor()).isEqualTo("needs 1 gpu");
        place(seat, A);
        assertThat(machine.waitsFor()).isEmpty();
    }

    private static ClusterMessage.Refused refusal(Id tessera) {
        return new ClusterMessage.Refused(tessera, false, Failure.of(Failure.Kind.WORKER_LOST, "needs 1 gpu"));
    }

    @Test
    void shouldRunAStatelessTaskElsewhereWhenItsWorkerIsLost() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        Id task = submit(3);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::mailbox)
                .containsExactly(Id.pool(A));
        lose(A);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::mailbox, StreamMessage.Call::task, StreamMessage.Call::attempt)
                .containsExactly(tuple(Id.pool(B), task, 1));
    }

    @Test
    void shouldGiveUpAStatelessTaskAfterItsRetries() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        Id task = submit(0);
        lose(A);
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " WORKER_LOST");
    }

    @Test
    void shouldSendStatelessTasksToTheLeastLoaded() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        for (int i = 0; i < 4; i++) {
            submit(0);
        }
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::mailbox)
                .containsExactly(Id.pool(A), Id.pool(B), Id.pool(A), Id.pool(B));
    }

    @Test
    @DisplayName("a short task does not wait behind a long one while another worker has nothing to do")
    void shouldAskBackWhatWaitsBehindALongTask() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        Id first = submit(0);
        Id second = submit(0);
        assertThat(out.take(StreamMessage.Call.class)).hasSize(2);
        machine.started(A, new ReplyMessage.Started(first, Id.pool(A), 0));
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Cancel.class))
                .as("it may still be soon")
                .isEmpty();
        now += 200_000_000L;
        machine.tick(now);
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Cancel.class))
                .containsExactly(new ReplyMessage.Cancel(second, Id.pool(A), 1, false, true));
        done(A, second, Id.pool(A), 1, Outcome.cancelled(second));
        assertThat(machine.task(second).outcome()).isNull();
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::mailbox, StreamMessage.Call::task, StreamMessage.Call::attempt)
                .containsExactly(tuple(Id.pool(B), second, 0));
        done(B, second, Id.pool(B), 0, SMALL);
        assertThat(machine.task(second).outcome()).isEqualTo(SMALL);
    }

    @Test
    @DisplayName("a short task behind a long one in the only worker on lease asks for another worker")
    void shouldAskForAWorkerForWhatWaitsBehindALongTask() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        Id first = submit(0);
        submit(0);
        machine.started(A, new ReplyMessage.Started(first, Id.pool(A), 0));
        machine.tick(now);
        assertThat(out.take(ClusterMessage.Lease.class))
                .as("it may still be soon")
                .isEmpty();
        now += 200_000_000L;
        machine.tick(now);
        machine.tick(now);
        assertThat(out.take(ClusterMessage.Lease.class)).containsExactly(new ClusterMessage.Lease(2));
    }

    @Test
    void shouldKeepTheOutcomeOfWhatRanBeforeItWasAskedBack() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        submit(0);
        Id second = submit(0);
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        now += 200_000_000L;
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Cancel.class)).hasSize(1);
        done(A, second, Id.pool(A), 1, SMALL);
        assertThat(machine.task(second).outcome()).isEqualTo(SMALL);
    }

    @Test
    void shouldCancelWhatWasAskedBack() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        submit(0);
        Id second = submit(0);
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        now += 200_000_000L;
        machine.tick(now);
        machine.cancel(now, second, false);
        done(A, second, Id.pool(A), 1, Outcome.cancelled(second));
        assertThat(machine.task(second).outcome()).isEqualTo(Outcome.cancelled(second));
    }

    @Test
    @DisplayName("S3.5: what an unsent call waits for can be followed: the first of its stream, and what that needs")
    void shouldSayWhatIsInTheWayOfACallThatIsNotSent() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        Id tessera = placed(B);
        Id needed = machine.nextId();
        machine.submit(now, needed, new Order(0, false, 0, 3, List.of(), Payload.EMPTY, null, failure -> true, false));
        call(tessera, needed);
        Id second = call(tessera);
        assertThat(machine.whereIs(second))
                .as("it waits behind one whose argument may be of an attempt")
                .isNull();
        assertThat(machine.inTheWayOf(second))
                .extracting(Need::task, Need::producer)
                .containsExactly(tuple(needed, A));
        done(A, needed, Id.pool(A), 0, SMALL);
        assertThat(machine.inTheWayOf(second))
                .extracting(Need::task, Need::producer)
                .containsExactly(tuple(second, B));
    }

    @Test
    void shouldSendMoreWhenNothingEndsForAWhile() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        for (int i = 0; i < 10; i++) {
            submit(0);
        }
        assertThat(out.take(StreamMessage.Call.class)).hasSize(2);
        now += 100_000_000L;
        machine.tick(now);
        assertThat(out.take(StreamMessage.Call.class)).hasSize(2);
    }

    @Test
    @DisplayName("tasks that wait for tasks: 200 of them are sent after a few waits, not after a few waits each")
    void shouldSendTasksThatWaitForTasksOfTheirOwn() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        int ticks = 0;
        Id last = submit(0);
        for (int depth = 1; depth < 200; depth++) {
            Id next = submit(0); // by the code of the one before, which waits for it
            while (out.take(StreamMessage.Call.class).stream()
                    .noneMatch(call -> call.task().equals(next))) {
                now += 20_000_000L;
                machine.tick(now);
                ticks++;
                assertThat(ticks).as("until depth=%s", depth).isLessThan(50);
            }
            last = next;
        }
        assertThat(machine.task(last)).isNotNull();
        List<Id> more = List.of(submit(0), submit(0));
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task)
                .as("while they wait, what comes is sent at once")
                .containsExactlyElementsOf(more);
    }

    @Test
    void shouldSendFewAgainOnceTheDeepOnesHaveEnded() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        List<Id> tasks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tasks.add(submit(0));
            now += 100_000_000L;
            machine.tick(now);
        }
        assertThat(out.take(StreamMessage.Call.class)).hasSize(20);
        for (int i = 0; i < 20; i++) {
            now += 3_000_000L;
            done(A, tasks.get(i), Id.pool(A), i, SMALL);
        }
        for (int i = 0; i < 10; i++) {
            submit(0);
        }
        assertThat(out.take(StreamMessage.Call.class)).hasSize(2);
    }

    @Test
    void shouldGiveLeasesBackWhenIdle() {
        Id task = submit(0);
        assertThat(out.take(ClusterMessage.Lease.class)).containsExactly(new ClusterMessage.Lease(1));
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        done(A, task, Id.pool(A), 0, SMALL);
        now += 3_000_000_000L;
        machine.tick(now);
        assertThat(out.take(ClusterMessage.Lease.class)).containsExactly(new ClusterMessage.Lease(0));
    }

    @Test
    void shouldFetchALargeValueAndReleaseItWhenForgotten() {
        Id tessera = placed(A);
        Id task = call(tessera);
        done(A, task, tessera, 1, LARGE);
        out.takeSaid();
        machine.want(now, task);
        assertThat(out.take(ValueMessage.Fetch.class)).containsExactly(new ValueMessage.Fetch(task, tessera, 1, true));
        machine.value(now, A, new ValueMessage.Value(task, true, SMALL));
        assertThat(out.takeSaid()).containsExactly("value " + task.number() + " returned");
        machine.forget(now, task);
        machine.tick(now);
        ValueMessage.Release release = out.take(ValueMessage.Release.class).getFirst();
        assertThat(release.tasks()).containsExactly(task);
        relink(A);
        assertThat(out.take(ValueMessage.Release.class)).containsExactly(release);
        machine.released(A, new ValueMessage.Released(release.batch()));
        relink(A);
        assertThat(out.take(ValueMessage.Release.class)).isEmpty();
    }

    @Test
    @DisplayName("S3.3: a stateless task whose value is lost runs again when somebody wants it")
    void shouldRunAStatelessTaskAgainWhoseValueIsLost() {
        Id task = submit(1);
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        done(A, task, Id.pool(A), 0, LARGE);
        out.take(StreamMessage.class);
        out.takeSaid();
        lose(A);
        assertThat(out.take(StreamMessage.Call.class)).as("nobody wants it").isEmpty();
        machine.want(now, task);
        machine.want(now, task);
        StreamMessage.Call again = out.take(StreamMessage.Call.class).getFirst();
        assertThat(again.mailbox()).isEqualTo(Id.pool(B));
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(out.takeSaid()).as("it is not over twice").isEmpty();
        done(B, task, Id.pool(B), 0, LARGE);
        assertThat(out.take(ValueMessage.Fetch.class))
                .containsExactly(new ValueMessage.Fetch(task, Id.pool(B), 0, true));
        machine.value(now, B, new ValueMessage.Value(task, true, SMALL));
        assertThat(out.takeSaid()).containsExactly("value " + task.number() + " returned");
        assertThat(machine.creditUsed()).isZero();
        lose(B);
        machine.want(now, task);
        assertThat(out.takeSaid()).as("it had its attempts").contains("value " + task.number() + " RESULT_LOST");
    }

    @Test
    @DisplayName("S3.3: what a task needs runs again first, where its value is lost too")
    void shouldRunAChainAgain() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        Id first = submit(3);
        done(A, first, Id.pool(A), 0, LARGE);
        Id second = submitAfter(first);
        done(A, second, Id.pool(A), 1, LARGE);
        out.take(StreamMessage.class);
        lose(A);
        machine.leased(now, new ClusterMessage.Leased(List.of(B)));
        machine.locate(B, new ValueMessage.Locate(second, true, A));
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task)
                .containsExactly(first, second);
        done(B, first, Id.pool(B), 0, LARGE);
        done(B, second, Id.pool(B), 1, Outcome.failed(Failure.Kind.THROWN, "no"));
        assertThat(out.take(ValueMessage.Located.class))
                .containsExactly(new ValueMessage.Located(second, true, B, Id.pool(B), 1));
        out.takeSaid();
        machine.want(now, second);
        assertThat(out.takeSaid()).containsExactly("value " + second.number() + " RESULT_LOST");
    }

    @Test
    @DisplayName("S3.3: it does not run again where what it needs is gone, or where it may not")
    void shouldNotRunAgainWhatHasNoArgumentsAnyMore() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        Id first = submit(3);
        done(A, first, Id.pool(A), 0, LARGE);
        Id second = submitAfter(first);
        done(A, second, Id.pool(A), 1, LARGE);
        Id third = submit(0);
        done(A, third, Id.pool(A), 2, LARGE);
        machine.forget(now, first);
        lose(A);
        machine.want(now, second);
        machine.want(now, third);
        assertThat(out.takeSaid())
                .contains("value " + second.number() + " RESULT_LOST", "value " + third.number() + " RESULT_LOST");
        machine.forget(now, second);
        machine.forget(now, third);
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldSayThatAResultIsLostWithItsHolder() {
        Id tessera = placed(A);
        Id task = call(tessera);
        done(A, task, tessera, 1, LARGE);
        machine.want(now, task);
        out.takeSaid();
        lose(A);
        assertThat(out.takeSaid()).contains("value " + task.number() + " RESULT_LOST");
    }

    @Test
    void shouldTellAConsumerWhereATaskIsNow() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        Id task = submit(3);
        machine.locate(B, new ValueMessage.Locate(task, true, A));
        assertThat(out.take(ValueMessage.class)).as("it waits for the verdict").isEmpty();
        lose(A);
        assertThat(out.take(ValueMessage.class))
                .containsExactly(new ValueMessage.Located(task, true, B, Id.pool(B), 0));
    }

    @Test
    void shouldAnswerAConsumerWithTheValueItHas() {
        Id tessera = placed(A);
        Id task = call(tessera);
        done(A, task, tessera, 1, SMALL);
        machine.locate(B, new ValueMessage.Locate(task, true, A));
        assertThat(out.take(ValueMessage.class)).containsExactly(new ValueMessage.Value(task, true, SMALL));
    }

    @Test
    void shouldEndATaskByItsTimeout() {
        Id tessera = create();
        Id task = machine.nextId();
        machine.call(now, task, tessera, new Order(1, false, 1_000, 0, List.of(), Payload.EMPTY));
        now += 1_001;
        machine.tick(now);
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " TIMED_OUT");
    }

    @Test
    void shouldCancelWhatRunsWhenItsTimeIsOver() {
        Id tessera = placed(A);
        Id task = timed(tessera, 1_000);
        out.takeSaid();
        now += 1_001;
        machine.tick(now);
        assertThat(out.takeSaid()).contains("completed " + task.number() + " TIMED_OUT");
        assertThat(out.take(ReplyMessage.Cancel.class))
                .containsExactly(new ReplyMessage.Cancel(task, tessera, 1, false));
    }

    @Test
    void shouldForgetTheDeadlineOfWhatIsDone() {
        Id tessera = placed(A);
        long before = machine.creditUsed();
        List<Id> tasks = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            tasks.add(timed(tessera, (1 + i * 7919L % 1_000) * 1_000_000L));
        }
        assertThat(machine.deadlines()).isEqualTo(1_000);
        for (int i = 0; i < 1_000; i += 2) {
            done(A, tasks.get(i), tessera, 1 + i, SMALL);
        }
        assertThat(machine.deadlines()).isEqualTo(500);
        out.takeSaid();
        now += 500 * 1_000_000L;
        machine.tick(now);
        assertThat(out.takeSaid())
                .as("the late ones of those that are open")
                .hasSize(250)
                .allMatch(said -> said.endsWith("TIMED_OUT"));
        for (int i = 1; i < 1_000; i += 2) {
            done(A, tasks.get(i), tessera, 1 + i, SMALL);
        }
        assertThat(machine.deadlines()).isZero();
        assertThat(tasks.stream().map(machine.book::get))
                .as("no arguments are kept, though the program can still reach the tasks")
                .allMatch(entry -> entry != null
                        && entry.arguments.equals(Payload.EMPTY)
                        && entry.order.arguments().equals(Payload.EMPTY));
        assertThat(machine.creditUsed()).as("each has given back what it took").isEqualTo(before);
    }

    @Test
    void shouldFailWhatWasNotSentAtOnceAndSayBehindTheRestThatItIsKilled_S3_7() {
        Id elsewhere = create();
        Id needed = call(elsewhere);
        Id tessera = placed(A);
        Id running = call(tessera);
        Id waits = call(tessera, needed);
        Id behind = call(tessera);
        out.take(StreamMessage.class);
        out.takeSaid();
        Id kill = machine.nextId();
        machine.kill(now, kill, tessera);
        assertThat(out.take(StreamMessage.class))
                .singleElement()
                .isInstanceOfSatisfying(StreamMessage.Drop.class, drop -> {
                    assertThat(drop.kill()).isTrue();
                    assertThat(drop.number()).isEqualTo(2);
                });
        Id later = call(tessera);
        assertThat(out.takeSaid())
                .containsExactly(
                        "completed " + waits.number() + " STOPPED",
                        "completed " + behind.number() + " STOPPED",
                        "completed " + later.number() + " STOPPED");
        done(A, running, tessera, 1, Outcome.failed(Failure.Kind.STOPPED, "killed"));
        done(A, kill, tessera, 2, Outcome.NOTHING);
        Id again = machine.nextId();
        machine.kill(now, again, tessera);
        assertThat(out.takeSaid())
                .containsExactly(
                        "completed " + running.number() + " STOPPED",
                        "completed " + kill.number() + " returned",
                        "completed " + again.number() + " returned");
        assertThat(machine.tessera(tessera)).asString().contains("was killed");
    }

    @Test
    void shouldMakeNothingWhereItWasKilledBeforeItHadAPlace_S3_7() {
        Id tessera = create();
        Id task = call(tessera);
        Id kill = machine.nextId();
        machine.kill(now, kill, tessera);
        assertThat(out.takeSaid())
                .containsExactly(
                        "completed 2 STOPPED",
                        "completed " + task.number() + " STOPPED",
                        "completed " + kill.number() + " returned");
        assertThat(out.take(ClusterMessage.Ended.class)).containsExactly(new ClusterMessage.Ended(tessera));
        place(tessera, A);
        assertThat(out.take(StreamMessage.class)).isEmpty();
    }

    @Test
    @DisplayName(
            "S2.7 the name of a tessera that is never made is free, though the monitor was not reached when that was known")
    void shouldTellTheMonitorOnTheNextLinkOfATesseraThatIsNeverMade_S2_7() {
        Id tessera = create();
        links.disconnected(MONITOR);
        machine.kill(now, machine.nextId(), tessera);
        assertThat(out.take(ClusterMessage.Ended.class)).isEmpty();
        links.connected(MONITOR);
        machine.monitor(now, MONITOR);
        assertThat(out.take(ClusterMessage.Ended.class)).containsExactly(new ClusterMessage.Ended(tessera));
    }

    @Test
    void shouldSayOfAKilledTesseraThatItIsStoppedWhereItsWorkerEndsFirst_S3_7() {
        Id tessera = placed(A);
        Id running = call(tessera);
        out.takeSaid();
        Id kill = machine.nextId();
        machine.kill(now, kill, tessera);
        lose(A);
        assertThat(out.takeSaid())
                .contains("completed " + running.number() + " STOPPED", "completed " + kill.number() + " returned");
        Id later = call(tessera);
        assertThat(out.takeSaid()).containsExactly("completed " + later.number() + " STOPPED");
    }

    private Id timed(Id tessera, long nanos) {
        Id task = machine.nextId();
        machine.call(now, task, tessera, new Order(0, false, nanos, 0, List.of(), Payload.of(new byte[64])));
        return task;
    }

    @Test
    @DisplayName("S3.7: what was not sent is cancelled at once")
    void shouldCancelWhatWasNotSentAtOnce() {
        Id tessera = create();
        Id first = call(tessera);
        Id second = call(tessera);
        machine.cancel(now, first, false);
        assertThat(out.takeSaid()).containsExactly("completed " + first.number() + " CANCELLED");
        place(tessera, A);
        assertThat(out.take(StreamMessage.class))
                .extracting(StreamMessage::task)
                .containsExactly(id(2), second);
    }

    @Test
    @DisplayName("S3.7: of what was sent the worker says how it ends; it is told again until it does")
    void shouldAskTheWorkerToCancelUntilThereIsAnOutcome() {
        Id tessera = placed(A);
        Id task = call(tessera);
        ReplyMessage.Cancel cancel = new ReplyMessage.Cancel(task, tessera, 1, false);
        machine.cancel(now, task, false);
        assertThat(out.take(ReplyMessage.Cancel.class)).containsExactly(cancel);
        assertThat(machine.task(task).outcome()).isNull();
        now += 1_100_000_000L;
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Cancel.class)).containsExactly(cancel);
        done(A, task, tessera, 1, SMALL);
        assertThat(machine.task(task).outcome()).as("it was done before").isEqualTo(SMALL);
        now += 1_100_000_000L;
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Cancel.class)).isEmpty();
    }

    @Test
    @DisplayName(
            "S3.7: a cancelled call ends as CANCELLED, whatever its code returned or its timeout says; what needs it fails at once")
    void shouldFailWhatNeedsACancelledCallThatStillRuns() {
        Id tessera = placed(A);
        Id running = timed(tessera, 1_000);
        Id other = placed(B);
        machine.cancel(now, running, false);
        machine.started(A, new ReplyMessage.Started(running, tessera, 1));
        out.takeSaid();
        Id behind = call(other, running);
        assertThat(out.takeSaid()).containsExactly("completed " + behind.number() + " ARGUMENT");
        machine.locate(B, new ValueMessage.Locate(running, true, 0));
        assertThat(out.take(ValueMessage.Value.class))
                .extracting(ValueMessage.Value::outcome)
                .containsExactly(Outcome.cancelled(running));
        now += 2_000;
        machine.tick(now);
        assertThat(out.takeSaid()).as("its code has not ended").isEmpty();
        done(A, running, tessera, 1, LARGE);
        assertThat(out.takeSaid()).containsExactly("completed " + running.number() + " CANCELLED");
    }

    @Test
    void shouldNotRunACancelledTaskAgainWhereItsWorkerIsLost() {
        Id task = submit(3);
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        machine.cancel(now, task, true);
        out.takeSaid();
        lose(A);
        lose(B);
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " CANCELLED");
    }

    @Test
    @DisplayName("S3.7: cancelling reaches what the code of a call has made")
    void shouldCancelAllThatACallHasMade() {
        Id parent = new Id(B, 77);
        Id tessera = placed(A);
        Id child = machine.nextId();
        machine.call(
                now, child, tessera, new Order(1, false, 0, 0, List.of(), Payload.EMPTY, parent, Order.NEVER, false));
        Id other = call(tessera);
        machine.cancelAll(now, parent, false);
        assertThat(out.take(ReplyMessage.Cancel.class))
                .extracting(ReplyMessage.Cancel::task)
                .containsExactly(child);
        assertThat(machine.task(other).outcome()).isNull();
    }

    @Test
    @DisplayName("S3.8: what failed in a way that is worth another attempt is sent again, and behind later calls")
    void shouldCallAgainWhereTheFailureIsRetriable() {
        Id tessera = placed(A);
        Id task = machine.nextId();
        Order order = new Order(
                1,
                false,
                0,
                1,
                List.of(),
                Payload.EMPTY,
                null,
                failure -> failure.what().equals("busy"),
                false);
        machine.call(now, task, tessera, order);
        Id later = call(tessera);
        out.take(StreamMessage.class);
        out.takeSaid();
        done(A, task, tessera, 1, Outcome.failed(Failure.Kind.THROWN, "busy"));
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task, StreamMessage.Call::number, StreamMessage.Call::attempt)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(task, 3L, 1));
        assertThat(out.takeSaid()).isEmpty();
        done(A, later, tessera, 2, SMALL);
        done(A, task, tessera, 3, Outcome.failed(Failure.Kind.THROWN, "busy"));
        assertThat(out.takeSaid())
                .containsExactly("completed " + later.number() + " returned", "completed " + task.number() + " THROWN");
        done(A, id(2), tessera, 0, SMALL);
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Confirm.class))
                .as("both attempts")
                .containsExactly(new ReplyMessage.Confirm(tessera, 3));
    }

    @Test
    @DisplayName("S3.4: what follows a task runs where that is, leased or not")
    void shouldRunWhatFollowsATaskWhereThatIs() {
        Id tessera = placed(A);
        Id made = call(tessera);
        machine.leased(now, new ClusterMessage.Leased(List.of(B)));
        submit(0);
        out.take(StreamMessage.class);
        Id then = follow(made, true);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task, StreamMessage.Call::mailbox)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(then, Id.pool(A)));
        done(A, then, Id.pool(A), 0, SMALL);
        assertThat(out.takeSaid()).contains("completed " + then.number() + " returned");
    }

    @Test
    @DisplayName("S5.1: a stateless task runs where its large arguments are kept, if it can")
    void shouldRunAStatelessTaskWhereItsLargeArgumentIs() {
        Id tessera = placed(A);
        Id large = call(tessera);
        done(A, large, tessera, 1, new Outcome.Held(1 << 20));
        machine.leased(now, new ClusterMessage.Leased(List.of(B, A)));
        out.take(StreamMessage.class);
        follow(large, false);
        assertThat(out.take(StreamMessage.Call.class).getFirst().mailbox()).isEqualTo(Id.pool(A));
    }

    @Test
    @DisplayName("S3.11: a pinned task runs in its worker, leased or not, and fails with it")
    void shouldRunAPinnedTaskInItsWorkerOnly() {
        Id task = pinned(B);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::mailbox)
                .containsExactly(Id.pool(B));
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        lose(B);
        assertThat(out.takeSaid()).contains("completed " + task.number() + " WORKER_LOST");
        assertThat(out.take(StreamMessage.Call.class))
                .as("it is not sent elsewhere")
                .isEmpty();
        Id late = pinned(B);
        assertThat(out.takeSaid()).contains("completed " + late.number() + " WORKER_LOST");
        assertThat(machine.creditUsed()).isZero();
    }

    @Test
    void shouldSendAPinnedTaskPastOthersThatWaitForALease() {
        submit(0);
        pinned(B);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::mailbox)
                .containsExactly(Id.pool(B));
    }

    @Test
    void shouldNotSendWhatNeedsATaskThatMayBeTriedAgainBeforeThatIsFinal() {
        Id tessera = placed(A);
        Id task = machine.nextId();
        Order order = new Order(1, false, 0, 1, List.of(), Payload.EMPTY, null, failure -> true, false);
        machine.call(now, task, tessera, order);
        Id needing = call(placed(B), task);
        done(A, task, tessera, 1, Outcome.failed(Failure.Kind.THROWN, "busy"));
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task)
                .containsExactly(task, task);
        done(A, task, tessera, 2, SMALL);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task)
                .containsExactly(needing);
    }

    @Test
    void shouldNotCallAgainWhereTheFailureIsAnother() {
        Id task = machine.nextId();
        Order order = new Order(
                1,
                false,
                0,
                1,
                List.of(),
                Payload.EMPTY,
                null,
                failure -> failure.what().equals("busy"),
                false);
        machine.submit(now, task, order);
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        done(A, task, Id.pool(A), 0, Outcome.failed(Failure.Kind.THROWN, "no"));
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " THROWN");
    }

    @Test
    void shouldConfirmOnATickWhereNoCallDoes() {
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        assertThat(out.take(ReplyMessage.Confirm.class)).isEmpty();
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Confirm.class)).containsExactly(new ReplyMessage.Confirm(tessera, 0));
    }

    @Test
    void shouldLetATesseraGoWhenNothingHoldsIt() {
        Id tessera = placed(A);
        machine.handleLost(now, tessera);
        assertThat(out.take(ValueMessage.Hold.class))
                .as("its creation is under way")
                .isEmpty();
        done(A, id(2), tessera, 0, SMALL);
        ValueMessage.Hold hold = out.take(ValueMessage.Hold.class).getFirst();
        assertThat(hold.holding()).isFalse();
        machine.held(now, A, new ValueMessage.Held(tessera, hold.version()));
        assertThat(machine.tessera(tessera)).isNull();
    }

    /** All of them were looked at with each answer: a call with 66,000 refs kept its worker busy until it was held for dead. */
    @Test
    void shouldLookAtEachOfManyProxiesOnceWhileTheirWorkersAnswer() {
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        Id task = call(tessera);
        List<Carried> many = IntStream.range(0, 100_000)
                .mapToObj(i -> new Carried(new Id(99, i), B))
                .toList();
        done(A, task, tessera, 1, new Outcome.Returned(new Payload(new byte[1], List.of(), many)));
        List<ValueMessage.Hold> holds = out.take(ValueMessage.Hold.class);
        assertThat(holds).hasSize(many.size());
        for (ValueMessage.Hold hold : holds) {
            machine.tick(now);
            assertThat(out.take(ReplyMessage.Confirm.class)).isEmpty();
            machine.held(now, B, new ValueMessage.Held(hold.tessera(), hold.version()));
        }
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Confirm.class)).containsExactly(new ReplyMessage.Confirm(tessera, 1));
    }

    /** The stream stood in a list once for each of them, and all were looked at with each answer. */
    @Test
    void shouldLookAtEachOfManyResultsOnceWhileTheirWorkersAnswer() {
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        int many = 50_000;
        for (int i = 0; i < many; i++) {
            Id task = call(tessera);
            Payload carrying = new Payload(new byte[1], List.of(), List.of(new Carried(new Id(99, i), B)));
            done(A, task, tessera, i + 1, new Outcome.Returned(carrying));
        }
        List<ValueMessage.Hold> holds = out.take(ValueMessage.Hold.class);
        assertThat(holds).hasSize(many);
        out.sent.clear();
        for (ValueMessage.Hold hold : holds) {
            machine.held(now, B, new ValueMessage.Held(hold.tessera(), hold.version()));
        }
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Confirm.class).getLast()).isEqualTo(new ReplyMessage.Confirm(tessera, many));
    }

    @Test
    void shouldHoldAProxyThatArrivesAndConfirmOnlyWhenThatIsKnown() {
        Id foreign = new Id(99, 5);
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        Id task = call(tessera);
        Payload carrying = new Payload(new byte[1], List.of(), List.of(new Carried(foreign, B)));
        done(A, task, tessera, 1, new Outcome.Returned(carrying));
        ValueMessage.Hold hold = out.take(ValueMessage.Hold.class).getFirst();
        assertThat(hold).isEqualTo(new ValueMessage.Hold(foreign, true, false, hold.version()));
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Confirm.class)).isEmpty();
        machine.held(now, B, new ValueMessage.Held(foreign, hold.version()));
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Confirm.class)).containsExactly(new ReplyMessage.Confirm(tessera, 1));
    }

    @Test
    void shouldNotSendAProxyBeforeItsTesseraCanBeReached() {
        Id hidden = create();
        Id tessera = placed(A);
        out.take(StreamMessage.class);
        Id task = machine.nextId();
        Payload carrying = new Payload(new byte[1], List.of(), List.of(new Carried(hidden, 0)));
        machine.call(now, task, tessera, new Order(1, false, 0, 0, List.of(), carrying));
        assertThat(out.take(StreamMessage.class)).isEmpty();
        place(hidden, B);
        assertThat(out.take(StreamMessage.class).getLast().arguments().carried())
                .containsExactly(new Carried(hidden, B));
    }

    @Test
    void shouldRefuseCreditBeyondTheLimitAndGiveItBack() {
        Id tessera = placed(A);
        Payload large = Payload.of(new byte[200 << 20]);
        Id task = machine.nextId();
        machine.call(now, task, tessera, new Order(1, false, 0, 0, List.of(), large));
        assertThat(machine.admits(100 << 20)).isFalse();
        out.takeSaid();
        done(A, task, tessera, 1, SMALL);
        assertThat(out.takeSaid()).contains("credit freed");
        assertThat(machine.admits(100 << 20)).isTrue();
    }

    @Test
    void shouldAdmit256MiBWithTheOverheadOfEachCallAndNotAByteMore_S3_1() {
        Id tessera = placed(A);
        Payload large = Payload.of(new byte[1 << 20]);
        machine.call(now, machine.nextId(), tessera, new Order(1, false, 0, 0, List.of(), large));
        long left = (256L << 20) - machine.creditUsed() - CallSettings.DEFAULT.overheadBytes();
        assertThat(machine.creditUsed())
                .as("the construction and the call")
                .isEqualTo((1 << 20) + 2L * CallSettings.DEFAULT.overheadBytes());
        assertThat(machine.admits(left)).isTrue();
        assertThat(machine.admits(left + 1)).isFalse();
        assertThat(Duration.ofNanos(CallSettings.DEFAULT.creditNanos()))
                .as("who finds no room waits for so long")
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(KernelSettings.DEFAULT.calls()).as("so it is unless said").isEqualTo(CallSettings.DEFAULT);
    }

    @Test
    void shouldAskANewMonitorForWhatIsOpen() {
        Id tessera = create();
        submit(0);
        machine.find(7, "solver");
        out.sent.clear();
        links.connected(3);
        machine.monitor(now, 3);
        assertThat(out.sent).extracting(Recorder.Sent::unit).containsOnly(3L);
        assertThat(out.take(ClusterMessage.Place.class))
                .extracting(ClusterMessage.Place::tessera)
                .containsExactly(tessera);
        assertThat(out.take(ClusterMessage.Lease.class)).hasSize(1);
        assertThat(out.take(ClusterMessage.Find.class)).hasSize(1);
    }

    @Test
    void shouldForgetEverythingInTheEnd() {
        Id tessera = placed(A);
        Id first = call(tessera);
        Id second = call(tessera, first);
        done(A, id(2), tessera, 0, SMALL);
        done(A, first, tessera, 1, SMALL);
        done(A, second, tessera, 2, SMALL);
        for (Id task : List.of(id(2), first, second)) {
            machine.forget(now, task);
        }
        machine.handleLost(now, tessera);
        long version = out.take(ValueMessage.Hold.class).getFirst().version();
        machine.held(now, A, new ValueMessage.Held(tessera, version));
        assertThat(machine.open()).isZero();
        assertThat(machine.creditUsed()).isZero();
    }

    @Test
    @DisplayName("S3.4 a ref as argument is named in the call, and held until the call has its outcome")
    void shouldNameAndHoldTheRefsOfACall() {
        Id tessera = placed(A);
        Id ref = id(77);
        machine.handleGained(now, ref, B);
        Payload arguments = new Payload(new byte[8], List.of(), List.of(new Carried(ref, B)));
        Id task = machine.nextId();
        out.sent.clear();
        machine.call(now, task, tessera, new Order(1, false, 0, 0, List.of(Dependency.entry(ref)), arguments));
        assertThat(out.take(StreamMessage.class).getFirst().needs()).containsExactly(Need.entry(ref));
        machine.handleLost(now, ref);
        assertThat(out.take(ValueMessage.Hold.class)).isEmpty();
        done(A, task, tessera, 1, SMALL);
        assertThat(out.take(ValueMessage.Hold.class))
                .extracting(ValueMessage.Hold::tessera, ValueMessage.Hold::holding)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(ref, false));
        assertThat(out.released).contains(arguments);
    }

    @Test
    @DisplayName(
            "S3.6: a call to a worker that lives and cannot be reached fails, and those after the cut keep their order")
    void shouldFailCallsToAWorkerThatCannotBeReached() {
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        Id first = call(tessera);
        Id second = call(tessera);
        cut(A);
        assertThat(out.takeSaid())
                .contains(
                        "completed " + first.number() + " WORKER_LOST",
                        "completed " + second.number() + " WORKER_LOST");
        assertThat(machine.task(first).outcome())
                .asString()
                .contains("task=" + first + " may have run or not: it was not reached");

        Id third = call(tessera);
        relink(A);
        List<StreamMessage> sent = out.take(StreamMessage.class);
        assertThat(sent)
                .extracting(StreamMessage::number, StreamMessage::task)
                .as("no number is missing")
                .containsExactly(tuple(1, first), tuple(2, second), tuple(3, third));
        assertThat(sent).extracting(each -> isSkipped(each)).containsExactly(true, true, false);

        done(A, first, tessera, 1, SMALL); // it had run
        done(A, second, tessera, 2, Outcome.failed(Failure.Kind.ARGUMENT, "given up"));
        done(A, third, tessera, 3, SMALL);
        assertThat(out.takeSaid()).containsExactly("completed " + third.number() + " returned");
        machine.tick(now);
        assertThat(out.take(ReplyMessage.Confirm.class)).contains(new ReplyMessage.Confirm(tessera, 3));
    }

    @Test
    @DisplayName(
            "S3.10: a barrier of another unit does not wait for a call that was given up, nor for one that timed out there")
    void shouldCountWhatWasGivenUpAsEndedForBarriers_S3_10() {
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        Id first = call(tessera);
        Id late = machine.nextId();
        machine.call(now, late, tessera, new Order(1, false, 1_000, 0, List.of(), Payload.EMPTY));
        Id drop = machine.nextId();
        machine.drop(now, drop, tessera);
        machine.heard(1);
        now += 1_001;
        machine.tick(now);
        assertThat(out.takeSaid()).contains("completed " + late.number() + " TIMED_OUT");
        assertThat(machine.openBefore(1, List.of())).as("its code may run").isEqualTo(3);
        assertThat(machine.openBefore(1, List.of(first))).isEqualTo(2);
        cut(A);
        assertThat(machine.openBefore(1, List.of())).isZero();
        assertThat(machine.openBefore(1, List.of(first))).isZero();
        long made = machine.madeBefore(1);
        relink(A);
        done(A, first, tessera, 1, SMALL);
        done(A, late, tessera, 2, SMALL);
        done(A, drop, tessera, 3, SMALL);
        assertThat(machine.openBefore(1, List.of())).isZero();
        assertThat(machine.madeBefore(1)).isEqualTo(made);
    }

    @Test
    void shouldNotCountAnAttemptThatWasGivenUpForBarriers_S3_10() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        Id task = submit(3);
        machine.heard(1);
        cut(A);
        assertThat(machine.openBefore(1, List.of())).as("it runs elsewhere").isEqualTo(1);
        done(B, task, Id.pool(B), 0, SMALL);
        assertThat(machine.openBefore(1, List.of())).isZero();
    }

    @Test
    void shouldNotCountTheEndOfATesseraWhoseConstructionWasGivenUpForBarriers_S3_10() {
        placed(A);
        machine.heard(1);
        assertThat(machine.openBefore(1, List.of())).isEqualTo(1);
        cut(A);
        assertThat(machine.openBefore(2, List.of())).isZero();
    }

    @Test
    @DisplayName("S3.6: a call of a tessera that was let go of and met again fails where its worker cannot be reached")
    void shouldFailACallThatWaitsForTheEndOfTheStreamBeforeWhereTheWorkerCannotBeReached_S3_6() {
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        machine.handleLost(now, tessera);
        assertThat(out.take(ValueMessage.Hold.class).getLast().holding()).isFalse();
        out.takeSaid();
        machine.handleGained(now, tessera, A);
        Id task = call(tessera);
        assertThat(out.take(StreamMessage.Call.class))
                .as("the answer is not there")
                .isEmpty();
        links.disconnected(A);
        Set<Long> units = new HashSet<>();
        machine.unreached(units);
        assertThat(units).containsExactly(A);
        cut(A);
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " WORKER_LOST");
        assertThat(machine.task(task).outcome())
                .asString()
                .contains("task=" + task + " was not sent: it was not reached");
        Id later = call(tessera);
        relink(A);
        machine.held(
                now,
                A,
                new ValueMessage.Held(
                        tessera, out.take(ValueMessage.Hold.class).getLast().version()));
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task)
                .containsExactly(later);
    }

    @Test
    void shouldFailAConstructionThatCannotBeReachedAndEndItsTesseraLater() {
        Id tessera = placed(A);
        Id waiting = call(tessera);
        cut(A);
        assertThat(out.takeSaid())
                .containsExactly("completed 2 WORKER_LOST", "completed " + waiting.number() + " WORKER_LOST");
        assertThat(machine.task(id(2)).outcome()).asString().contains("it was not reached");
        Id later = call(tessera);
        assertThat(out.takeSaid()).containsExactly("completed " + later.number() + " WORKER_LOST");

        relink(A);
        List<StreamMessage> sent = out.take(StreamMessage.class);
        assertThat(sent)
                .extracting(StreamMessage::number, each -> isSkipped(each))
                .as("its constructor does not run where it has not")
                .containsExactly(tuple(0L, true), tuple(1L, true), tuple(2L, false));
        assertThat(sent)
                .last()
                .isInstanceOfSatisfying(
                        StreamMessage.Drop.class,
                        drop -> assertThat(drop.kill()).isTrue());
        done(A, id(2), tessera, 0, SMALL); // it was made
        done(A, waiting, tessera, 1, Outcome.failed(Failure.Kind.STOPPED, "it was killed"));
        done(A, sent.getLast().task(), tessera, 2, SMALL);
        assertThat(out.takeSaid()).as("nobody waits any more").doesNotContain("completed 2 returned");
        machine.forget(now, id(2));
        machine.forget(now, waiting);
        machine.forget(now, later);
        machine.handleLost(now, tessera);
        ValueMessage.Hold end = out.take(ValueMessage.Hold.class).getLast();
        machine.held(now, A, new ValueMessage.Held(tessera, end.version()));
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldFailADropThatCannotBeReachedAndDropLater() {
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        out.takeSaid();
        Id drop = machine.nextId();
        machine.drop(now, drop, tessera);
        cut(A);
        assertThat(out.takeSaid()).containsExactly("completed " + drop.number() + " WORKER_LOST");
        assertThat(machine.task(drop).outcome()).asString().contains("may have ended its tessera or not");
        relink(A);
        assertThat(out.take(StreamMessage.Drop.class))
                .extracting(StreamMessage::task)
                .containsExactly(drop);
        done(A, drop, tessera, 1, SMALL);
        assertThat(out.takeSaid()).isEmpty();
    }

    /** It was let go of, was met again, and its worker has not said that the stream before is over. */
    private Id closing() {
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        machine.handleLost(now, tessera);
        machine.handleGained(now, tessera, A);
        out.takeSaid();
        out.sent.clear();
        return tessera;
    }

    /** Its worker says that the stream before is over. */
    private void closed(Id tessera) {
        long version = out.take(ValueMessage.Hold.class).getLast().version();
        machine.held(now, A, new ValueMessage.Held(tessera, version));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("S3.6: a drop that was held back when it failed is sent as soon as it can be")
    void shouldDropLaterWhatWasToBeDroppedBehindTheEndOfTheStreamBefore_S3_6(boolean kill) {
        Id tessera = closing();
        Id drop = machine.nextId();
        if (kill) {
            machine.kill(now, drop, tessera);
        } else {
            machine.drop(now, drop, tessera);
        }
        cut(A);
        assertThat(out.takeSaid()).containsExactly("completed " + drop.number() + " WORKER_LOST");
        assertThat(machine.task(drop).outcome())
                .asString()
                .contains("was not sent, and ends its tessera once that can be reached: it was not reached");
        relink(A);
        closed(tessera);
        assertThat(out.take(StreamMessage.Drop.class))
                .extracting(StreamMessage::task, StreamMessage.Drop::kill)
                .containsExactly(tuple(drop, kill));
        done(A, drop, tessera, 0, SMALL);
        assertThat(out.takeSaid()).isEmpty();
        machine.forget(now, drop);
        machine.forget(now, id(2));
        machine.handleLost(now, tessera);
        closed(tessera);
        machine.tick(now);
        assertThat(machine.open()).isZero();
    }

    @Test
    void shouldNotCountForBarriersWhatTimedOutBehindTheEndOfTheStreamBefore_S3_10() {
        Id tessera = closing();
        Id drop = machine.nextId();
        machine.drop(now, drop, tessera);
        Id late = machine.nextId();
        machine.call(now, late, tessera, new Order(1, false, 1_000, 0, List.of(), Payload.EMPTY));
        machine.heard(1);
        now += 1_001;
        machine.tick(now);
        assertThat(out.takeSaid()).containsExactly("completed " + late.number() + " TIMED_OUT");
        assertThat(machine.openBefore(1, List.of(drop))).as("it is not settled").isEqualTo(1);
        cut(A);
        assertThat(machine.openBefore(1, List.of())).isZero();
    }

    @Test
    void shouldRunAStatelessTaskElsewhereWhoseWorkerCannotBeReached() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        Id task = submit(3);
        out.take(StreamMessage.class);
        cut(A);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::mailbox, StreamMessage.Call::task, StreamMessage.Call::attempt)
                .containsExactly(tuple(Id.pool(B), task, 1));
        for (int i = 0; i < 2; i++) {
            submit(0);
            assertThat(out.take(StreamMessage.Call.class))
                    .extracting(StreamMessage.Call::mailbox)
                    .as("nothing new goes there")
                    .doesNotContain(Id.pool(A));
        }
        done(B, task, Id.pool(B), 0, SMALL);
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " returned");

        relink(A);
        List<StreamMessage> sent = out.take(StreamMessage.class);
        assertThat(sent)
                .extracting(StreamMessage::number, each -> isSkipped(each))
                .containsExactly(tuple(0L, true));
        done(A, task, Id.pool(A), 0, LARGE);
        assertThat(out.takeSaid()).as("one outcome is enough").isEmpty();
        assertThat(machine.task(task).outcome()).isEqualTo(SMALL);
        machine.tick(now);
        assertThat(out.take(ValueMessage.Release.class))
                .as("of the other attempt")
                .hasSize(1);
        assertThat(out.take(ReplyMessage.Confirm.class)).contains(new ReplyMessage.Confirm(Id.pool(A), 0));
    }

    @Test
    void shouldRunAStatelessTaskNowhereTwiceAtATime_S3_8() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        Id task = submit(3);
        out.take(StreamMessage.class);
        cut(A);
        Id other = submit(3);
        assertThat(machine.whereIs(task)).as("it waits for another worker").isNull();
        assertThat(machine.whereIs(other)).as("it is held back by nobody").isNotNull();
        relink(A);
        assertThat(out.take(StreamMessage.class))
                .extracting(StreamMessage::task, StreamMessage::number, each -> isSkipped(each))
                .containsExactly(tuple(task, 0L, true), tuple(other, 1L, false));

        done(A, task, Id.pool(A), 0, LARGE);
        tick();
        ValueMessage.Release release = out.take(ValueMessage.Release.class).getFirst();
        assertThat(release.tasks()).containsExactly(task);
        tick();
        assertThat(out.take(StreamMessage.class))
                .as("a value that was made now would be released with the one before")
                .isEmpty();
        machine.released(A, new ValueMessage.Released(release.batch()));
        tick();
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task, StreamMessage.Call::number, StreamMessage.Call::attempt)
                .containsExactly(tuple(task, 2L, 1));
        done(A, task, Id.pool(A), 2, LARGE);
        tick();
        assertThat(out.take(ValueMessage.Release.class)).isEmpty();
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " held");
    }

    /** Tasks that wait for it may be what fills the others. */
    @Test
    void shouldRunAStatelessTaskThatIsLeftSomewhereInAWorkerThatIsFull() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        Id task = submit(3);
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        for (int i = 0; i < 3; i++) {
            submit(3);
        }
        cut(A);
        assertThat(machine.whereIs(task)).as("B is full").isNull();
        for (int i = 0; i < 10; i++) {
            now += 60_000_000L;
            tick();
        }
        assertThat(machine.whereIs(task)).extracting(Need::producer).isEqualTo(B);
    }

    @Test
    void shouldRunAStatelessTaskWhereItIsNotLeftOnceThereIsAnotherWorker() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        Id task = submit(3);
        out.take(StreamMessage.class);
        out.take(ClusterMessage.Lease.class);
        cut(A);
        assertThat(out.take(ClusterMessage.Lease.class))
                .as("it wants another")
                .extracting(ClusterMessage.Lease::wanted)
                .containsExactly(2);
        tick();
        assertThat(out.take(StreamMessage.class)).isEmpty();
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        tick();
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::mailbox, StreamMessage.Call::task)
                .containsExactly(tuple(Id.pool(B), task));
        lose(B);
        tick();
        assertThat(out.take(StreamMessage.class)).as("it is left there still").isEmpty();
        relink(A);
        done(A, task, Id.pool(A), 0, Outcome.failed(Failure.Kind.CANCELLED, "it was given up"));
        tick();
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::mailbox, StreamMessage.Call::number, StreamMessage.Call::attempt)
                .contains(tuple(Id.pool(A), 1L, 2));
    }

    @Test
    void shouldForgetAStatelessTaskThatIsCancelledWhileItWaitsForAnotherWorker() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        Id task = submit(3);
        cut(A);
        machine.cancel(now, task, false);
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " CANCELLED");
        machine.forget(now, task);
        tick();
        assertThat(machine.open()).isZero();
    }

    @Test
    @DisplayName(
            "S3.7: a cancelled call that may have come to a worker which was not reached is cancelled there with the link")
    void shouldCancelAgainWithANewLink() {
        Id tessera = placed(A);
        Id task = call(tessera);
        machine.cancel(now, task, false);
        cut(A);
        assertThat(machine.task(task).outcome().toString()).contains("CANCELLED", "may have run or not");
        relink(A);
        assertThat(out.take(ReplyMessage.Cancel.class))
                .containsExactly(new ReplyMessage.Cancel(task, tessera, 1, false));
    }

    @Test
    void shouldFailAStatelessTaskWithoutRetriesWhoseWorkerCannotBeReached() {
        machine.leased(now, new ClusterMessage.Leased(List.of(A, B)));
        Id task = submit(0);
        cut(A);
        assertThat(out.takeSaid()).containsExactly("completed " + task.number() + " WORKER_LOST");
        lose(A);
        assertThat(out.takeSaid()).isEmpty();
    }

    @Test
    void shouldNotWaitForAValueThatCannotBeReachedAndGetItLater() {
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        Id task = call(tessera);
        done(A, task, tessera, 1, LARGE);
        machine.want(now, task);
        out.takeSaid();
        cut(A);
        assertThat(out.takeSaid()).containsExactly("value " + task.number() + " RESULT_LOST");
        relink(A);
        machine.want(now, task);
        machine.value(now, A, new ValueMessage.Value(task, true, SMALL));
        assertThat(out.takeSaid()).containsExactly("value " + task.number() + " returned");
    }

    @Test
    void shouldSayWhomItWaitsForWithoutALink() {
        Id tessera = placed(A);
        call(tessera);
        Set<Long> units = new HashSet<>();
        machine.unreached(units);
        assertThat(units).isEmpty();
        links.disconnected(A);
        machine.unreached(units);
        assertThat(units).containsExactly(A);
    }

    // ---- events

    /** It lives, and has not been reached for too long. */
    private void cut(long unit) {
        links.disconnected(unit);
        links.givenUp(unit);
        machine.giveUp(now, unit, "it was not reached");
    }

    /** A monitor that is new holds the worker for dead, and places the seat elsewhere before the verdict is here. */
    @Test
    void shouldRunATaskAgainInItsSeatThatWasPlacedElsewhereWhenItsWorkerIsLost_S7_1() {
        Id task = claiming();
        Id seat = out.take(ClusterMessage.Place.class).getFirst().tessera();
        place(seat, A);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::mailbox)
                .containsExactly(Id.pool(A));
        place(seat, B);
        lose(A);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task, StreamMessage.Call::mailbox)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(task, Id.pool(B)));
        assertThat(out.take(ClusterMessage.Place.class)).as("it has a seat").isEmpty();
    }

    @Test
    void shouldGiveASeatThatWasPlacedElsewhereToTheNextTaskAndToOneAtATime_S5_3() {
        Id first = claiming();
        Id seat = out.take(ClusterMessage.Place.class).getFirst().tessera();
        place(seat, A);
        place(seat, B);
        out.take(StreamMessage.Call.class);
        Id second = claiming();
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task, StreamMessage.Call::mailbox)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(second, Id.pool(B)));
        done(A, first, Id.pool(A), 0, SMALL);
        claiming();
        assertThat(out.take(StreamMessage.Call.class)).as("the seat is taken").isEmpty();
        assertThat(out.take(ClusterMessage.Place.class)).hasSize(1);
    }

    @Test
    void shouldSendATaskThatClaimsRoomWhenAllThatItNeedsHasEnded_S5_3() {
        Id needed = claiming();
        Id seat = out.take(ClusterMessage.Place.class).getFirst().tessera();
        place(seat, A);
        Id second = claiming(new Dependency(needed, true));
        lose(A);
        out.take(StreamMessage.Call.class);
        Id again = out.take(ClusterMessage.Place.class).getLast().tessera();
        place(again, B);
        assertThat(out.take(StreamMessage.Call.class))
                .as("there is one seat, and the second task waits for the first")
                .extracting(StreamMessage.Call::task)
                .containsExactly(needed);
        done(B, needed, Id.pool(B), 0, LARGE);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task)
                .containsExactly(second);
    }

    @Test
    void shouldKeepNoSeatForATaskThatWaitsForAnother_S5_3() {
        Id needed = submit(0);
        machine.leased(now, new ClusterMessage.Leased(List.of(A)));
        assertThat(out.take(StreamMessage.Call.class)).hasSize(1);
        Id second = claiming(new Dependency(needed, true));
        assertThat(out.take(ClusterMessage.Place.class))
                .as("it needs a task that runs")
                .isEmpty();
        done(A, needed, Id.pool(A), 0, LARGE);
        place(out.take(ClusterMessage.Place.class).getFirst().tessera(), B);
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task)
                .containsExactly(second);
    }

    @Test
    @DisplayName(
            "S5.3: a task whose argument is lost while it waits for a seat gives the seat to the task that makes it again")
    void shouldGiveASeatToTheTaskThatIsMadeAgainForAnother_S5_3() {
        Id needed = claiming();
        place(out.take(ClusterMessage.Place.class).getFirst().tessera(), A);
        done(A, needed, Id.pool(A), 0, LARGE);
        Id other = claiming();
        Id second = claiming(new Dependency(needed, true));
        out.take(StreamMessage.Call.class);
        lose(A);
        List<ClusterMessage.Place> asked = out.take(ClusterMessage.Place.class);
        place(asked.get(0).tessera(), B);
        place(asked.get(1).tessera(), B);
        List<StreamMessage.Call> calls = out.take(StreamMessage.Call.class);
        assertThat(calls).extracting(StreamMessage.Call::task).containsExactlyInAnyOrder(needed, other);
        calls.forEach(call -> done(B, call.task(), Id.pool(B), call.number(), LARGE));
        assertThat(out.take(StreamMessage.Call.class))
                .extracting(StreamMessage.Call::task)
                .containsExactly(second);
    }

    @Test
    void shouldFailATaskThatWaitsForASeatAndWhoseArgumentIsLostForGood() {
        Id tessera = placed(A);
        done(A, id(2), tessera, 0, SMALL);
        Id needed = call(tessera);
        done(A, needed, tessera, 1, LARGE);
        Id second = claiming(new Dependency(needed, true));
        ClusterMessage.Place asked = out.take(ClusterMessage.Place.class).getLast();
        lose(A);
        out.takeSaid();
        out.take(StreamMessage.Call.class);
        place(asked.tessera(), B);
        assertThat(out.take(StreamMessage.Call.class)).isEmpty();
        assertThat(out.takeSaid()).containsExactly("completed " + second.number() + " ARGUMENT");
    }

    @Test
    void shouldAskForThePlaceOfATesseraThatClaimsRoomWhenItsArgumentsHaveEnded_S5_3() {
        Id needed = claiming();
        Id seat = out.take(ClusterMessage.Place.class).getFirst().tessera();
        Id tessera = claimingTessera(needed);
        Id behind = call(tessera);
        place(seat, A);
        assertThat(out.take(ClusterMessage.Place.class))
                .as("the task that it needs runs in the room it claims")
                .isEmpty();
        out.take(StreamMessage.class);
        done(A, needed, Id.pool(A), 0, SMALL);
        assertThat(out.take(ClusterMessage.Place.class))
                .extracting(ClusterMessage.Place::tessera)
                .containsExactly(tessera);
        place(tessera, B);
        List<StreamMessage> sent = out.take(StreamMessage.class);
        assertThat(sent).hasSize(2).first().isInstanceOf(StreamMessage.Create.class);
        assertThat(sent.getFirst().needs().getFirst().known()).isEqualTo(SMALL);
        assertThat(sent.getLast().task()).isEqualTo(behind);
    }

    @Test
    void shouldAskForNoPlaceOfATesseraThatClaimsRoomAndWhoseArgumentFails_S5_3() {
        Id needed = claiming();
        place(out.take(ClusterMessage.Place.class).getFirst().tessera(), A);
        Id tessera = claimingTessera(needed);
        Id behind = call(tessera);
        out.takeSaid();
        done(A, needed, Id.pool(A), 0, Outcome.failed(Failure.Kind.THROWN, "no"));
        assertThat(out.take(ClusterMessage.Place.class)).isEmpty();
        assertThat(out.takeSaid()).hasSize(3).contains("completed " + behind.number() + " CONSTRUCTOR");
    }

    @Test
    void shouldAskForNoPlaceOfATesseraThatIsKilledWhileItsArgumentsAreMade_S3_7() {
        Id needed = claiming();
        Id tessera = claimingTessera(needed);
        place(out.take(ClusterMessage.Place.class).getFirst().tessera(), A);
        machine.kill(now, machine.nextId(), tessera);
        done(A, needed, Id.pool(A), 0, SMALL);
        assertThat(out.take(ClusterMessage.Place.class)).isEmpty();
        assertThat(out.take(StreamMessage.Create.class)).isEmpty();
    }

    @Test
    void shouldGiveThePlaceBackWhereAnArgumentWasLostWhileATesseraWaitedForIt_S5_3() {
        Id needed = claiming();
        place(out.take(ClusterMessage.Place.class).getFirst().tessera(), A);
        done(A, needed, Id.pool(A), 0, LARGE);
        Id tessera = claimingTessera(needed);
        lose(A);
        out.take(StreamMessage.class);
        out.take(ClusterMessage.Place.class);
        out.take(ClusterMessage.Ended.class);
        place(tessera, B);
        assertThat(out.take(ClusterMessage.Ended.class))
                .as("the task that makes the argument again may need the same room")
                .containsExactly(new ClusterMessage.Ended(tessera));
        assertThat(out.take(StreamMessage.Create.class)).isEmpty();
        machine.monitor(now, MONITOR);
        assertThat(out.take(ClusterMessage.Ended.class))
                .as("the word may be lost with the link")
                .contains(new ClusterMessage.Ended(tessera));
        Id seat = out.take(ClusterMessage.Place.class).getLast().tessera();
        place(seat, B);
        done(B, needed, Id.pool(B), 0, LARGE);
        assertThat(out.take(ClusterMessage.Place.class))
                .extracting(ClusterMessage.Place::tessera)
                .containsExactly(tessera);
        place(tessera, B);
        assertThat(out.take(StreamMessage.Create.class)).hasSize(1);
        machine.monitor(now, MONITOR);
        assertThat(out.take(ClusterMessage.Ended.class))
                .as("it lives")
                .doesNotContain(new ClusterMessage.Ended(tessera));
    }

    @Test
    void shouldAskForAnotherPlaceOfATesseraThatClaimsRoomWhoseWorkerIsLostBeforeItWasMade_S5_3() {
        Id tessera = claimingTessera();
        assertThat(out.take(ClusterMessage.Place.class)).hasSize(1);
        links.lost(A);
        place(tessera, A);
        assertThat(out.take(ClusterMessage.Place.class))
                .extracting(ClusterMessage.Place::tessera)
                .containsExactly(tessera);
    }

    /** A tessera that claims room. */
    private Id claimingTessera(Id... needs) {
        Id tessera = machine.nextId();
        List<Dependency> dependencies =
                List.of(needs).stream().map(need -> new Dependency(need, true)).toList();
        Birth birth = new Birth(
                "Solver", 7, 0, 1, "", 0, Claim.of(Resources.ofCpus(2)), dependencies, Payload.EMPTY, LifeTerms.NONE);
        machine.create(now, machine.nextId(), tessera, birth);
        return tessera;
    }

    /** A task that claims room. */
    private Id claiming(Dependency... needs) {
        Id task = machine.nextId();
        Claim claim = Claim.of(Resources.ofCpus(2));
        machine.submit(
                now,
                task,
                new Order(0, false, 0, 3, List.of(needs), Payload.EMPTY, null, Order.NEVER, false, 0, false, claim));
        return task;
    }

    private void tick() {
        machine.tick(now);
    }

    private static boolean isSkipped(StreamMessage message) {
        return !message.needs().isEmpty() && message.needs().getFirst().known() instanceof Outcome.Failed;
    }

    /** Makes a tessera, whose construction is task 2 where it is the first. */
    private Id create() {
        Id tessera = machine.nextId();
        machine.create(now, machine.nextId(), tessera, birth(List.of()));
        return tessera;
    }

    private static Birth birth(List<Dependency> needs) {
        return new Birth("Solver", 7, 0, 1, "", needs, Payload.EMPTY);
    }

    private Id placed(long worker) {
        Id tessera = create();
        place(tessera, worker);
        return tessera;
    }

    private void place(Id tessera, long worker) {
        machine.placed(now, new ClusterMessage.Placed(tessera, worker));
    }

    private Id call(Id tessera, Id... needs) {
        Id task = machine.nextId();
        List<Dependency> dependencies =
                List.of(needs).stream().map(need -> new Dependency(need, true)).toList();
        machine.call(now, task, tessera, new Order(1, false, 0, 0, dependencies, Payload.EMPTY));
        return task;
    }

    private Id submit(int retries) {
        Id task = machine.nextId();
        machine.submit(now, task, new Order(0, false, 0, retries, List.of(), Payload.EMPTY));
        return task;
    }

    private Id submitAfter(Id needed) {
        Id task = machine.nextId();
        List<Dependency> needs = List.of(new Dependency(needed, true));
        machine.submit(now, task, new Order(0, false, 0, 3, needs, Payload.EMPTY));
        return task;
    }

    private Id pinned(long worker) {
        Id task = machine.nextId();
        Order order = new Order(0, false, 0, 3, List.of(), Payload.EMPTY, null, Order.NEVER, false, worker, false);
        machine.submit(now, task, order);
        return task;
    }

    private Id follow(Id needed, boolean near) {
        Id task = machine.nextId();
        List<Dependency> needs = List.of(new Dependency(needed, true));
        machine.submit(now, task, new Order(0, false, 0, 0, needs, Payload.EMPTY, null, Order.NEVER, near));
        return task;
    }

    private void done(long from, Id task, Id mailbox, long number, Outcome outcome) {
        machine.done(now, from, new ReplyMessage.Done(task, mailbox, number, outcome));
    }

    private void lose(long unit) {
        links.lost(unit);
        machine.lost(now, unit, "killed");
    }

    private void relink(long unit) {
        links.disconnected(unit);
        out.sent.clear();
        links.connected(unit);
        machine.connected(now, unit);
    }

    private static Id id(long number) {
        return new Id(SELF, number);
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(java.util.Arrays.stream(values)
                .map(value -> value instanceof Integer number && values.length == 2 ? (Object) (long) number : value)
                .toArray());
    }
}
