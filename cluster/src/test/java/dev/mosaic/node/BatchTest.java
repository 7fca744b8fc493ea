package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.CallOptions;
import dev.mosaic.ConstructorFailedException;
import dev.mosaic.ItemsFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.Reduction;
import dev.mosaic.Remote;
import dev.mosaic.Sums;
import dev.mosaic.Task;
import dev.mosaic.TesseraArray;
import dev.mosaic.TesseraProxy;
import dev.mosaic.TimedOutException;
import dev.mosaic.WorkerLostException;
import dev.mosaic.function.Function1;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import program.Faulty;
import program.Inhabitant;
import program.Sleeper;
import program.Solver;

/** Batches of items over an array of tesserae, in two worker processes of which some are killed; and reductions. S3.11. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BatchTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final List<Integer> ITEMS = IntStream.range(0, 8).boxed().toList();

    private Mosaic mosaic;

    @BeforeAll
    void start() {
        mosaic = Mosaic.start(options ->
                options.workers(2).resource("seat", 1).resource("chair", 1).jvmArguments(ChildJvms.JIT));
    }

    @AfterAll
    void end() {
        mosaic.close();
    }

    @BeforeEach
    void awaitWorkers() {
        Eventually.holds("both workers are there", () -> mosaic.workers().size() == 2);
    }

    @Test
    @DisplayName("each item is called once, in order, by all tesserae, and the results come in the order of the items")
    void shouldGiveEachItemToOneOfTheTesserae() {
        TesseraArray<Remote<Sleeper>> sleepers = mosaic.remoteArray(2, Sleeper::new);
        mosaic.gather(sleepers.each(each -> each.call(Sleeper::sleep, 0L)));
        List<Integer> handed = new ArrayList<>();
        Set<String> used = new HashSet<>();
        List<Integer> heard = new ArrayList<>();

        List<Task<long[]>> tasks = sleepers.map(
                ITEMS,
                options -> options.progress((ended, count) -> heard.add(ended * 100 + count)),
                (sleeper, item) -> {
                    handed.add(item);
                    used.add(sleeper.worker());
                    return sleeper.call(Sleeper::sleep, 5L + item);
                });

        assertThat(handed).isEqualTo(ITEMS);
        assertThat(used).hasSize(2);
        assertThat(heard).containsExactly(108, 208, 308, 408, 508, 608, 708, 808);
        assertThat(tasks).hasSize(8).allMatch(task -> task.state() == Task.State.DONE);
        List<long[]> times = mosaic.gather(tasks);
        assertThat(ITEMS).allMatch(item -> times.get(item)[1] - times.get(item)[0] >= item);
    }

    @Test
    @DisplayName(
            "an item whose worker is lost runs again, and the lost tessera is made again, in a worker of its own when there is one")
    void shouldRunLostItemsAgainAndMendTheArray() {
        TesseraArray<Remote<Inhabitant>> inhabitants = mosaic.remoteArray(2, Inhabitant::new);
        List<Long> before = mosaic.gather(inhabitants.each(each -> each.call(Inhabitant::pid)));
        AtomicBoolean isFirst = new AtomicBoolean(true);

        List<Task<Long>> tasks = inhabitants.map(ITEMS, (each, item) -> {
            if (item == 2 && isFirst.getAndSet(false)) {
                ProcessHandle.of(each.call(Inhabitant::pid).result())
                        .orElseThrow()
                        .destroyForcibly();
            }
            return each.withCallOptions(CallOptions::durableResult).call(Inhabitant::pid);
        });

        assertThat(mosaic.gather(tasks)).hasSize(8).doesNotContainNull();
        Eventually.holds("each is in a worker of its own again", () -> {
            List<Task<String>> workers = inhabitants.map(ITEMS, (each, item) -> each.call(Inhabitant::worker));
            return new HashSet<>(mosaic.gather(workers)).size() == 2;
        });
        assertThat(new HashSet<>(mosaic.gather(inhabitants.each(each -> each.call(Inhabitant::pid)))))
                .hasSize(2)
                .isNotEqualTo(new HashSet<>(before));
    }

    @Test
    void shouldMendATesseraThatWasLostBefore() {
        TesseraArray<Remote<Inhabitant>> inhabitants = mosaic.remoteArray(2, Inhabitant::new);
        long lost = inhabitants.at(0).call(Inhabitant::pid).result(LONG);
        ProcessHandle.of(lost).orElseThrow().destroyForcibly();
        Eventually.holds("it is seen", () -> inhabitants.at(0).state() == TesseraProxy.State.FAILED);

        List<Task<Long>> tasks =
                inhabitants.map(ITEMS, options -> options.maxRetries(1), (each, item) -> each.call(Inhabitant::pid));

        assertThat(mosaic.gather(tasks)).hasSize(8).doesNotContain(lost);
        assertThat(inhabitants.at(0).call(Inhabitant::pid).result(LONG)).isNotEqualTo(lost);
    }

    @Test
    void shouldEndWithTheFirstItemThatFails() {
        TesseraArray<Remote<Faulty>> faulty = mosaic.remoteArray(2, Faulty::new, false);

        assertThatThrownBy(() -> faulty.map(ITEMS, (each, item) -> each.call(Faulty::fails, "item " + item)))
                .isInstanceOf(ItemsFailedException.class)
                .hasMessageContaining("of items=8, maxFailedShare=0.0; the first is item=")
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldEndWhereNoTesseraCanBeMade() {
        TesseraArray<Remote<Faulty>> faulty = mosaic.remoteArray(2, Faulty::new, true);

        assertThatThrownBy(() -> faulty.map(ITEMS, (each, item) -> each.call(Faulty::fails, "item")))
                .isInstanceOf(ItemsFailedException.class)
                .hasCauseInstanceOf(ConstructorFailedException.class);
    }

    @Test
    void shouldDropAsManyAsMayFail() {
        TesseraArray<Remote<Inhabitant>> inhabitants = mosaic.remoteArray(2, Inhabitant::new);

        List<Task<String>> tasks = inhabitants.map(
                ITEMS,
                options -> options.maxFailedShare(0.25),
                (each, item) -> each.call(Inhabitant::property, item % 4 == 1 ? null : "java.version"));

        assertThat(tasks).hasSize(8);
        for (int item : ITEMS) {
            assertThat(tasks.get(item).state())
                    .as("item %d", item)
                    .isEqualTo(item % 4 == 1 ? Task.State.FAILED : Task.State.DONE);
        }
    }

    @Test
    void shouldReturnWhenAsManyAreDoneAsAreAwaited() {
        TesseraArray<Remote<Sleeper>> sleepers = mosaic.remoteArray(2, Sleeper::new);
        Remote<Inhabitant> only = on("chair");
        assertThat(only.call(Inhabitant::pid).result(LONG)).isPositive();
        Task<Long> never = on("chair").call(Inhabitant::pid);
        List<Task<long[]>> all = new ArrayList<>();

        List<Task<long[]>> tasks = sleepers.map(ITEMS, options -> options.stopAfter(3), (sleeper, item) -> {
            all.add((item == 0 ? sleeper.after(never) : sleeper).call(Sleeper::sleep, 1L));
            return all.getLast();
        });

        assertThat(tasks).hasSize(3).doesNotContain(all.getFirst()).allMatch(task -> task.state() == Task.State.DONE);
        Eventually.holds("the rest is cancelled", () -> all.getFirst().state() == Task.State.CANCELLED);
        only.kill().await(LONG);
    }

    /** There is one of each. */
    private Remote<Inhabitant> on(String resource) {
        return mosaic.withOptions(options -> options.resource(resource, 1)).remote(Inhabitant::new);
    }

    @Test
    void shouldTellHowFarWorkersAre() {
        List<Integer> heard = new ArrayList<>();

        assertThat(mosaic.forEach(
                        ITEMS,
                        options -> options.stopAfter(5).progress((ended, count) -> heard.add(ended * 100 + count)),
                        (worker, item) -> {}))
                .isEmpty();

        assertThat(heard).startsWith(108, 208, 308, 408, 508).hasSizeLessThan(ITEMS.size());
    }

    @Test
    void shouldWaitForSoManyWorkers() {
        TesseraArray<Remote<Inhabitant>> inhabitants = mosaic.remoteArray(2, Inhabitant::new);

        assertThatThrownBy(() -> inhabitants.map(
                        ITEMS,
                        options -> options.minWorkers(3).workerTimeout(Duration.ofMillis(50)),
                        (each, item) -> each.call(Inhabitant::pid)))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("workers=2 of minWorkers=3");
    }

    @Test
    void shouldTellThatNoTesseraHasAPlace() {
        Remote<Inhabitant> only = on("seat");
        assertThat(only.call(Inhabitant::pid).result(LONG)).isPositive();
        TesseraArray<Remote<Inhabitant>> inhabitants =
                mosaic.withOptions(options -> options.resource("seat", 1)).remoteArray(2, Inhabitant::new);

        assertThatThrownBy(() -> inhabitants.map(
                        ITEMS,
                        options -> options.workerTimeout(Duration.ofMillis(50)),
                        (each, item) -> each.call(Inhabitant::pid)))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("none of elements=2 had a place");
        only.kill().await(LONG);
    }

    @Test
    void shouldRunInAWorkerToo() {
        TesseraArray<Remote<Solver>> solvers = mosaic.remoteArray(2, Solver::new, new float[] {1});
        Function1<TesseraArray<Remote<Solver>>, Float> sum = array -> {
            float all = 0;
            for (Task<Float> each : array.map(List.of(1, 2, 3), (solver, item) -> solver.call(Solver::first))) {
                all += each.result();
            }
            return all;
        };

        assertThat(mosaic.submit(sum, solvers).result(LONG)).isEqualTo(3);
    }

    @Test
    @DisplayName(
            "an array that travelled makes no tessera again: what is left for its last one, which is lost, fails at once")
    void shouldEndWhereNoneIsLeft() {
        TesseraArray<Remote<Inhabitant>> inhabitants = mosaic.remoteArray(1, Inhabitant::new);
        long lost = inhabitants.at(0).call(Inhabitant::pid).result(LONG);
        TesseraArray<Remote<Inhabitant>> travelled =
                mosaic.submit(array -> array, inhabitants).result(LONG);
        ProcessHandle.of(lost).orElseThrow().destroyForcibly();
        Eventually.holds("it is seen", () -> travelled.at(0).state() == TesseraProxy.State.FAILED);
        List<Integer> heard = new ArrayList<>();

        List<Task<Long>> tasks = travelled.map(
                ITEMS,
                options -> options.maxFailedShare(1).progress((ended, count) -> heard.add(ended)),
                (each, item) -> each.call(Inhabitant::pid));

        assertThat(tasks).hasSize(8).allMatch(task -> task.state() == Task.State.FAILED);
        assertThat(heard).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThatThrownBy(() -> travelled.map(ITEMS, (each, item) -> each.call(Inhabitant::pid)))
                .isInstanceOf(ItemsFailedException.class)
                .hasCauseInstanceOf(WorkerLostException.class);
    }

    @Test
    void shouldReduceInAnOrderThatDependsOnTheNumberOnly() {
        Reduction<String> brackets = Reduction.pairwise((a, b) -> "(" + a + b + ")");
        List<String> letters = List.of("a", "b", "c", "d", "e");
        List<Task<String>> tasks =
                letters.stream().map(each -> mosaic.submit(() -> each)).toList();

        assertThat(brackets.of(tasks).result(LONG)).isEqualTo("((ab)(c(de)))").isEqualTo(brackets.here(letters));
    }

    @Test
    void shouldLeaveReducedValuesAsTheyAre() {
        List<Task<float[]>> tasks = IntStream.range(0, 5)
                .mapToObj(i -> mosaic.submit(() -> new float[] {i, 1}))
                .toList();

        assertThat(Reduction.pairwise(Sums::floats).of(tasks).result(LONG)).containsExactly(10, 5);
        assertThat(Reduction.pairwise(Sums::floats).of(tasks).result(LONG)).containsExactly(10, 5);
        assertThat(tasks.get(3).result(LONG)).containsExactly(3, 1);
    }
}
