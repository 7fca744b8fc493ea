package dev.mosaic.unit.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.unit.links.Links;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stateless tasks of which one ends its worker: workers run one after the other, and what is lost is replaced. */
class LostTasksTest {
    private static final long MONITOR = 2;
    private static final long MILLI = 1_000_000L;
    private static final Outcome SMALL = new Outcome.Returned(Payload.of(new byte[8]));

    private final Recorder out = new Recorder();
    private final Links links = new Links(1, out);
    private final CallMachine machine = new CallMachine(links, CallSettings.DEFAULT, out, () -> Integer.MAX_VALUE);
    private final Map<Long, ArrayDeque<StreamMessage.Call>> workers = new LinkedHashMap<>();
    private final Map<Id, Integer> charged = new HashMap<>();
    private final Map<Id, Id> neededBy = new HashMap<>();
    private final Set<Id> poison = new HashSet<>();
    private final Set<Id> ended = new HashSet<>();
    private long lastWorker = 10;
    private long now = 1_000;
    private int losses;

    @BeforeEach
    void begin() {
        links.connected(MONITOR);
        machine.monitor(now, MONITOR);
        for (int i = 0; i < 3; i++) {
            join();
        }
        lease();
    }

    @ParameterizedTest
    @ValueSource(longs = {MILLI / 10, 20 * MILLI, 200 * MILLI, 30_000 * MILLI})
    void shouldFailOnlyTheTaskThatEndsItsWorker_S3_8(long takes) {
        List<Id> tasks = submit(3_000);
        poison.add(tasks.get(1_500));
        run(takes, 10_000);
        assertThat(losses).isEqualTo(4);
        assertOnlyThoseFail(tasks);
        assertThat(machine.task(tasks.get(1_500)).outcome()).asString().contains("attempts=4");
    }

    @Test
    void shouldFailOnlyTheTasksThatEndTheirWorkersWhereThoseAreMany_S3_8() {
        List<Id> tasks = submit(3_000);
        for (int i = 100; i < 3_000; i += 300) {
            poison.add(tasks.get(i));
        }
        run(MILLI / 10, 20_000);
        assertOnlyThoseFail(tasks);
        assertThat(charged.values()).as("innocent ones, once").allMatch(attempts -> attempts <= 1);
    }

    @Test
    void shouldSendNothingBesideATaskThatWasLost_S3_8() {
        submit(2);
        lose(workers.keySet().iterator().next());
        lease();
        submit(100);
        deliver();
        assertThat(workers.values())
                .as("it is alone, though others wait")
                .anySatisfy(queue -> assertThat(queue)
                        .singleElement()
                        .extracting(StreamMessage.Call::attempt)
                        .isEqualTo(1));
        assertThat(workers.values()).filteredOn(queue -> queue.size() > 1).isNotEmpty();
    }

    @Test
    void shouldEndTasksThatWaitForLaterOnesThoughTheyWereLostTogether_S3_8() {
        List<Id> tasks = submit(60);
        for (int i = 0; i + 1 < tasks.size(); i++) {
            neededBy.put(tasks.get(i), tasks.get(i + 1));
        }
        for (int i = 0; i < 20; i++) {
            now += 60 * MILLI;
            machine.tick(now);
        }
        deliver();
        assertThat(workers.values().stream().mapToInt(ArrayDeque::size).sum()).isEqualTo(60);
        List.copyOf(workers.keySet()).forEach(this::lose);
        for (int i = 0; i < 3; i++) {
            join();
        }
        lease();
        long from = now;
        run(20 * MILLI, 20_000);
        assertThat(ended).containsAll(tasks);
        assertThat((now - from) / 1_000 / MILLI).as("seconds").isLessThan(70);
    }

    @Test
    void shouldRunWhatWasLostBesideTasksThatWaitForItWhereNoOtherWorkerComes_S3_8() {
        submit(60);
        run(MILLI / 10, 100);
        List<Id> tasks = submit(60);
        for (int i = 0; i < 20; i++) {
            now += 60 * MILLI;
            machine.tick(now);
        }
        deliver();
        List<Long> all = List.copyOf(workers.keySet());
        List<Id> lost = workers.get(all.getFirst()).stream()
                .map(StreamMessage.Call::task)
                .toList();
        tasks.stream().filter(task -> !lost.contains(task)).forEach(task -> neededBy.put(task, lost.getLast()));
        lose(all.getFirst());
        lease();
        long from = now;
        run(MILLI, 10_000);
        assertThat(ended).containsAll(tasks);
        assertThat((now - from) / MILLI).as("ms").isLessThan(1_500);
    }

    @Test
    void shouldSoonEndManyThatWereInFlightAtALostWorker_S3_8() {
        submit(600);
        run(MILLI / 10, 1_000);
        List<Id> tasks = submit(600);
        for (int i = 0; i < 20; i++) {
            now += 60 * MILLI;
            machine.tick(now);
        }
        deliver();
        long first = workers.keySet().iterator().next();
        assertThat(workers.get(first)).hasSizeGreaterThan(150);
        lose(first);
        join();
        lease();
        List<Id> fresh = submit(300);
        int steps = run(MILLI / 10, 2_000);
        assertThat(ended).containsAll(tasks).containsAll(fresh);
        assertThat(steps)
                .as("900 tasks on 3 workers, of which each runs one at a time")
                .isLessThan(400);
    }

    // ---- the workers

    private void assertOnlyThoseFail(List<Id> tasks) {
        assertThat(tasks).allSatisfy(task -> {
            if (poison.contains(task)) {
                assertThat(machine.task(task).outcome())
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                failed -> assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.WORKER_LOST));
            } else {
                assertThat(machine.task(task).outcome()).isEqualTo(SMALL);
            }
        });
    }

    /** Each worker ends one task in a step, the first that can end; gives the number of steps until all have ended. */
    private int run(long takes, int most) {
        Predicate<StreamMessage.Call> mayEnd =
                call -> !neededBy.containsKey(call.task()) || ended.contains(neededBy.get(call.task()));
        for (int step = 0; step < most; step++) {
            deliver();
            if (workers.values().stream().allMatch(ArrayDeque::isEmpty)) {
                return step;
            }
            for (long until = now + takes; now < until; ) {
                now = Math.min(until, now + 20 * MILLI);
                machine.tick(now);
            }
            deliver();
            for (long worker : List.copyOf(workers.keySet())) {
                ArrayDeque<StreamMessage.Call> queue = workers.getOrDefault(worker, new ArrayDeque<>());
                StreamMessage.Call call =
                        queue.stream().filter(mayEnd).findFirst().orElse(null);
                if (call != null && poison.contains(call.task())) {
                    lose(worker);
                    join();
                    lease();
                } else if (call != null) {
                    queue.remove(call);
                    ended.add(call.task());
                    machine.done(now, worker, new ReplyMessage.Done(call.task(), call.mailbox(), call.number(), SMALL));
                }
            }
        }
        throw new AssertionError("steps=" + most + ", ended=" + ended.size());
    }

    /** What was sent is in the queues of the workers. */
    private void deliver() {
        for (Recorder.Sent each : List.copyOf(out.sent)) {
            if (each.message() instanceof StreamMessage.Call call && workers.containsKey(each.unit())) {
                workers.get(each.unit()).add(call);
            } else if (each.message() instanceof ReplyMessage.Cancel cancel && cancel.onlyWaiting()) {
                giveBack(each.unit(), cancel);
            }
        }
        out.sent.clear();
    }

    private void giveBack(long worker, ReplyMessage.Cancel cancel) {
        ArrayDeque<StreamMessage.Call> queue = workers.getOrDefault(worker, new ArrayDeque<>());
        boolean isBehind = !queue.isEmpty() && !queue.peek().task().equals(cancel.task());
        if (isBehind && queue.removeIf(call -> call.task().equals(cancel.task()))) {
            Outcome cancelled = Outcome.cancelled(cancel.task());
            machine.done(
                    now, worker, new ReplyMessage.Done(cancel.task(), cancel.mailbox(), cancel.number(), cancelled));
        }
    }

    private void join() {
        links.connected(++lastWorker);
        workers.put(lastWorker, new ArrayDeque<>());
    }

    private void lease() {
        machine.leased(now, new ClusterMessage.Leased(List.copyOf(workers.keySet())));
    }

    private void lose(long worker) {
        deliver();
        losses++;
        workers.remove(worker).stream()
                .map(StreamMessage.Call::task)
                .filter(task -> !poison.contains(task))
                .forEach(task -> charged.merge(task, 1, Integer::sum));
        links.lost(worker);
        machine.lost(now, worker, "killed");
    }

    private List<Id> submit(int tasks) {
        List<Id> submitted = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            Id task = machine.nextId();
            machine.submit(now, task, new Order(0, false, 0, 3, List.of(), Payload.EMPTY));
            submitted.add(task);
        }
        return submitted;
    }
}
