package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Arg;
import dev.mosaic.ArgumentFailedException;
import dev.mosaic.ConstructorFailedException;
import dev.mosaic.DeadlockException;
import dev.mosaic.FailedItem;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.Mosaic;
import dev.mosaic.NameException;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.RemoteException;
import dev.mosaic.RemoteMaker;
import dev.mosaic.SharedParameter;
import dev.mosaic.SharedValue;
import dev.mosaic.StartException;
import dev.mosaic.Sums;
import dev.mosaic.Task;
import dev.mosaic.TesseraArray;
import dev.mosaic.TesseraOptions;
import dev.mosaic.TesseraProxy;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.TimedOutException;
import dev.mosaic.Versioned;
import dev.mosaic.WaitResult;
import dev.mosaic.function.Action1;
import dev.mosaic.function.Function1;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Faulty;
import program.Inhabitant;
import program.Ledger;
import program.Pair;
import program.Relaxed;
import program.Scribe;
import program.Sleeper;
import program.Solver;
import program.Waiter;

/** What a cluster of two workers does for a program, wherever its workers run. Numbers are those of the product's rules. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClusterSuite {
    /** Workers are processes, which start slowly where many do; nothing is timed by it. */
    static final Duration LONG = Eventually.PATIENCE;

    private static final int LARGE = 4 << 20;

    /** Than an array of {@link #LARGE}; what earlier tests let go of is told meanwhile. */
    private static final int FAR_LESS_BYTES = 1 << 20;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Transcript transcript;
    private Mosaic mosaic;

    /** A cluster of two workers, at most. */
    abstract Mosaic open() throws Exception;

    /** What was said when it was open. */
    String opened() {
        return "HEAD:0          Listening at <NODE:0 | WORKER:0-1>\n";
    }

    @BeforeAll
    void start() throws Exception {
        transcript = new Transcript();
        mosaic = open();
    }

    @BeforeEach
    void forgetWhatOtherTestsLogged() {
        log.expect(log.count(""), "");
    }

    @Test
    @DisplayName(
            "S2.4: a method that returns a promise lets the next call start, and its task gives the promise's value")
    void shouldServeMethodsThatPromise() {
        Remote<Relaxed> relaxed = mosaic.remote(Relaxed::new);
        Remote<Relaxed> other = mosaic.remote(Relaxed::new);
        Task<String> heard = Task.flat(relaxed.call(Relaxed::heard));
        Task<Integer> length = Task.flat(other.call(Relaxed::lengthOf, relaxed));
        assertThat(relaxed.call(Relaxed::isVirtual).result(LONG)).isFalse();
        Task<Boolean> later = Task.flat(relaxed.call(Relaxed::isVirtualLater));
        assertThat(later.result(LONG)).isTrue();
        relaxed.call(Relaxed::say, "hello");
        assertThat(heard.result(LONG)).isEqualTo("hello");
        assertThat(length.result(LONG)).isEqualTo(5);
    }

    @Test
    @DisplayName("S2.6: an array of tesserae is spread over the workers, is called as one, and travels")
    void shouldMakeArraysOfTesserae() {
        var _ = inhabitants(); // both workers are there
        TesseraArray<Remote<Solver>> solvers = mosaic.remoteArray(4, Solver::new, new float[] {1});
        List<Task<float[]>> tasks = solvers.each(solver -> solver.call(Solver::solve, new float[] {2}));
        assertThat(mosaic.gather(tasks))
                .hasSize(4)
                .allSatisfy(data -> assertThat(data).containsExactly(3));
        for (String worker : mosaic.workers()) {
            assertThat(solvers.on(worker))
                    .hasSize(2)
                    .allSatisfy(solver -> assertThat(solver.worker()).isEqualTo(worker));
        }
        assertThat(solvers.on("worker:7:7")).isEmpty();
        Function1<TesseraArray<Remote<Solver>>, Float> second =
                array -> array.at(1).call(Solver::first).result() + array.size();
        assertThat(mosaic.submit(second, solvers).result(LONG)).isEqualTo(7);
    }

    private static int sum(Ledger ledger, int from, int more) {
        return Arrays.stream(ledger.all()).skip(from).sum() + more;
    }

    @Test
    @DisplayName("S2.3: a function that is no method of the class runs at the object, as one call in its turn")
    void shouldRunFunctionsAtTheObject() {
        Remote<Ledger> ledger = mosaic.remote(Ledger::new);
        for (int i = 1; i <= 4; i++) {
            ledger.call(Ledger::note, i);
        }
        int more = 100;
        Task<Integer> lambda = ledger.call(each -> Arrays.stream(each.all()).sum() + more);
        Task<Integer> elsewhere = ledger.call(ClusterSuite::sum, 2, 10);
        Task<Integer> promised = ledger.call(ClusterSuite::sum, Arg.of(0), lambda);
        Function1<Ledger, CompletionStage<Integer>> later = each -> CompletableFuture.completedFuture(each.count());
        Task<Integer> kept = Task.flat(ledger.call(later));
        Function1<Ledger, Multi<Integer>> items = each -> Multi.createFrom().items(each.count(), 7);
        assertThat(lambda.result(LONG)).isEqualTo(110);
        assertThat(elsewhere.result(LONG)).isEqualTo(17);
        assertThat(promised.result(LONG)).isEqualTo(120);
        assertThat(kept.result(LONG)).isEqualTo(4);
        assertThat(ledger.flow(items).collect().asList().await().atMost(LONG)).containsExactly(4, 7);
        Action1<Ledger> doubled = each -> each.note(each.count());
        ledger.call(doubled);
        assertThat(ledger.call(Ledger::all).result(LONG)).containsExactly(1, 2, 3, 4, 4);
        Function1<Ledger, Integer> failing = each -> {
            throw new IllegalStateException("at the object");
        };
        assertThatThrownBy(() -> ledger.call(failing).result(LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at the object");
    }

    @Test
    @DisplayName("a tessera is ready when its constructor has returned, whatever runs in it")
    void shouldTellWhenATesseraIsReady() {
        Remote<Sleeper> sleeper = mosaic.remote(Sleeper::new);
        sleeper.ready().await(LONG);
        assertThat(sleeper.state()).isEqualTo(TesseraProxy.State.LISTENING);
        Task<long[]> slow = sleeper.call(Sleeper::sleep, 1_000L);
        sleeper.ready().await(LONG);
        assertThat(slow.state().isFinal()).isFalse();
        assertThatThrownBy(() -> mosaic.remote(Faulty::new, true).ready().await(LONG))
                .isInstanceOf(ConstructorFailedException.class);
        slow.await(LONG);
    }

    @Test
    @DisplayName("S2.7: who asks for a name gets the tessera that has it, or makes it; also where many ask at once")
    void shouldGetATesseraOrMakeIt() throws Exception {
        RemoteMaker one =
                mosaic.withOptions(options -> options.name("one of many").getIfExists());
        List<Remote<Ledger>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Remote<Ledger>>> asked = IntStream.range(0, 8)
                    .mapToObj(any -> threads.submit(() -> one.remote(Ledger::new)))
                    .toList();
            for (Future<Remote<Ledger>> each : asked) {
                all.add(each.get());
            }
        }
        assertThat(all).containsOnly(all.getFirst());
        mosaic.gather(all.stream().map(each -> each.call(Ledger::note, 1)).toList());
        assertThat(all.getFirst().call(Ledger::count).result(LONG)).isEqualTo(8);
        assertThatThrownBy(() -> one.remote(Sleeper::new)).isInstanceOf(NameException.class);
        assertThatThrownBy(() -> mosaic.withOptions(TesseraOptions::getIfExists).remote(Ledger::new))
                .isInstanceOf(InvalidOptionException.class);
        all.getFirst().drop().await(LONG);
    }

    @Test
    @DisplayName(
            "S3.10: of tasks that are waited for, those that are ready come apart from those that are not; in the order they end")
    void shouldTellWhichTasksAreReady() {
        Remote<Sleeper> sleeper = mosaic.remote(Sleeper::new);
        sleeper.call(Sleeper::sleep, 1L).await(LONG); // it is there, so that it sleeps at once
        Task<Integer> quick = mosaic.submit(() -> 1);
        quick.await(LONG);
        Task<Integer> slow = mosaic.after(sleeper.call(Sleeper::sleep, 500L)).submit(() -> 2);
        List<Task<Integer>> tasks = List.of(slow, quick);
        WaitResult<Integer> waited = mosaic.waitFor(tasks, 1, LONG);
        assertThat(waited.ready()).containsExactly(quick);
        assertThat(waited.pending()).containsExactly(slow);
        assertThat(mosaic.asCompleted(tasks)).containsExactly(quick, slow);
        assertThat(mosaic.waitFor(tasks, 2, LONG)).isEqualTo(new WaitResult<>(tasks, List.of()));
        List<Task<Integer>> many = mosaic.map(IntStream.range(0, 2_000).boxed().toList(), number -> number);
        assertThat(mosaic.asCompleted(many).map(Task::result)).hasSize(2_000).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("S4.8: a shared value has a version, is set where that is still so, and takes several at once")
    void shouldSetACellByItsVersion() {
        SharedValue<Integer> cell = mosaic.sharedValue(1, Integer::sum);
        cell.accumulateAll(List.of(Arg.of(2), mosaic.submit(() -> 3), mosaic.put(4)));
        assertThat(cell.readVersioned().result(LONG)).isEqualTo(new Versioned<>(10, 1));
        assertThat(cell.compareAndSet(0, 7).result(LONG)).isFalse();
        assertThat(cell.compareAndSet(1, 7).result(LONG)).isTrue();
        assertThat(cell.set(mosaic.submit(() -> 8)).result(LONG)).isEqualTo(3);
        List<Task<Integer>> tasks = mosaic.map(IntStream.range(0, 40).boxed().toList(), any -> {
            int tries = 0;
            Versioned<Integer> read;
            do {
                read = cell.readVersioned().result();
                tries++;
            } while (!cell.compareAndSet(read.version(), read.value() + 1).result());
            return tries;
        });
        assertThat(mosaic.gather(tasks)).allMatch(tries -> tries >= 1);
        assertThat(cell.readVersioned().result(LONG)).isEqualTo(new Versioned<>(48, 43));
    }

    @Test
    @DisplayName(
            "a parameter is a copy of a shared value: it is pulled, pushed, pushed where nobody else has, and changed at both ends")
    void shouldShareAParameter() {
        SharedParameter<float[]> model = mosaic.sharedParameter(new float[] {1, 2});
        assertThat(model.get()).containsExactly(1, 2);
        Task<Float> early = mosaic.submit(
                copy -> {
                    copy.set(new float[] {copy.get()[0] + 10, 0});
                    copy.push();
                    return copy.get()[0];
                },
                model);
        assertThat(early.result(LONG)).isEqualTo(11);
        assertThat(model.get()).as("until it is pulled").containsExactly(1, 2);
        model.set(new float[] {5, 5});
        assertThat(model.tryPush()).as("another was first").isFalse();
        assertThat(model.pull()).containsExactly(11, 0);
        assertThat(model.version()).isEqualTo(1);
        model.set(new float[] {6, 6});
        assertThat(model.tryPush(PutOption.BROADCAST)).isTrue();
        assertThat(mosaic.submit(copy -> copy.pull()[1], model).result(LONG)).isEqualTo(6);
        model.propagate(now -> new float[] {now[0] + 1, now[1] + 1}).await(LONG);
        assertThat(model.get()).containsExactly(7, 7);
        assertThat(model.pull()).containsExactly(7, 7);
        assertThat(model.version()).isEqualTo(3);
        SharedParameter<String> named =
                mosaic.withOptions(options -> options.name("word")).sharedParameter("first");
        named.set("second");
        named.push();
        assertThat(mosaic.<String>findSharedParameter("word").get()).isEqualTo("second");
    }

    @Test
    void shouldGatherMapsInTheirOrder() {
        Map<String, Task<Integer>> tasks = new LinkedHashMap<>();
        tasks.put("b", mosaic.submit(() -> 2));
        tasks.put("a", mosaic.submit(() -> 1));
        assertThat(mosaic.gather(tasks)).containsExactly(Map.entry("b", 2), Map.entry("a", 1));
    }

    @Test
    void shouldGatherUntilATimeIsOver() {
        List<Task<Integer>> tasks = List.of(mosaic.submit(() -> 1), mosaic.submit(() -> 2));
        assertThat(mosaic.gather(tasks, LONG)).containsExactly(1, 2);
        Task<long[]> slow = mosaic.remote(Sleeper::new).call(Sleeper::sleep, 1_000L);
        List<Task<long[]>> all = List.of(slow, slow);
        assertThatThrownBy(() -> mosaic.gather(all, Duration.ofMillis(1))).isInstanceOf(TimedOutException.class);
        assertThat(mosaic.gather(all, LONG)).hasSize(2);
    }

    @Test
    @DisplayName("S3.11: each item gets a worker of its own, with what lives there")
    void shouldGiveEachItemAWorkerOfItsOwn() {
        TesseraArray<Remote<Solver>> solvers =
                mosaic.remoteArray(mosaic.workers().size(), Solver::new, new float[] {0});
        List<FailedItem<Integer>> dropped = mosaic.forEach(List.of(1, 2, 4, 8, 16, 32), (worker, item) -> {
            Remote<Solver> mine = solvers.on(worker).getFirst();
            mine.call(Solver::solve, new float[] {item}).await();
        });
        assertThat(dropped).isEmpty();
        float sum = 0;
        for (Task<Float> part : solvers.each(solver -> solver.call(Solver::first))) {
            sum += part.result(LONG);
        }
        assertThat(sum).isEqualTo(63);
    }

    @Test
    @DisplayName("a method that returns a Multi gives its values one by one, while they are made")
    void shouldGiveValuesOneByOne() {
        Remote<Relaxed> relaxed = mosaic.remote(Relaxed::new);
        Uni<List<String>> all = relaxed.flow(Relaxed::letters, 1_000)
                .collect()
                .asList()
                .memoize()
                .indefinitely();
        CompletableFuture<List<String>> collected = all.subscribeAsCompletionStage();
        relaxed.call(Relaxed::say, "abc").await();
        assertThat(collected).succeedsWithin(LONG);
        assertThat(String.join("", collected.join())).isEqualTo("abc".repeat(1_000));
    }

    @Test
    @DisplayName("S4.8: of eight callers that change a shared value 200 times each, no change is lost")
    void shouldLoseNoChangeOfACell() {
        SharedValue<Long> count = mosaic.sharedValue(0L, Sums::ofLong);
        SharedValue<float[]> sum = mosaic.sharedValue(new float[100_000], Sums::floats);
        float[] ones = new float[100_000];
        Arrays.fill(ones, 1);
        Ref<float[]> more = mosaic.put(ones);
        List<Task<String>> callers = IntStream.range(0, 8)
                .mapToObj(caller -> mosaic.submit(() -> {
                    List<Task<?>> changes = new ArrayList<>();
                    for (int i = 0; i < 200; i++) {
                        changes.add(count.accumulate(1L));
                        if (i % 20 == 0) {
                            changes.add(sum.accumulate(more));
                        }
                    }
                    changes.forEach(Task::await);
                    return dev.mosaic.Worker.current().uid();
                }))
                .toList();
        assertThat(mosaic.gather(callers)).hasSize(8);
        assertThat(count.read().result(LONG)).isEqualTo(1_600);
        assertThat(sum.read(all -> all[0] + all[99_999]).result(LONG)).isEqualTo(160f);
    }

    @Test
    @DisplayName("S4.8: a shared value is read, in part, updated, and adds what a task gives")
    void shouldChangeACell() {
        SharedValue<List<Integer>> cell = mosaic.sharedValue(List.of(1, 2, 3));
        int factor = 2;
        cell.update(all -> all.stream().map(each -> each * factor).toList());
        Task<Integer> last = cell.read(all -> all.getLast());
        assertThat(cell.read().result(LONG)).containsExactly(2, 4, 6);
        assertThat(last.result(LONG)).isEqualTo(6);
        Task<Integer> seven = mosaic.submit(() -> 7);
        cell.accumulate(seven, (all, more) -> {
            List<Integer> longer = new ArrayList<>(all);
            longer.add(more);
            return longer;
        });
        assertThat(cell.updateAndGet(all -> all.subList(2, 4)).result(LONG)).containsExactly(6, 7);
        Task<?> failed = cell.update(all -> {
            throw new IllegalStateException("not this one");
        });
        assertThatThrownBy(() -> failed.await(LONG)).hasMessageContaining("not this one");
        assertThatThrownBy(() -> cell.accumulate(List.of(1)).await(LONG)).hasMessageContaining("without an operator");
        assertThat(cell.read(List::size).result(LONG)).as("it keeps its value").isEqualTo(2);
    }

    @Test
    @DisplayName("S4.8: a shared value with a name is found by it, and lives until it is dropped")
    void shouldFindACellByItsName() {
        SharedValue<Integer> made =
                mosaic.withOptions(options -> options.name("counter")).sharedValue(5, Sums::ofInt);
        assertThat(made.accumulate(2).await(LONG).state()).isEqualTo(Task.State.DONE);
        SharedValue<Integer> found = mosaic.findSharedValue("counter");
        assertThat(found).isEqualTo(made);
        assertThat(found.read().result(LONG)).isEqualTo(7);
        assertThatThrownBy(() -> mosaic.findRemote("counter", Ledger.class)).isInstanceOf(NameException.class);
        found.drop().await(LONG);
        assertThatThrownBy(() -> made.read().result(LONG)).isInstanceOf(TesseraStoppedException.class);
    }

    @AfterAll
    void end() {
        transcript.close();
        if (mosaic != null) { // else it was not to be opened here
            mosaic.close();
            shut();
        }
    }

    /** Ends what {@link #open} started beside. */
    void shut() {}

    final Mosaic mosaic() {
        return mosaic;
    }

    final Transcript transcript() {
        return transcript;
    }

    /** One tessera in each of the two workers. */
    final List<Remote<Inhabitant>> inhabitants() {
        List<Remote<Inhabitant>> all = new ArrayList<>();
        Eventually.holds("there is a tessera in each of the two workers", () -> {
            all.add(mosaic.remote(Inhabitant::new));
            return all.stream()
                            .map(each -> each.call(Inhabitant::worker).result(LONG))
                            .distinct()
                            .count()
                    == 2;
        });
        Remote<Inhabitant> last = all.getLast();
        String there = last.call(Inhabitant::worker).result(LONG);
        Remote<Inhabitant> other = all.stream()
                .filter(each -> !each.call(Inhabitant::worker).result(LONG).equals(there))
                .findFirst()
                .orElseThrow();
        return List.of(last, other);
    }

    @Test
    void shouldSayWhatListens_S1_4() {
        assertThat(transcript.error()).contains(opened());
    }

    @Test
    void shouldRefuseASecondMosaic_S1_3() {
        assertThatThrownBy(() -> Mosaic.start(1))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("a Mosaic runs in this process already");
    }

    @Test
    void shouldShowOutputOfUserCodeBehindItsWorker_S1_4() {
        Remote<Inhabitant> speaker = mosaic.remote(Inhabitant::new);
        String worker = speaker.call(Inhabitant::worker).result(LONG);
        speaker.call(Inhabitant::says, "Grüße aus der Ferne").await(LONG);
        speaker.call(Inhabitant::complains, "half ", "and half").await(LONG);
        String prefix = (worker.toUpperCase(java.util.Locale.ROOT) + " ".repeat(16)).substring(0, 16);
        Eventually.holds(
                "standard output is shown in the head, by line, with the prefix",
                () -> transcript.out().contains(prefix + "Grüße aus der Ferne\n"));
        Eventually.holds(
                "standard error is too, whole lines", () -> transcript.error().contains(prefix + "half and half\n"));
    }

    @Test
    void shouldReturnValues_S3_3() {
        Remote<Solver> solver = mosaic.remote(Solver::new, new float[] {1, 2});
        Task<float[]> solved = solver.call(Solver::solve, new float[] {10, 20});
        assertThat(solved.result(LONG)).containsExactly(11, 22);
        assertThat(solved.state()).isEqualTo(Task.State.DONE);
    }

    @Test
    void shouldCaptureArgumentsBeforeTheCallReturns_S3_1() {
        float[] array = {1};
        Remote<Solver> solver = mosaic.remote(Solver::new, array);
        array[0] = 100;
        float[] update = {10};
        Task<float[]> solved = solver.call(Solver::solve, update);
        update[0] = 1000;
        assertThat(solved.result(LONG)).containsExactly(11);
        assertThat(array).containsExactly(100);
    }

    @Test
    void shouldCaptureResultsBeforeTheNextCall_S3_1() {
        Remote<Solver> solver = mosaic.remote(Solver::new, new float[] {0});
        Task<float[]> first = solver.call(Solver::solve, new float[] {1});
        Task<float[]> second = solver.call(Solver::solve, new float[] {1});
        assertThat(second.result(LONG)).containsExactly(2);
        assertThat(first.result(LONG)).containsExactly(1);
    }

    @Test
    void shouldReadFields_S2_5() {
        Remote<Solver> solver = mosaic.remote(Solver::new, new float[] {3});
        Task<float[]> before = solver.get("data");
        solver.call(Solver::solve, new float[] {1});
        Task<float[]> after = solver.get("data");
        assertThat(after.result(LONG)).containsExactly(4);
        assertThat(before.result(LONG)).containsExactly(3);
    }

    @Test
    void shouldRunTwoTesseraeInParallelWhateverIsAwaitedFirst_S2_4() {
        List<Remote<Inhabitant>> places = inhabitants();
        List<Remote<Sleeper>> sleepers = new ArrayList<>();
        Eventually.holds("there is a sleeper in each worker", () -> {
            sleepers.add(mosaic.remote(Sleeper::new));
            sleepers.getLast().call(Sleeper::sleep, 0L).await(LONG);
            return sleepers.stream().map(Remote::worker).distinct().count() == places.size();
        });
        Remote<Sleeper> a = sleepers.getLast();
        Remote<Sleeper> b = sleepers.stream()
                .filter(each -> !each.worker().equals(a.worker()))
                .findFirst()
                .orElseThrow();
        Task<long[]> first = a.call(Sleeper::sleep, 1000L);
        Task<long[]> second = b.call(Sleeper::sleep, 1000L);
        long[] secondTimes = second.result(LONG);
        long[] firstTimes = first.result(LONG);
        long together = Math.min(firstTimes[1], secondTimes[1]) - Math.max(firstTimes[0], secondTimes[0]);
        assertThat(together).as("milliseconds in which both slept").isGreaterThan(700);
    }

    /** A lambda whose body is a call may be a function or an action for the compiler; it is a function. */
    @Test
    void shouldTakeALambdaThatCallsForAFunction_S2_3() {
        Remote<Ledger> ledger = mosaic.remote(Ledger::new);
        Task<Integer> one = ledger.call(each -> each.note(5));
        Task<Integer> two = ledger.call((each, number) -> each.note(number), 6);
        Task<@Nullable Void> none = ledger.call(each -> {
            each.note(7);
        });
        assertThat(one.result(LONG)).isEqualTo(1);
        assertThat(two.result(LONG)).isEqualTo(2);
        assertThat(none.result(LONG)).isNull();
        assertThat(ledger.call(each -> each.all()).result(LONG)).containsExactly(5, 6, 7);
    }

    @Test
    void shouldRunCallsOfOneCallerInOrder_S2_4() {
        Remote<Ledger> ledger = mosaic.remote(Ledger::new);
        int count = 20_000;
        for (int i = 0; i < count; i++) {
            ledger.call(Ledger::note, i);
        }
        assertThat(ledger.call(Ledger::all).result(LONG))
                .isEqualTo(IntStream.range(0, count).toArray());
    }

    @Test
    void shouldKeepTheOrderOfEachCaller_S2_4() {
        Remote<Ledger> ledger = mosaic.remote(Ledger::new);
        int count = 2_000;
        List<Task<Integer>> writers = IntStream.rangeClosed(1, 3)
                .mapToObj(writer -> mosaic.remote(Scribe::new, ledger).call(Scribe::write, writer * 100_000, count))
                .toList();
        writers.forEach(writer -> assertThat(writer.result(LONG)).isEqualTo(count));
        int[] all = ledger.call(Ledger::all).result(LONG);
        assertThat(all).hasSize(3 * count);
        for (int writer = 1; writer <= 3; writer++) {
            int from = writer * 100_000;
            assertThat(Arrays.stream(all).filter(note -> note / 100_000 * 100_000 == from))
                    .as("notes of caller " + writer)
                    .containsExactlyElementsOf(
                            IntStream.range(from, from + count).boxed().toList());
        }
    }

    @Tag("inside")
    @Test
    void shouldMoveAChainFromWorkerToWorker_S3_4() {
        Remote<Solver> a = mosaic.remote(Solver::new, new float[LARGE]);
        Remote<Solver> b = mosaic.remote(Solver::new, new float[LARGE]);
        b.call(Solver::first).await(LONG);
        Task<float[]> start = a.call(Solver::solve, new float[LARGE]);
        start.await(LONG);
        long sent = ProgramHead.bytesSent();
        long received = ProgramHead.bytesReceived();
        Task<float[]> chain = start;
        for (int i = 0; i < 4; i++) {
            chain = (i % 2 == 0 ? b : a).call(Solver::solve, chain);
        }
        chain.await(LONG);
        assertThat(ProgramHead.bytesSent() - sent)
                .as("bytes the head sent for a chain of 16 MiB each")
                .isLessThan(FAR_LESS_BYTES);
        assertThat(ProgramHead.bytesReceived() - received)
                .as("bytes it received")
                .isLessThan(FAR_LESS_BYTES);
    }

    @Tag("inside")
    @Test
    void shouldLetGoOfLargeResultsThatNobodyHasAnyMore_S3_3() {
        int open = ProgramHead.open();
        for (int i = 0; i < 400; i++) {
            mosaic.submit(() -> new float[1 << 18]).await(LONG);
        }
        Eventually.holds("most of 400 MiB is let go of", () -> ProgramHead.open() < open + 200);
    }

    @Test
    void shouldRunWhatFollowsATaskWhereThatIs_S3_4() {
        for (Remote<Inhabitant> each : inhabitants()) {
            Task<String> where = each.call(Inhabitant::worker)
                    .then(uid -> uid + " " + dev.mosaic.Worker.current().uid());
            assertThat(where.result(LONG)).isEqualTo(each.worker() + " " + each.worker());
        }
        Task<Integer> failed = mosaic.<Integer>submit(() -> {
                    throw new IOException("no disk");
                })
                .then(value -> value + 1);
        assertThatThrownBy(() -> failed.result(LONG)).isInstanceOf(ArgumentFailedException.class);
    }

    @Test
    void shouldGiveTheComponentsOfARecord_S3_3() {
        Task<Pair> pair = mosaic.submit(() -> new Pair("left", 2));
        assertThat(pair.then(Pair::left).result(LONG)).isEqualTo("left");
        assertThat(pair.then(Pair::right).result(LONG)).isEqualTo(2);
    }

    @Test
    void shouldWaitForAllTasksAtABarrier_S3_10() {
        Remote<Ledger> ledger = mosaic.remote(Ledger::new);
        for (int i = 0; i < 1_000; i++) {
            ledger.call(Ledger::note, 1);
        }
        Task<?> failing = mosaic.submit(() -> {
            throw new IllegalStateException("all the same");
        });
        mosaic.barrier(LONG);
        assertThat(failing.state()).isEqualTo(Task.State.FAILED);
        Task<Integer> count = ledger.call(Ledger::count);
        assertThat(count.result(LONG)).isEqualTo(1_000);
        Task<long[]> slow = mosaic.remote(Sleeper::new).call(Sleeper::sleep, 1_000L);
        assertThatThrownBy(() -> mosaic.barrier(Duration.ofMillis(50))).isInstanceOf(TimedOutException.class);
        mosaic.barrier(LONG);
        assertThat(slow.state()).isEqualTo(Task.State.DONE);
    }

    @Test
    void shouldCancelWhatIsOpenWhenAnExecutorIsShutDownNow_S3_9() throws Exception {
        ExecutorService executor = mosaic.executorService();
        Callable<Integer> sleeping = (Callable<Integer> & Serializable) () -> {
            var _ = new CountDownLatch(1).await(60, TimeUnit.SECONDS);
            return 0;
        };
        List<Future<Integer>> open = Stream.generate(() -> executor.submit(sleeping))
                .limit(8) // some run, others wait
                .toList();

        assertThat(executor.shutdownNow()).isEmpty();

        assertThat(executor.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(open).allSatisfy(each -> assertThatThrownBy(each::get).isInstanceOf(CancellationException.class));
        assertThatThrownBy(() -> executor.submit(sleeping)).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void shouldServeAnExecutor_S3_9() throws Exception {
        try (ExecutorService executor = mosaic.executorService()) {
            Callable<Integer> answer = (Callable<Integer> & Serializable) () -> 42;
            Callable<Integer> failing = (Callable<Integer> & Serializable) () -> {
                throw new IOException("no disk");
            };
            Callable<Integer> sleeping = (Callable<Integer> & Serializable) () -> {
                var _ = new CountDownLatch(1).await(20, TimeUnit.SECONDS);
                return 0;
            };
            assertThat(executor.submit(answer).get(20, TimeUnit.SECONDS)).isEqualTo(42);
            assertThat(executor.invokeAll(List.of(answer, answer)).getLast().get())
                    .isEqualTo(42);
            assertThat(executor.invokeAny(List.of(sleeping, failing, answer))).isEqualTo(42);
            Future<Integer> failed = executor.submit(failing);
            assertThatThrownBy(failed::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(IOException.class);
            assertThat(failed.isDone()).isTrue();
            Future<Integer> slow = executor.submit(sleeping);
            assertThatThrownBy(() -> slow.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(slow.cancel(true)).isTrue();
            assertThatThrownBy(slow::get).isInstanceOf(CancellationException.class);
            executor.shutdown();
            assertThatThrownBy(() -> executor.submit(answer)).isInstanceOf(RejectedExecutionException.class);
            assertThat(executor.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(mosaic.submit(() -> 1).result(LONG)).as("Mosaic goes on").isEqualTo(1);
    }

    @Test
    void shouldFailCallsWhereTheConstructorThrows_S3_6() {
        Remote<Faulty> faulty = mosaic.remote(Faulty::new, true);
        assertThatThrownBy(() -> faulty.call(Faulty::fails, "never").result(LONG))
                .isInstanceOf(ConstructorFailedException.class)
                .hasStackTraceContaining("no mesh was given");
    }

    @Test
    void shouldThrowTheOriginalWhereItIsUnchecked_S3_6() {
        Remote<Faulty> faulty = mosaic.remote(Faulty::new, false);
        assertThatThrownBy(() -> faulty.call(Faulty::fails, "wrong shape").result(LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("wrong shape")
                .hasStackTraceContaining("program.Faulty.fails");
    }

    @Test
    void shouldWrapWhatIsCheckedOrUnknownHere_S3_6() {
        Remote<Faulty> faulty = mosaic.remote(Faulty::new, false);
        assertThatThrownBy(() -> faulty.call(Faulty::failsChecked, "no disk").result(LONG))
                .isInstanceOf(RemoteException.class)
                .hasStackTraceContaining("no disk");
        assertThatThrownBy(() -> faulty.call(Faulty::failsStrangely, "odd").result(LONG))
                .isInstanceOf(RemoteException.class)
                .hasStackTraceContaining("program.made.StrangeException")
                .hasStackTraceContaining("odd");
    }

    @Test
    void shouldFailDependentsWithTheChainOfCauses_S3_6() {
        Remote<Faulty> faulty = mosaic.remote(Faulty::new, false);
        Remote<Ledger> ledger = mosaic.remote(Ledger::new);
        Task<Integer> failed = faulty.call(Faulty::fails, "wrong shape");
        Task<Integer> dependent = ledger.call(Ledger::note, failed);
        assertThatThrownBy(() -> dependent.result(LONG))
                .isInstanceOf(ArgumentFailedException.class)
                .hasStackTraceContaining("wrong shape");
        assertThat(ledger.call(Ledger::count).result(LONG)).isZero();
    }

    @Test
    void shouldNameASelfCall_S3_5() {
        Remote<Waiter> waiter = mosaic.remote(Waiter::new);
        assertThatThrownBy(() -> waiter.call(Waiter::ask, waiter).result(LONG))
                .satisfiesAnyOf(
                        thrown -> assertThat(thrown).isInstanceOf(DeadlockException.class),
                        thrown -> assertThat(thrown).hasCauseInstanceOf(DeadlockException.class));
        assertThat(waiter.call(Waiter::answer).result(LONG)).isEqualTo(42);
    }

    @Test
    void shouldNameACycleOfTwo_S3_5() {
        Remote<Waiter> a = mosaic.remote(Waiter::new);
        Remote<Waiter> b = mosaic.remote(Waiter::new);
        assertThatThrownBy(() -> a.call(Waiter::askToAsk, b, a).result(LONG))
                .satisfiesAnyOf(
                        thrown -> assertThat(thrown).isInstanceOf(DeadlockException.class),
                        thrown -> assertThat(thrown).hasRootCauseInstanceOf(DeadlockException.class));
        assertThat(a.call(Waiter::answer).result(LONG)).isEqualTo(42);
        assertThat(b.call(Waiter::answer).result(LONG)).isEqualTo(42);
    }

    @Test
    void shouldEndAWaitAtItsDeadline_S3_7() {
        Remote<Sleeper> sleeper = mosaic.remote(Sleeper::new);
        Task<long[]> task = sleeper.call(Sleeper::sleep, 500L);
        assertThatThrownBy(() -> task.result(Duration.ofMillis(50))).isInstanceOf(TimedOutException.class);
        assertThat(task.result(LONG)).as("the task itself goes on").hasSize(2);
        Task<long[]> limited = sleeper.withCallOptions(options -> options.timeout(Duration.ofMillis(100)))
                .call(Sleeper::sleep, 1_000L);
        assertThatThrownBy(() -> limited.result(LONG)).isInstanceOf(TimedOutException.class);
    }

    @Test
    void shouldRunStatelessTasks_S3_9() {
        int outside = 7;
        assertThat(mosaic.submit(() -> outside * 6).result(LONG)).isEqualTo(42);
        List<Integer> items = IntStream.range(0, 1_000).boxed().toList();
        List<Integer> squares = mosaic.gather(mosaic.map(items, item -> item * item));
        assertThat(squares).isEqualTo(items.stream().map(item -> item * item).toList());
    }

    @Test
    void shouldFailCallsOfADroppedTessera_S2_7() {
        Remote<Ledger> ledger = mosaic.remote(Ledger::new);
        Task<Integer> before = ledger.call(Ledger::note, 1);
        ledger.drop().await(LONG);
        assertThat(before.result(LONG)).isEqualTo(1);
        assertThatThrownBy(() -> ledger.call(Ledger::note, 2).result(LONG)).isInstanceOf(TesseraStoppedException.class);
    }

    @Test
    void shouldHoldTenThousandTesserae_S2_4() {
        List<Remote<Ledger>> ledgers = IntStream.range(0, 10_000)
                .mapToObj(i -> mosaic.remote(Ledger::new))
                .toList();
        List<Task<Integer>> notes =
                ledgers.stream().map(each -> each.call(Ledger::note, 5)).toList();
        assertThat(mosaic.gather(notes)).hasSize(10_000).containsOnly(1);
        List<Task<Void>> drops = ledgers.stream().map(Remote::drop).toList();
        assertThat(mosaic.gather(drops)).hasSize(10_000);
    }
}
