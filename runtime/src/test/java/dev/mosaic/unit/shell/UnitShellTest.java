package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Arg;
import dev.mosaic.ArgumentFailedException;
import dev.mosaic.CallOptions;
import dev.mosaic.ConstructorFailedException;
import dev.mosaic.DeadlockException;
import dev.mosaic.FailedItem;
import dev.mosaic.ItemOptions;
import dev.mosaic.ItemsFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.NameException;
import dev.mosaic.NoMosaicException;
import dev.mosaic.OverloadedException;
import dev.mosaic.Remote;
import dev.mosaic.RemoteException;
import dev.mosaic.SerializationException;
import dev.mosaic.Task;
import dev.mosaic.TaskCancelledException;
import dev.mosaic.TesseraOptions;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.TimedOutException;
import dev.mosaic.Worker;
import dev.mosaic.WorkerLostException;
import dev.mosaic.function.Action2;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.program.Circle;
import dev.mosaic.program.Counter;
import dev.mosaic.program.Faulty;
import dev.mosaic.program.Lambdas;
import dev.mosaic.program.Meeting;
import dev.mosaic.program.Plain;
import dev.mosaic.program.Smuggler;
import dev.mosaic.testing.Eventually;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.calls.CallSettings;
import dev.mosaic.unit.kernel.KernelSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A head and its workers in one JVM, with unix sockets between them. */
class UnitShellTest {
    private static final Duration LONG = Eventually.PATIENCE;

    private TestCluster cluster;

    @BeforeEach
    void open() {
        cluster = TestCluster.of(2, 1);
    }

    private Remote<Counter> counter() {
        Function0<Counter> constructor = Counter::new;
        return cluster.make(Counter.class, constructor);
    }

    private static Task<Integer> add(Remote<Counter> counter, int amount) {
        return counter.<Integer, Integer>call(Counter::add, amount);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    @DisplayName("S3.10: a barrier that asks a worker which only the monitor reaches fails, naming both sides")
    void shouldFailABarrierThatAsksAWorkerWhichOnlyTheMonitorReaches_S3_10() {
        KernelSettings hasty = KernelSettings.DEFAULT.withUnreachable(TimeUnit.SECONDS.toNanos(1));
        try (UnitShell program = cluster.open(Member.Kind.PROGRAM, "head:1", 0, hasty)) {
            assertThat(program.awaitWorkers(2, LONG)).isTrue();
            assertThat(program.barrier(LONG)).isTrue();
            Member like = cluster.workers.getFirst().self();
            String endpoint =
                    like.endpoint().replace("worker:0:0", "worker:0:9").replace("worker-0-0", "worker-0-9");
            Member nobody = new Member(
                    "worker:0:9",
                    9,
                    like.kind(),
                    endpoint,
                    like.node(),
                    1,
                    program.self().instance());
            cluster.monitor.say(program.self().instance(), new ClusterMessage.Members(1, List.of(nobody), List.of()));
            assertThat(program.awaitWorkers(3, LONG)).isTrue();
            assertThatThrownBy(() -> program.barrier(LONG))
                    .isInstanceOf(WorkerLostException.class)
                    .hasMessageContaining("it is not known whether all tasks have ended")
                    .hasMessageContaining("head:1 has not reached worker:0:9 for ")
                    .hasMessageContaining("and the monitor hears worker:0:9");
            cluster.monitor.say(
                    program.self().instance(),
                    new ClusterMessage.Members(
                            1, List.of(), List.of(new ClusterMessage.Loss(nobody.instance(), "the test ended it"))));
            assertThat(program.barrier(LONG)).isTrue();
        }
    }

    @Test
    void shouldCreateAndCall() {
        Remote<Counter> counter = counter();

        assertThat(add(counter, 2).result()).isEqualTo(2);
        assertThat(add(counter, 3).result()).isEqualTo(5);
        assertThat(counter.get("total").result()).isEqualTo(5);
        counter.set("total", 7).await();
        assertThat(add(counter, 0).result()).isEqualTo(7);
        assertThat(counter.worker()).isEqualTo(counter.call(Counter::where).result());
        assertThat(counter.state()).hasToString("LISTENING");
    }

    @Test
    void shouldShowNameStateAndTimeOfATask_S3_2() {
        Remote<Counter> counter = counter();
        Task<Integer> done = add(counter, 2);
        done.await();
        Task<Integer> failed = counter.call(Counter::fail, "on purpose");
        assertThatThrownBy(failed::await).isInstanceOf(RuntimeException.class);

        assertThat(done.uid()).matches("task-counter-add-\\S+");
        assertThat(done.toString()).matches("Task\\[" + done.uid() + ", DONE, \\d+ ms]");
        assertThat(done.toString()).as("its time does not go on").isEqualTo(done.toString());
        assertThat(failed.toString()).matches("Task\\[" + failed.uid() + ", FAILED, \\d+ ms]");
    }

    @Test
    void shouldPassTasksAsArgumentsBetweenWorkersWithoutTheHead() {
        Remote<Counter> a = counter();
        Remote<Counter> b = counter();
        float[] values = new float[100_000];
        values[99_999] = 1;

        Task<float[]> first = a.call(Counter::scale, values);
        first.await();
        long received = cluster.head.bytesReceived();
        long sent = cluster.head.bytesSent();
        Task<float[]> second = b.call(Counter::scale, first);
        second.await();

        assertThat(cluster.head.bytesReceived() - received)
                .as("received by the head")
                .isLessThan(1_000);
        assertThat(cluster.head.bytesSent() - sent).as("sent by the head").isLessThan(1_000);
        assertThat(a.worker()).isNotEqualTo(b.worker());
        float[] result = second.result();
        assertThat(result[99_999]).isEqualTo(4);
        assertThat(second.result()).as("the value is remembered").isSameAs(result);
    }

    @Test
    void shouldChainWithoutWaiting() {
        List<Remote<Counter>> counters = List.of(counter(), counter());
        Task<float[]> task = counters.get(0).call(Counter::scale, new float[] {1});
        for (int i = 0; i < 10; i++) {
            task = counters.get(i % 2).call(Counter::scale, task);
        }
        assertThat(task.result()).containsExactly(2048);
    }

    @Test
    void shouldRefuseWhatTheTypeOfTheMethodDoesNotAllow() {
        Remote<Smuggler> smuggler = cluster.make(Smuggler.class, (Function0<Smuggler>) Smuggler::new);
        for (Task<?> task : List.of(smuggler.call(Smuggler::names), smuggler.call(Smuggler::later))) {
            assertThatExceptionOfType(SerializationException.class)
                    .isThrownBy(() -> task.result(LONG))
                    .withMessageContaining("class=" + Smuggler.Goods.class.getName())
                    .withMessageContaining(Smuggler.class.getName() + ".");
        }
        assertThatExceptionOfType(SerializationException.class)
                .isThrownBy(() ->
                        smuggler.flow(Smuggler::flow).collect().asList().await().atMost(LONG))
                .withMessageContaining(Smuggler.class.getName() + ".flow()");

        assertThat(smuggler.call(Smuggler::honest).result()).containsExactly("a", "b");
        assertThat(smuggler.call(Smuggler::anything).result()).isInstanceOf(Smuggler.Goods.class);
    }

    @Test
    void shouldGiveOriginalExceptionsWhereTheyAreUnchecked() {
        Remote<Counter> counter = counter();
        Task<Integer> task = counter.call(Counter::fail, "boom");

        assertThatThrownBy(task::result)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("boom")
                .satisfies(thrown -> assertThat(thrown.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("fail")))
                .satisfies(thrown -> assertThat(thrown.getSuppressed()[0].getMessage())
                        .contains(task.uid())
                        .contains("worker:0:"));
        assertThatThrownBy(task::await).isInstanceOf(IllegalStateException.class);
        assertThat(task.state()).isEqualTo(Task.State.FAILED);
        assertThatThrownBy(() -> counter.call(Counter::refuse).result()).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() ->
                        counter.<Integer, Integer>call(Counter::overflow, 0).result())
                .isInstanceOf(StackOverflowError.class);
        assertThat(add(counter, 1).result()).as("the lane lives").isEqualTo(1);
    }

    @Test
    void shouldGiveCheckedExceptionsAsCause() {
        assertThatThrownBy(() -> counter().call(Counter::failChecked, "disk").result())
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("worker:0:")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldFailDependentsWithTheChainOfCauses() {
        Remote<Counter> a = counter();
        Task<Integer> failed = a.call(Counter::fail, "boom");
        assertThatThrownBy(() ->
                        counter().<Integer, Integer>call(Counter::add, failed).result())
                .isInstanceOf(ArgumentFailedException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldKeepTheRootCauseOfALongChainOfTasks_S3_6() {
        Task<Integer> failed = counter().call(Counter::fail, "boom");
        Remote<Counter> adder = counter();
        for (int i = 0; i < 300; i++) {
            failed = adder.call(Counter::add, failed);
        }
        Task<Integer> last = failed;
        assertThatThrownBy(() -> last.result(LONG))
                .isInstanceOf(ArgumentFailedException.class)
                .hasRootCauseExactlyInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("boom")
                .hasStackTraceContaining("failures between that are left out: 270");
    }

    @Test
    void shouldFailCallsWhereTheConstructorThrew() {
        Function1<Integer, Counter> constructor = Counter::new;
        Remote<Counter> counter = cluster.make(Counter.class, constructor, -1);
        assertThatThrownBy(() -> add(counter, 1).result())
                .isInstanceOf(ConstructorFailedException.class)
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> add(counter, 1).result()).isInstanceOf(ConstructorFailedException.class);
        assertThat(counter.state()).hasToString("FAILED");
    }

    @Test
    void shouldEndWaitsAndCallsInTime() {
        Remote<Counter> counter = counter();
        Task<Integer> slow = counter.<Integer, Integer>call(Counter::slow, 500);
        assertThatThrownBy(() -> slow.result(Duration.ofMillis(30))).isInstanceOf(TimedOutException.class);
        assertThatThrownBy(() -> slow.await(Duration.ofMillis(30))).isInstanceOf(TimedOutException.class);
        Task<Integer> late = counter.withCallOptions(options -> options.timeout(Duration.ofMillis(60)))
                .<Integer, Integer>call(Counter::add, 1);
        assertThatThrownBy(late::result).isInstanceOf(TimedOutException.class);
        assertThat(slow.result()).isEqualTo(500);
    }

    @Test
    void shouldNameADeadlockOfACallToItself() {
        Remote<Counter> counter = counter();
        assertThatThrownBy(() -> counter.call(Counter::addToSelf, counter).result())
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("addToSelf");
        assertThat(add(counter, 1).result()).isPositive();
    }

    @Test
    void shouldNameADeadlockOverTwoWorkers() {
        Remote<Counter> a = counter();
        Remote<Counter> b = counter();
        assertThatThrownBy(() -> a.call(Counter::callBack, b, a).result(Duration.ofSeconds(20)))
                .isInstanceOf(DeadlockException.class);
    }

    @Test
    void shouldGiveThePermitBackWhileACallWaitsForAnother() {
        cluster.close();
        cluster = TestCluster.of(1, 1);
        Remote<Counter> a = counter();
        Remote<Counter> b = counter();
        assertThat(a.<Remote<Counter>, Integer, Integer>call(Counter::addThrough, b, 4)
                        .result(Duration.ofSeconds(10)))
                .isEqualTo(4);
    }

    @Test
    void shouldServeAsynchronousMethods() {
        Remote<Counter> counter = counter();
        Task<Integer> task = Task.flat(counter.call(Counter::later, 4));
        assertThat(task.result()).isEqualTo(5);
        Task<Integer> failed = Task.flat(counter.call(Counter::failUni, "boom"));
        assertThatThrownBy(failed::result)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("boom");
    }

    @Test
    @DisplayName("S2.4: an asynchronous method runs in a virtual thread, and gives its permit back where it waits")
    void shouldRunAsynchronousMethodsInVirtualThreads() {
        cluster.close();
        cluster = TestCluster.of(1, 1);
        Task<Boolean> task = Task.flat(counter().call(Counter::isVirtual, counter()));
        assertThat(task.result(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    @DisplayName("S2.4: the next call starts once an asynchronous method has returned, whatever its promise then does")
    void shouldStartTheNextCallWhileAPromiseIsOpen() {
        cluster.close();
        cluster = TestCluster.of(1, 1);
        Remote<Counter> counter = counter();
        Task<Integer> first = Task.flat(counter.call(Counter::uniBehindTheGate));
        Task<Integer> second = add(counter, 3);
        assertThat(second.result(Duration.ofSeconds(10))).isEqualTo(3);
        assertThat(comesTrue(() -> first.state() == Task.State.RUNNING)).isTrue();
        counter.call(Counter::open);
        assertThat(first.result(Duration.ofSeconds(10))).isEqualTo(3);
    }

    @Test
    @DisplayName("S2.4, S3.5: a tessera that calls itself and gives the task waits for nothing")
    void shouldLetATesseraCallItselfAsynchronously() {
        Remote<Counter> counter = counter();
        Task<Integer> task = Task.flat(counter.call(Counter::addToSelfLater, counter));
        assertThat(task.result(Duration.ofSeconds(10))).isEqualTo(1);
    }

    @Test
    @DisplayName("S3.7: a timeout and a cancel end the task of a promise and its subscription")
    void shouldEndWhatIsPromisedTooLateOrWantedNoMore() {
        Remote<Counter> tooLate = counter();
        Task<Integer> late = Task.flat(
                tooLate.withCallOptions(o -> o.timeout(Duration.ofMillis(100))).call(Counter::neverUni));
        assertThatThrownBy(() -> late.result(Duration.ofSeconds(5)))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("timeoutNanos=");
        assertThat(comesTrue(() -> add(tooLate, 0).result() == -1))
                .as("its subscription was cancelled")
                .isTrue();
        Remote<Counter> counter = counter();
        Task<Integer> unwanted = Task.flat(counter.call(Counter::neverUni));
        assertThat(add(counter, 0).result()).isZero();
        unwanted.cancel();
        assertThatThrownBy(() -> unwanted.result(Duration.ofSeconds(5))).isInstanceOf(TaskCancelledException.class);
        assertThat(comesTrue(() -> add(counter, 0).result() == -1))
                .as("its subscription was cancelled")
                .isTrue();
    }

    @Test
    @DisplayName("S2.4: so many calls run at once as the class says, and no more")
    void shouldRunSoManyCallsAtOnceAsTheClassSays() {
        cluster.close();
        cluster = TestCluster.of(1, 4);
        Function0<Meeting> constructor = Meeting::new;
        Remote<Meeting> meeting = cluster.make(Meeting.class, constructor);
        Task<Boolean> first = meeting.call(Meeting::meet);
        Task<Boolean> second = meeting.call(Meeting::meet);
        assertThat(first.result()).isTrue();
        assertThat(second.result()).isTrue();
        List<Task<Integer>> stays = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            stays.add(meeting.call(Meeting::stay, 20));
        }
        assertThat(stays.getLast().result()).isEqualTo(2);
    }

    @Test
    void shouldCompleteStages() throws Exception {
        Remote<Counter> counter = counter();
        assertThat(add(counter, 3).toCompletionStage().toCompletableFuture().get(LONG.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(3);
        assertThat(add(counter, 3).uni().await().atMost(Duration.ofSeconds(5))).isEqualTo(6);
        Task<Integer> failed = counter.call(Counter::fail, "boom");
        assertThatThrownBy(
                        () -> failed.toCompletionStage().toCompletableFuture().get(LONG.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
        Task<float[]> large = counter.call(Counter::scale, new float[10_000]);
        assertThat(large.toCompletionStage().toCompletableFuture().get(LONG.toSeconds(), TimeUnit.SECONDS))
                .hasSize(10_000);
    }

    @Test
    @DisplayName("S3.11: one item at a time in each worker, each in the worker that it is given")
    void shouldGiveEachItemAWorkerOfItsOwn() {
        cluster.close();
        cluster = TestCluster.of(3, 4);
        Lambdas.VISITS.clear();
        List<FailedItem<Integer>> dropped =
                forEach(IntStream.range(0, 30).boxed().toList(), Lambdas.visit(), options -> {});
        assertThat(dropped).isEmpty();
        assertThat(Lambdas.VISITS.stream().map(Lambdas.Visit::item))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 30).boxed().toList());
        assertThat(Lambdas.VISITS).allSatisfy(visit -> {
            assertThat(visit.given()).isEqualTo(visit.actual());
            assertThat(visit.together()).as("items at once in a worker").isEqualTo(1);
        });
        assertThat(Lambdas.VISITS.stream().map(Lambdas.Visit::given).distinct()).hasSize(3);
    }

    /** In the program of the cluster's head. */
    private List<FailedItem<Integer>> forEach(
            List<Integer> items, Action2<Worker, Integer> action, Consumer<ItemOptions> options) {
        List<FailedItem<Integer>> dropped = new ArrayList<>();
        CurrentUnit.runIn(cluster.head, () -> dropped.addAll(Mosaic.current().forEach(items, options, action)));
        return dropped;
    }

    @Test
    @DisplayName("S3.11: the item of a lost worker is run again on another")
    void shouldRunTheItemOfALostWorkerAgain() throws Exception {
        Lambdas.VISITS.clear();
        Lambdas.gate = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = executor.submit(() -> forEach(List.of(1, 2, 3, 4), Lambdas.stayWhileThere(), options -> {}));
            assertThat(comesTrue(() -> Lambdas.VISITS.size() == 2)).isTrue();
            String lost = Lambdas.VISITS.getFirst().given();
            int item = Lambdas.VISITS.getFirst().item();
            cluster.lose(lost);
            Lambdas.gate.countDown();
            assertThat(all.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEmpty();
            assertThat(Lambdas.VISITS)
                    .anySatisfy(visit -> assertThat(visit).satisfies(again -> {
                        assertThat(again.item()).isEqualTo(item);
                        assertThat(again.given()).isNotEqualTo(lost);
                    }));
        }
    }

    @Test
    @DisplayName("S3.11: so many items may fail; one more, and the whole does, with the causes")
    void shouldDropSoManyItemsAsMayFail() {
        List<Integer> items = IntStream.range(0, 10).boxed().toList();
        List<FailedItem<Integer>> dropped =
                forEach(items, Lambdas.failBelow(2), options -> options.maxFailedShare(0.25));
        assertThat(dropped).extracting(FailedItem::item).containsExactly(0, 1);
        assertThat(dropped.getFirst().problem()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> forEach(items, Lambdas.failBelow(10), options -> options.maxFailedShare(0.25)))
                .isInstanceOf(ItemsFailedException.class)
                .hasMessageContaining("maxFailedShare=0.25")
                .hasCauseInstanceOf(IllegalStateException.class)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSizeGreaterThanOrEqualTo(2));
        assertThatThrownBy(() -> forEach(items, Lambdas.failBelow(1), options -> {}))
                .isInstanceOf(ItemsFailedException.class);
    }

    @Test
    void shouldKeepTheFirst100FailuresBesideTheCause() {
        List<Integer> items = IntStream.range(0, 1_000).boxed().toList();
        for (double threshold : List.of(0.1, 0.15)) { // the 101st failure ends it, or the 151st
            assertThatThrownBy(() ->
                            forEach(items, Lambdas.failBelow(1_000), options -> options.maxFailedShare(threshold)))
                    .isInstanceOf(ItemsFailedException.class)
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(100));
        }
    }

    @Test
    void shouldTellInWhichOrderTasksBecameFinal() {
        List<Task<Integer>> tasks = new ArrayList<>();
        List<Remote<Counter>> counters = List.of(counter(), counter());
        tasks.add(Task.flat(counters.get(0).call(Counter::uniBehindTheGate)));
        tasks.add(Task.flat(counters.get(1).call(Counter::never)));
        tasks.add(counters.get(1).call(Counter::fail, "x"));
        assertThat(cluster.head.waitFor(tasks, 1, LONG)).containsExactly(tasks.get(2));
        tasks.get(1).cancel();
        assertThat(cluster.head.waitFor(tasks, 2, LONG)).containsExactly(tasks.get(1), tasks.get(2));
        var meanwhile = cluster.head.inOrderOfEnd(tasks);
        counters.get(0).call(Counter::open).await();
        assertThat(cluster.head.waitFor(tasks, 3, LONG)).hasSize(3);
        var after = cluster.head.inOrderOfEnd(tasks);
        assertThat(List.of(after.get(), after.get(), after.get()))
                .containsExactly(tasks.get(2), tasks.get(1), tasks.get(0));
        assertThat(List.of(meanwhile.get(), meanwhile.get(), meanwhile.get()))
                .containsExactly(tasks.get(2), tasks.get(1), tasks.get(0));
    }

    @Test
    void shouldLetEachCallSeeAllWritesOfTheOneBefore() {
        try (TestCluster one = TestCluster.of(1, 4)) {
            List<Remote<Plain>> plains = Stream.generate(() -> one.make(Plain.class, (Function0<Plain>) Plain::new))
                    .limit(4)
                    .toList();
            Function0<Meeting> constructor = Meeting::new;
            Remote<Meeting> other = one.make(Meeting.class, constructor);
            boolean severalThreads = false;
            for (int written = 0; !severalThreads && written < 20_000; written += 1_000) {
                // In the thread that has run the calls before: these have to go to another.
                other.call(Meeting::stay, 50);
                List<Task<Boolean>> calls = new ArrayList<>();
                for (int i = written; i < written + 1_000; i++) {
                    for (Remote<Plain> plain : plains) {
                        calls.add(plain.call(Plain::write, i));
                    }
                }
                assertThat(calls)
                        .allSatisfy(call -> assertThat(call.result(LONG)).isTrue());
                severalThreads = plains.stream()
                        .anyMatch(plain -> plain.<Integer>call(Plain::threads).result(LONG) > 1);
            }
            assertThat(severalThreads)
                    .as("the calls of one were run by several threads")
                    .isTrue();
        }
    }

    @Test
    @DisplayName("S3.3: a stateless task whose result was lost runs again for those who ask for it")
    void shouldMakeLostResultsOfStatelessTasksAgain() {
        Lambdas.RUNS.set(0);
        List<Task<float[]>> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            tasks.add(cluster.head.submit(Lambdas.large(i), new CallOptions()).send());
        }
        Task<Float> sum = cluster.head
                .submit(Lambdas.firstOfSecond(), new CallOptions())
                .arg(tasks.getFirst())
                .arg(tasks.getLast())
                .send();
        tasks.forEach(Task::await);
        assertThat(sum.result(Duration.ofSeconds(10))).isEqualTo(7);
        assertThat(Lambdas.RUNS.get()).isEqualTo(8);
        cluster.lose("worker:0:0");
        Remote<Counter> counter = counter();
        for (int i = 0; i < 8; i++) {
            Task<float[]> scaled = counter.call(Counter::scale, tasks.get(i));
            assertThat(scaled.result(Duration.ofSeconds(10))[0]).isEqualTo(2 * i);
            assertThat(tasks.get(i).result(Duration.ofSeconds(10))).startsWith(i);
        }
        assertThat(Lambdas.RUNS.get()).as("some were lost").isGreaterThan(8);
    }

    @Test
    @DisplayName("S3.11: minWorkers")
    void shouldWaitForSoManyWorkers() {
        assertThatThrownBy(() -> forEach(
                        List.of(1),
                        Lambdas.failBelow(0),
                        options -> options.minWorkers(3).workerTimeout(Duration.ofMillis(100))))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("workers=2 of minWorkers=3");
        cluster.workers.add(cluster.open(Member.Kind.WORKER, "worker:0:2", 1, KernelSettings.DEFAULT));
        assertThat(forEach(List.of(1), Lambdas.failBelow(0), options -> options.minWorkers(3)))
                .isEmpty();
    }

    @Test
    void shouldRunLambdas() {
        assertThat(cluster.head
                        .submit(Lambdas.plusOne(20), new CallOptions())
                        .<Integer>send()
                        .result())
                .isEqualTo(21);
        Task<Integer> one = add(counter(), 1);
        assertThat(cluster.head
                        .submit(Lambdas.sum(), new CallOptions())
                        .arg(one)
                        .arg(Arg.of(2))
                        .<Integer>send()
                        .result())
                .isEqualTo(3);
        assertThatThrownBy(() -> cluster.head
                        .submit(Lambdas.failing(), new CallOptions())
                        .send()
                        .result())
                .isInstanceOf(RemoteException.class);
        assertThat(cluster.head
                        .submit(Lambdas.sumOfThree(), new CallOptions())
                        .intValue(1)
                        .intValue(2)
                        .arg(one)
                        .<Integer>send()
                        .result())
                .isEqualTo(4);
    }

    @Test
    void shouldMapInOrderAndLetItemsFailAlone() {
        List<Task<Integer>> tasks = cluster.head.map(
                IntStream.range(0, 200).mapToObj(Arg::of).toList(), Lambdas.inverse(), new CallOptions(), List.of());
        assertThat(tasks).hasSize(200);
        assertThatThrownBy(() -> tasks.get(0).result()).isInstanceOf(ArithmeticException.class);
        for (int i = 1; i < 200; i++) {
            assertThat(tasks.get(i).result()).isEqualTo(1_000 / i);
        }
        assertThat(counter().<Integer, Integer>call(Counter::add, tasks.get(10)).result())
                .as("an item as argument")
                .isEqualTo(100);
    }

    @Test
    void shouldWaitForAny() {
        Remote<Counter> a = counter();
        Remote<Counter> b = counter();
        Task<Integer> slow = a.<Integer, Integer>call(Counter::slow, 2_000);
        Task<Integer> quick = b.<Integer, Integer>call(Counter::slow, 10);
        assertThat(cluster.head.waitFor(List.of(slow, quick), 1, Duration.ofSeconds(5)))
                .containsExactly(quick);
        assertThat(cluster.head.waitFor(List.of(slow), 1, Duration.ofMillis(10)))
                .isEmpty();
    }

    @Test
    void shouldFindByName() {
        Function0<Counter> constructor = Counter::new;
        Remote<Counter> made = cluster.make(Counter.class, new TesseraOptions().name("c"), constructor);
        add(made, 5).await();
        Remote<Counter> found = new Remote<>(cluster.head.find("c", MethodTable.of(Counter.class)));
        assertThat(add(found, 1).result()).isEqualTo(6);
        assertThatThrownBy(() -> cluster.head.find("d", MethodTable.of(Counter.class)))
                .isInstanceOf(NameException.class);
        assertThatThrownBy(() -> cluster.head.find("c", MethodTable.of(TestCluster.class)))
                .isInstanceOf(NameException.class)
                .hasMessageContaining("name=c is of class=" + Counter.class.getName() + ", not of class="
                        + TestCluster.class.getName())
                .extracting(
                        thrown -> thrown.getMessage().length(), org.assertj.core.api.InstanceOfAssertFactories.INTEGER)
                .isLessThan(300);
    }

    @Test
    void shouldSayThatANameIsOfAnotherVersionOfTheClass_S6_2() throws ClassNotFoundException {
        Function0<Counter> constructor = Counter::new;
        Remote<Counter> made = cluster.make(Counter.class, new TesseraOptions().name("c"), constructor);
        add(made, 5).await();
        Class<?> other = OtherVersions.of(Counter.class);
        assertThat(other.getName()).isEqualTo(Counter.class.getName());
        assertThatThrownBy(() -> cluster.head.find("c", MethodTable.of(other)))
                .isInstanceOf(NameException.class)
                .hasMessageContaining("name=c is of another version of class=" + Counter.class.getName()
                        + ": its public methods or their types are not those here")
                .hasMessageContaining("build this program from the same code");
    }

    @Test
    void shouldSendProxiesAsArgumentsInFieldsAndInCollections_S2_2() {
        Remote<Counter> counter = counter();
        Function0<Circle> constructor = Circle::new;
        Remote<Circle> circle = cluster.make(Circle.class, constructor);
        assertThat(circle.<Remote<Counter>, Integer>call(Circle::add, counter).result(LONG))
                .as("an argument")
                .isEqualTo(1);
        assertThat(circle.<Circle.Team, Integer>call(Circle::addAll, new Circle.Team("a", counter, List.of(counter)))
                        .result(LONG))
                .as("a field, and an element of a list")
                .isEqualTo(3);
        Remote<Counter> back = circle.<Remote<Counter>>call(Circle::last).result(LONG);
        assertThat(back).as("a result").isEqualTo(counter).hasSameHashCodeAs(counter);
        assertThat(add(back, 0).result(LONG)).as("all are one counter").isEqualTo(3);
    }

    @Test
    void shouldShowClassUidWorkerAndStateOfAProxy_S2_2() {
        Remote<Counter> counter = counter();
        add(counter, 1).await();
        String where = counter.call(Counter::where).result(LONG);
        assertThat(counter.uid()).matches("tess-counter-\\S+");
        assertThat(counter).hasToString("Remote[" + counter.uid() + ", worker=" + where + ", state=LISTENING]");
        counter.drop();
        assertThat(comesTrue(() -> counter.toString().endsWith("state=STOPPED]")))
                .isTrue();
    }

    @Test
    void shouldKeepTheOrderOfEachThread() throws Exception {
        Remote<Counter> counter = counter();
        Action2<Counter, Integer> note = Counter::note;
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Object>> work = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int number = thread;
                work.add(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        counter.call(note, number * 10_000 + i);
                    }
                    return null;
                });
            }
            for (var done : threads.invokeAll(work)) {
                done.get();
            }
        }
        int[] seen = counter.call(Counter::seen).result();
        assertThat(seen).hasSize(8_000);
        for (int thread = 0; thread < 4; thread++) {
            int number = thread;
            assertThat(IntStream.of(seen)
                            .filter(each -> each / 10_000 == number)
                            .toArray())
                    .isSorted()
                    .hasSize(2_000);
        }
    }

    @Test
    void shouldTakeAHundredThousandCalls() {
        Remote<Counter> counter = counter();
        Task<Integer> last = add(counter, 0);
        for (int i = 0; i < 100_000; i++) {
            last = add(counter, 1);
        }
        assertThat(last.result(Duration.ofSeconds(40))).isEqualTo(100_000);
    }

    @Test
    void shouldHoldBackACallerThatFillsItsCredit() {
        Remote<Counter> counter = counter();
        counter.<Integer, Integer>call(Counter::slow, 200);
        float[] values = new float[4 << 20];
        Task<float[]> last = counter.call(Counter::scale, values);
        for (int i = 0; i < 20; i++) {
            last = counter.call(Counter::scale, values);
        }
        assertThat(last.result(Duration.ofSeconds(40))).hasSize(values.length);
    }

    @Test
    void shouldWaitOnVirtualThreads() throws Exception {
        Remote<Counter> counter = counter();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Integer>> work = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                work.add(() -> add(counter, 1).result());
            }
            for (var done : threads.invokeAll(work)) {
                assertThat(done.get()).isBetween(1, 100);
            }
        }
    }

    @Test
    void shouldFailCallsOfALostWorkerAtOnce() {
        Remote<Counter> counter = counter();
        add(counter, 1).await();
        Task<Integer> slow = counter.<Integer, Integer>call(Counter::slow, 20_000);
        String worker = counter.worker();
        cluster.lose(worker);
        assertThatThrownBy(() -> slow.result(Duration.ofSeconds(5))).isInstanceOf(WorkerLostException.class);
        assertThat(cluster.head.open()).as("asked behind the verdict").isPositive();
        assertThat(cluster.head.workers()).hasSize(1);
    }

    @Test
    @DisplayName("S3.7: what waits is removed, what runs is interrupted")
    void shouldCancelWhatWaitsAndWhatRuns() {
        Remote<Counter> counter = counter();
        Task<Integer> running = counter.<Integer, Integer>call(Counter::slow, 20_000);
        Task<Integer> waiting = add(counter, 1);
        Task<Integer> last = add(counter, 10);
        assertThat(comesTrue(() -> running.state() == Task.State.RUNNING)).isTrue();
        waiting.cancel();
        assertThatThrownBy(() -> waiting.await(Duration.ofSeconds(5))).isInstanceOf(TaskCancelledException.class);
        assertThat(waiting.state()).isEqualTo(Task.State.CANCELLED);
        assertThat(running.state()).isEqualTo(Task.State.RUNNING);
        running.cancel();
        assertThatThrownBy(() -> running.result(Duration.ofSeconds(5)))
                .isInstanceOf(TaskCancelledException.class)
                .hasMessageContaining("slow");
        assertThat(last.result(Duration.ofSeconds(5))).as("of the others").isEqualTo(10);
        last.cancel();
        assertThat(last.state()).as("it is done").isEqualTo(Task.State.DONE);
    }

    @Test
    @DisplayName("S3.7: all waits for a cancelled call end at once, where its code heeds no interrupt too")
    void shouldEndAllWaitsForACancelledCallThatGoesOn() throws Exception {
        Function0<Faulty> constructor = Faulty::new;
        Remote<Faulty> faulty = cluster.make(Faulty.class, constructor);
        Remote<Counter> counter = counter();
        Task<Integer> task = faulty.call(Faulty::spin);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(comesTrue(() -> task.state() == Task.State.RUNNING)).isTrue();
            Task<Integer> dependent = counter.<Integer, Integer>call(Counter::add, task);
            Task<Integer> then = task.then(Lambdas.sleepy());
            List<java.util.concurrent.Callable<?>> waits = List.of(
                    () -> task.result(LONG),
                    () -> task.await(LONG),
                    () -> task.toCompletionStage().toCompletableFuture().get(LONG.toSeconds(), TimeUnit.SECONDS),
                    () -> task.uni().await().atMost(LONG),
                    () -> dependent.result(LONG),
                    () -> then.result(LONG));
            var waiting = waits.stream().map(threads::submit).toList();
            var any = threads.submit(() -> cluster.head.waitFor(List.of(task), 1, LONG));
            task.cancel();
            for (var wait : waiting) {
                assertThatThrownBy(() -> wait.get(LONG.toSeconds(), TimeUnit.SECONDS))
                        .hasStackTraceContaining("TaskCancelledException");
            }
            assertThat(any.get(LONG.toSeconds(), TimeUnit.SECONDS)).containsExactly(task);
            assertThatThrownBy(task::result).isInstanceOf(TaskCancelledException.class);
            assertThat(task.state()).as("its code goes on").isEqualTo(Task.State.RUNNING);
        } finally {
            Faulty.release();
        }
        assertThat(comesTrue(() -> task.state() == Task.State.CANCELLED)).isTrue();
        assertThatThrownBy(task::result).isInstanceOf(TaskCancelledException.class);
        assertThat(faulty.call(Faulty::works).result(LONG)).isEqualTo(1);
    }

    @Test
    @DisplayName("S3.7: a tessera that is stuck is killed at once, and lets go of its callers")
    void shouldKillATesseraThatLoops() {
        Function0<Faulty> constructor = Faulty::new;
        Remote<Faulty> faulty = cluster.make(Faulty.class, constructor);
        Remote<Counter> counter = counter();
        try {
            Task<Integer> running = faulty.call(Faulty::spin);
            Task<Integer> waiting = faulty.call(Faulty::works);
            assertThat(comesTrue(() -> running.state() == Task.State.RUNNING)).isTrue();
            Task<?> dropped = faulty.drop();
            faulty.kill().result(LONG);
            assertThatThrownBy(() -> running.result(LONG)).isInstanceOf(TesseraStoppedException.class);
            assertThatThrownBy(() -> waiting.result(LONG)).isInstanceOf(TesseraStoppedException.class);
            dropped.result(LONG);
            Task<Integer> later = faulty.call(Faulty::works);
            assertThatThrownBy(() -> later.result(LONG)).isInstanceOf(TesseraStoppedException.class);
            assertThat(faulty.state()).isEqualTo(dev.mosaic.TesseraProxy.State.STOPPED);
            faulty.kill().result(LONG); // does nothing
            assertThat(counter.call(Counter::add, 2).result(LONG))
                    .as("others live on")
                    .isEqualTo(2);
        } finally {
            Faulty.release();
        }
    }

    @Test
    @DisplayName("S3.7: cancelling reaches the subtasks")
    void shouldCancelTheTasksThatACancelledCallHasMade() {
        Remote<Counter> outer = counter();
        Remote<Counter> inner = counter();
        Task<Integer> task = outer.<Remote<Counter>, Integer, Integer>call(Counter::slowThrough, inner, 20_000);
        assertThat(comesTrue(() -> task.state() == Task.State.RUNNING)).isTrue();
        Task<Integer> behind = add(inner, 1);
        task.cancel();
        assertThatThrownBy(() -> task.result(Duration.ofSeconds(5))).isInstanceOf(TaskCancelledException.class);
        assertThat(behind.result(Duration.ofSeconds(5)))
                .as("the subtask is over")
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"code", "message", "promise", "stage", "uni"})
    @DisplayName("an Error of the JVM in the code of a call is that call's failure, and the worker goes on")
    void shouldFailTheCallWithAnError(String where) {
        Function0<Faulty> constructor = Faulty::new;
        Remote<Faulty> faulty = cluster.make(Faulty.class, constructor);
        Task<?> call = where.equals("code") || where.equals("message")
                ? faulty.call(Faulty::breaks, where)
                : faulty.call(Faulty::promises, where);
        assertThatThrownBy(() -> call.result(Duration.ofSeconds(10)))
                .isInstanceOfAny(Error.class, RemoteException.class);
        assertThat(call.state()).isEqualTo(Task.State.FAILED);
        for (int i = 0; i < 5; i++) {
            assertThat(faulty.call(Faulty::works).result(Duration.ofSeconds(10)))
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldSayThatATesseraIsStoppedOnceItsProgramIsClosed() {
        Remote<Counter> counter = counter();
        add(counter, 1).await();
        assertThat(counter.toString()).contains("state=LISTENING");
        cluster.head.close();
        assertThat(counter.toString()).contains("worker=none, state=STOPPED");
    }

    @Test
    void shouldSayWhyAnArgumentHasFailedAndWhatHelpsAfterALoss() {
        Remote<Counter> counter = counter();
        Task<Integer> failed = counter.<String, Integer>call(Counter::fail, "no such thing");
        assertThatThrownBy(() ->
                        counter.<Integer, Integer>call(Counter::add, failed).result(LONG))
                .isInstanceOf(dev.mosaic.ArgumentFailedException.class)
                .hasMessageContaining("IllegalStateException: no such thing");
        Remote<Counter> lost = counter();
        add(lost, 1).await();
        cluster.lose(lost.worker());
        assertThatThrownBy(() -> add(lost, 1).result(LONG)).hasMessageContaining("maxRestarts");
    }

    @Test
    @DisplayName("null is a value, of a promise too: no wait is left")
    void shouldEndWithANullPromise() {
        Function0<Faulty> constructor = Faulty::new;
        Remote<Faulty> faulty = cluster.make(Faulty.class, constructor);
        assertThat((Object) faulty.call(Faulty::noStage).result(Duration.ofSeconds(10)))
                .isNull();
        assertThat((Object) faulty.call(Faulty::noUni).result(Duration.ofSeconds(10)))
                .isNull();
        assertThat((Object) faulty.call(Faulty::noTask).result(Duration.ofSeconds(10)))
                .isNull();
    }

    @Test
    void shouldCancelAPromise() {
        Remote<Counter> counter = counter();
        Task<?> task = counter.<java.util.concurrent.CompletionStage<Integer>>call(Counter::never);
        Task<Integer> next = add(counter, 1);
        assertThat(next.result(Duration.ofSeconds(5))).isEqualTo(1);
        task.cancel();
        assertThatThrownBy(() -> task.result(Duration.ofSeconds(5))).isInstanceOf(TaskCancelledException.class);
    }

    @Test
    void shouldCancelABatchWhenAllItsItemsAre() {
        List<Task<Integer>> tasks = cluster.head.map(
                IntStream.range(0, 64).mapToObj(Arg::of).toList(), Lambdas.sleepy(), new CallOptions(), List.of());
        tasks.subList(1, tasks.size()).forEach(Task::cancel);
        assertThat(tasks.getFirst().result(Duration.ofSeconds(20))).isZero();
        assertThatThrownBy(() -> tasks.getLast().result(Duration.ofSeconds(5)))
                .isInstanceOf(TaskCancelledException.class);
    }

    @Test
    @DisplayName("S3.8: retryOn")
    void shouldCallAgainWhereTheCodeThrowsWhatIsRetried() {
        Remote<Counter> counter = counter();
        Remote<Counter> patient = counter.withCallOptions(options -> options.retryOn(RuntimeException.class));
        assertThat(patient.<Integer, Integer>call(Counter::addUntil, 3).result(Duration.ofSeconds(5)))
                .as("it throws an IllegalStateException twice")
                .isEqualTo(3);
        Remote<Counter> picky = counter.withCallOptions(options -> options.retryOn(IOException.class));
        assertThatThrownBy(() ->
                        picky.<Integer, Integer>call(Counter::addUntil, 10).result(Duration.ofSeconds(5)))
                .isInstanceOf(IllegalStateException.class);
        assertThat(add(counter, 0).result()).as("calls in all").isEqualTo(4);
    }

    @Test
    void shouldRefuseCallsThatFindNoCredit() {
        KernelSettings narrow = KernelSettings.DEFAULT.withCalls(
                CallSettings.DEFAULT.withCredit(1 << 20, TimeUnit.MILLISECONDS.toNanos(300)));
        try (UnitShell other = cluster.open(Member.Kind.PROGRAM, "head:1", 0, narrow)) {
            assertThat(other.awaitWorkers(1, Duration.ofSeconds(10))).isTrue();
            Function0<Counter> constructor = Counter::new;
            Remote<Counter> counter = TestCluster.make(other, Counter.class, new TesseraOptions(), constructor);
            float[] values = new float[200_000]; // of 1 MiB there is room for one
            Task<Integer> slow = counter.<Integer, Integer>call(Counter::slow, 1_000);
            Task<float[]> waiting = counter.call(Counter::scale, values);
            long begun = System.nanoTime();
            assertThatThrownBy(() -> counter.call(Counter::scale, values))
                    .isInstanceOf(OverloadedException.class)
                    .hasMessageContaining("creditBytes=1048576");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
            assertThat(slow.result()).isEqualTo(1_000);
            assertThat(waiting.result()).hasSize(values.length);
            assertThat(counter.<float[], float[]>call(Counter::scale, values).result())
                    .as("there is room again")
                    .hasSize(values.length);
        }
    }

    @Test
    void shouldCloseWhileEventsRun() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> busy = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            busy.add(Thread.ofPlatform().start(() -> {
                while (!over.get()) {
                    cluster.head.open();
                }
            }));
        }
        try {
            cluster.head.close();
            assertThat(comesTrue(() -> meshThreads("head:0").isEmpty())).isTrue();
        } finally {
            over.set(true);
            for (Thread thread : busy) {
                thread.join();
            }
        }
    }

    private static List<String> meshThreads(String uid) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("mosaic-mesh-" + uid))
                .toList();
    }

    /** Looks for 5 s at most. */
    private static boolean comesTrue(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        return condition.getAsBoolean();
    }

    @Test
    void shouldEndAllWaitsWhenItCloses() throws Exception {
        Remote<Counter> counter = counter();
        Task<Integer> slow = counter.<Integer, Integer>call(Counter::slow, 600_000);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            var waiting = threads.submit(() -> slow.result());
            var stage = slow.toCompletionStage().toCompletableFuture();
            assertThatThrownBy(() -> waiting.get(50, TimeUnit.MILLISECONDS)).isNotNull();
            cluster.head.close(); // does not wait for the call
            cluster.head.close();
            assertThatThrownBy(() -> waiting.get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(NoMosaicException.class);
            assertThatThrownBy(() -> stage.get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(NoMosaicException.class);
        }
        assertThatThrownBy(() -> add(counter, 1)).isInstanceOf(NoMosaicException.class);
    }

    /** R2: it waited for ever, and so did all calls behind it. */
    @Test
    void shouldSendACallWithMoreDependenciesThanTwoBytesCount() {
        Remote<Counter> counter = counter();
        Task<Integer> one = add(counter, 1);

        Outgoing call = counter.handle().call(member(counter, "add")).arg(one);
        for (int i = 0; i < 66_000; i++) {
            call.arg(add(counter, 0));
        }

        assertThat(call.<Integer>send().result(LONG)).isEqualTo(2);
        assertThat(add(counter, 0).result(LONG)).isEqualTo(2);
    }

    private static int member(Remote<?> proxy, String name) {
        List<dev.mosaic.invoke.Member> members = proxy.handle().table().members();
        return IntStream.range(0, members.size())
                .filter(i -> members.get(i).name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
