package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Arg;
import dev.mosaic.ArgumentFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.TaskCancelledException;
import dev.mosaic.TaskSubmitter;
import dev.mosaic.TimedOutException;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import program.Relaxed;
import program.Sleeper;

/** Stateless tasks: their arguments, options, order and promises. S3.9, S3.4. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TaskSubmitterTest {
    private static final Duration LONG = Eventually.PATIENCE;

    private Mosaic mosaic;

    @TempDir
    Path folder;

    @BeforeAll
    void start() {
        mosaic = Mosaic.start(options -> options.workers(2).resource("seat", 1).jvmArguments(ChildJvms.JIT));
    }

    @AfterAll
    void end() {
        mosaic.close();
    }

    private static String join(Object... parts) {
        return String.join("", Stream.of(parts).map(String::valueOf).toList());
    }

    private static int twice(int number) {
        return 2 * number;
    }

    private static long sizeOf(Ref<int[]> ref) {
        return ref.sizeBytes();
    }

    @Test
    @DisplayName("a function of one to seven parameters takes values, or tasks, refs and values mixed")
    void shouldTakeUpToSevenArguments() {
        Task<Integer> one = mosaic.submit(() -> 1);
        Ref<Integer> two = mosaic.put(2);
        Arg<Integer> three = Arg.of(3);
        List<Task<String>> values = List.of(
                mosaic.submit(a -> join(a), 1),
                mosaic.submit((a, b) -> join(a, b), 1, 2),
                mosaic.submit((a, b, c) -> join(a, b, c), 1, 2, 3),
                mosaic.submit((a, b, c, d) -> join(a, b, c, d), 1, 2, 3, 4),
                mosaic.submit((a, b, c, d, e) -> join(a, b, c, d, e), 1, 2, 3, 4, 5),
                mosaic.submit((a, b, c, d, e, f) -> join(a, b, c, d, e, f), 1, 2, 3, 4, 5, 6),
                mosaic.submit((a, b, c, d, e, f, g) -> join(a, b, c, d, e, f, g), 1, 2, 3, 4, 5, 6, 7));
        List<Task<String>> promises = List.of(
                mosaic.submit(a -> join(a + 0), one),
                mosaic.submit((a, b) -> join(a + 0, b), one, two),
                mosaic.submit((a, b, c) -> join(a + 0, b, c), one, two, three),
                mosaic.submit((a, b, c, d) -> join(a + 0, b, c, d), one, two, three, Arg.of(4)),
                mosaic.submit((a, b, c, d, e) -> join(a + 0, b, c, d, e), one, two, three, Arg.of(4), Arg.of(5)),
                mosaic.submit(
                        (a, b, c, d, e, f) -> join(a + 0, b, c, d, e, f),
                        one,
                        two,
                        three,
                        Arg.of(4),
                        Arg.of(5),
                        Arg.of(6)),
                mosaic.submit(
                        (a, b, c, d, e, f, g) -> join(a + 0, b, c, d, e, f, g),
                        one,
                        two,
                        three,
                        Arg.of(4),
                        Arg.of(5),
                        Arg.of(6),
                        Arg.of(7)));
        List<String> expected = IntStream.rangeClosed(1, 7)
                .mapToObj(n -> "1234567".substring(0, n))
                .toList();
        assertThat(mosaic.gather(values)).isEqualTo(expected);
        assertThat(mosaic.gather(promises)).isEqualTo(expected);
    }

    @Test
    @DisplayName(
            "a ref is given as itself to a function that takes a ref, and as its value to one that takes the value")
    void shouldGiveARefOrItsValueByTheTypeOfTheFunction() {
        Ref<int[]> ref = mosaic.put(new int[1_000]);
        assertThat(mosaic.submit(TaskSubmitterTest::sizeOf, ref).result(LONG)).isEqualTo(ref.sizeBytes());
        assertThat(mosaic.submit(array -> array.length, ref).result(LONG)).isEqualTo(1_000);
        assertThat(mosaic.gather(mosaic.map(List.of(ref, ref), TaskSubmitterTest::sizeOf)))
                .containsOnly(ref.sizeBytes());
        assertThat(mosaic.gather(mosaic.map(List.of(ref, ref), array -> array.length)))
                .containsOnly(1_000);
    }

    @Test
    @DisplayName(
            "map over values, tasks, items of another map and refs gives the function their values, in batches too")
    void shouldMapOverTasksAndRefs() {
        List<Integer> numbers = IntStream.range(0, 200).boxed().toList();
        List<Task<Integer>> doubled = mosaic.map(numbers, TaskSubmitterTest::twice);
        List<Task<Integer>> again = mosaic.map(doubled, TaskSubmitterTest::twice);
        assertThat(mosaic.gather(again))
                .isEqualTo(numbers.stream().map(n -> 4 * n).toList());
        List<Ref<Integer>> refs =
                numbers.stream().limit(100).map(n -> mosaic.put(n)).toList();
        assertThat(mosaic.gather(mosaic.map(refs, TaskSubmitterTest::twice)))
                .isEqualTo(numbers.stream().limit(100).map(n -> 2 * n).toList());
        List<Arg<Integer>> mixed = List.of(Arg.of(1), doubled.get(2), refs.get(3));
        assertThat(mosaic.gather(mosaic.map(mixed, TaskSubmitterTest::twice))).containsExactly(2, 8, 6);
    }

    @Test
    void shouldEndEachItemAsATaskOfItsOwnWhateverTheirNumber() {
        for (int count : new int[] {1, 8, 320, 20_000}) {
            assertItemFails(count, 1);
        }
        assertItemFails(320, 10_000);
    }

    private void assertItemFails(int count, int length) {
        int bad = count / 2;
        List<Task<byte[]>> tasks = mosaic.map(IntStream.range(0, count).boxed().toList(), item -> {
            if (item == bad) {
                throw new IllegalStateException("item " + item);
            }
            return new byte[length];
        });
        Task<byte[]> failed = tasks.get(bad);
        String name = count + " items of " + length;
        assertThatThrownBy(() -> failed.await(LONG))
                .as(name)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("item " + bad);
        assertThat(failed.state()).as(name).isEqualTo(Task.State.FAILED);
        assertThatThrownBy(() -> mosaic.after(failed).submit(() -> "ran").result(LONG))
                .as(name)
                .isInstanceOf(ArgumentFailedException.class);
        Map<Task.State, Integer> states = new EnumMap<>(Task.State.class);
        mosaic.asCompleted(tasks).forEach(each -> states.merge(each.state(), 1, Integer::sum));
        assertThat(states.get(Task.State.FAILED)).as(name).isEqualTo(1);
        assertThat(states.getOrDefault(Task.State.DONE, 0)).as(name).isEqualTo(count - 1);
        if (count > 1) {
            Task<byte[]> beside = tasks.get(bad - 1);
            assertThat(beside.await(LONG).result()).as(name).hasSize(length);
            assertThat(mosaic.after(beside).submit(() -> "ran").result(LONG)).isEqualTo("ran");
        }
    }

    @Test
    void shouldCancelOneItemWhateverTheirNumber(@TempDir Path folder) throws IOException {
        for (int count : new int[] {1, 8, 320, 20_000}) {
            Path gate = folder.resolve("gate-" + count);
            assertOneIsCancelled(count, gate, gate.toString());
        }
    }

    private void assertOneIsCancelled(int count, Path gate, String place) throws IOException {
        List<Task<Integer>> tasks = mosaic.map(IntStream.range(0, count).boxed().toList(), item -> {
            while (!Files.exists(Path.of(place))) {
                assertThat(new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS))
                        .isFalse();
            }
            return item;
        });
        Task<Integer> unwanted = tasks.get(count / 2);
        CompletableFuture<Integer> stage = unwanted.toCompletionStage().toCompletableFuture();
        Task<String> after = mosaic.after(unwanted).submit(() -> "ran");
        unwanted.cancel();
        String name = count + " items";

        assertThat(mosaic.waitFor(tasks, 1, LONG).ready()).as(name).containsExactly(unwanted);
        assertThat(mosaic.asCompleted(tasks).iterator().next()).as(name).isSameAs(unwanted);
        assertThatThrownBy(() -> unwanted.await(LONG)).as(name).isInstanceOf(TaskCancelledException.class);
        assertThatThrownBy(unwanted::result).as(name).isInstanceOf(TaskCancelledException.class);
        assertThatThrownBy(() -> stage.get(1, TimeUnit.MINUTES))
                .as(name)
                .hasCauseInstanceOf(TaskCancelledException.class);
        Eventually.holds(name + " are cancelled", () -> unwanted.state() == Task.State.CANCELLED);
        assertThatThrownBy(() -> mosaic.after(unwanted).submit(() -> "ran").result(LONG))
                .as(name)
                .isInstanceOf(ArgumentFailedException.class);

        Files.createFile(gate);
        for (int i = 0; i < count; i++) {
            if (i != count / 2) {
                assertThat(tasks.get(i).result(LONG)).isEqualTo(i);
            }
        }
        assertThatThrownBy(() -> after.result(LONG)).as(name).isInstanceOf(ArgumentFailedException.class);
    }

    @Test
    void shouldBeginNoItemAfterTheyWereCancelled(@TempDir Path begun) {
        String place = begun.toString();
        List<Task<Integer>> tasks = mosaic.map(IntStream.range(0, 128).boxed().toList(), item -> {
            Files.writeString(Path.of(place, "" + item), "");
            assertThat(new CountDownLatch(1).await(1, TimeUnit.MINUTES)).isFalse();
            return item;
        });
        Eventually.holds("some have begun", () -> count(begun) > 0);
        tasks.forEach(Task::cancel);
        long before = count(begun);
        assertThat(mosaic.submit(() -> "next").result(LONG)).isEqualTo("next");
        Eventually.holds(
                "all are cancelled", () -> tasks.stream().allMatch(each -> each.state() == Task.State.CANCELLED));
        assertThat(count(begun) - before)
                .as("one in each worker, while the word was on its way")
                .isLessThanOrEqualTo(2);
    }

    private static long count(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("a task runs after the ones it was told, also those in a list, and fails where one of them fails")
    void shouldRunAfterOtherTasks() {
        Remote<Sleeper> sleeper = mosaic.remote(Sleeper::new);
        Task<long[]> slow = sleeper.call(Sleeper::sleep, 300L);
        TaskSubmitter later = mosaic.after(Arg.list(List.of(slow, mosaic.submit(() -> new long[0]))));
        Task<Long> began = later.submit(() -> System.nanoTime());
        List<Task<Long>> all = later.map(List.of(1, 2), any -> System.nanoTime());
        long ended = slow.result(LONG)[1];
        assertThat(began.result(LONG)).isGreaterThanOrEqualTo(ended);
        assertThat(mosaic.gather(all)).allMatch(each -> each >= ended);
        Task<Integer> broken = mosaic.submit(() -> {
            throw new IllegalStateException("broken");
        });
        assertThatThrownBy(() -> mosaic.after(broken).submit(() -> 1).result(LONG))
                .isInstanceOf(ArgumentFailedException.class);
    }

    @Test
    @DisplayName("options are for each task: what is needed, attempts, a limit of time; of items of map too")
    void shouldHaveOptions() {
        TaskSubmitter seated = mosaic.withCallOptions(options -> options.resource("seat", 1));
        assertThat(seated.submit(a -> a + 1, 1).result(LONG)).isEqualTo(2);
        TaskSubmitter patient = mosaic.withCallOptions(options -> options.retryOn(IOException.class));
        List<Task<String>> tasks = patient.map(
                IntStream.range(0, 40)
                        .mapToObj(i -> folder.resolve("item-" + i).toString())
                        .toList(),
                file -> {
                    if (Files.notExists(Path.of(file))) {
                        Files.writeString(Path.of(file), "tried");
                        throw new IOException("not yet");
                    }
                    return Files.readString(Path.of(file));
                });
        assertThat(mosaic.gather(tasks)).hasSize(40).containsOnly("tried");
    }

    @Test
    @DisplayName("S3.7: a task whose time is over fails, and its code is interrupted")
    void shouldInterruptTheCodeOfATaskWhoseTimeIsOver() {
        String mark = folder.resolve("interrupted").toString();
        Task<Integer> late = mosaic.withCallOptions(options -> options.timeout(Duration.ofSeconds(1)))
                .submit(
                        file -> {
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException interrupted) {
                                Files.createFile(Path.of(file));
                            }
                            return 1;
                        },
                        mark);
        assertThatThrownBy(() -> late.result(LONG)).isInstanceOf(TimedOutException.class);
        Eventually.holds("its code was interrupted", () -> Files.exists(Path.of(mark)));
    }

    private static CompletionStage<Integer> stage(int number) {
        return CompletableFuture.supplyAsync(() -> number + 1);
    }

    private static Uni<Integer> failingUni(int number) {
        return Uni.createFrom().failure(new IllegalArgumentException("no " + number));
    }

    @Test
    @DisplayName("a function that returns a stage, a Uni or a task promises its value; a broken promise fails the task")
    void shouldServeFunctionsThatPromise() {
        Remote<Relaxed> relaxed = mosaic.remote(Relaxed::new);
        Task<Integer> staged = Task.flat(mosaic.submit(TaskSubmitterTest::stage, 1));
        Task<Integer> uni = Task.flat(mosaic.submit(() -> Uni.createFrom().item(3)));
        Task<Integer> task = Task.flat(mosaic.submit(() -> Mosaic.current().submit(() -> 4)));
        Task<Integer> broken = Task.flat(mosaic.submit(TaskSubmitterTest::failingUni, 5));
        Task<Integer> wide =
                Task.flat(mosaic.submit((a, b, c) -> CompletableFuture.completedFuture(a + b + c), 1, 2, 3));
        Task<Boolean> called = Task.flat(mosaic.submit(() -> relaxed.call(Relaxed::isVirtual)));
        Task<Integer> after = Task.flat(staged.then(TaskSubmitterTest::stage));
        assertThat(staged.result(LONG)).isEqualTo(2);
        assertThat(uni.result(LONG)).isEqualTo(3);
        assertThat(task.result(LONG)).isEqualTo(4);
        assertThat(wide.result(LONG)).isEqualTo(6);
        assertThat(called.result(LONG)).isFalse();
        assertThat(after.result(LONG)).isEqualTo(3);
        assertThatThrownBy(() -> broken.result(LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no 5");
    }

    @Test
    @DisplayName("items of a batch promise their values too, each for itself")
    void shouldServeItemsThatPromise() {
        List<Integer> numbers = IntStream.range(0, 100).boxed().toList();
        List<Task<CompletionStage<Integer>>> tasks = mosaic.map(
                numbers,
                number -> number == 7
                        ? CompletableFuture.failedFuture(new IllegalStateException("seven"))
                        : stage(number));
        for (int number : numbers) {
            Task<Integer> task = Task.flat(tasks.get(number));
            if (number == 7) {
                assertThatThrownBy(() -> task.result(LONG))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("seven");
            } else {
                assertThat(task.result(LONG)).isEqualTo(number + 1);
            }
        }
    }

    @Test
    @DisplayName("more tasks may be under way than there are workers, where each promises what the next one makes")
    void shouldNotHoldAWorkerWhileAPromiseIsOpen() {
        List<Task<Integer>> tasks = IntStream.range(0, 100)
                .<Task<Integer>>mapToObj(i -> Task.flat(mosaic.submit(TaskSubmitterTest::deep, i % 10)))
                .toList();
        assertThat(mosaic.gather(tasks))
                .isEqualTo(IntStream.range(0, 100).mapToObj(i -> i % 10).toList());
    }

    private static Task<Integer> deep(int depth) {
        Mosaic here = Mosaic.current();
        return depth == 0
                ? here.submit(() -> 0)
                : Task.<Integer>flat(here.submit(TaskSubmitterTest::deep, depth - 1))
                        .then(below -> below + 1);
    }

    @Test
    @DisplayName(
            "a list of tasks, refs and values is put together in the worker, nested too; so is a map, in its order")
    void shouldTakeListsAndMapsOfTasks() {
        List<Task<Integer>> tasks = mosaic.map(List.of(1, 2, 3), TaskSubmitterTest::twice);
        Ref<Integer> ref = mosaic.put(10);
        assertThat(mosaic.submit(numbers -> numbers.stream().mapToInt(n -> n).sum(), Arg.list(tasks))
                        .result(LONG))
                .isEqualTo(12);
        List<Arg<Integer>> mixed = List.of(tasks.get(0), ref, Arg.of(7), tasks.get(0));
        assertThat(mosaic.submit((numbers, first) -> join(numbers, first), Arg.list(mixed), tasks.getFirst())
                        .result(LONG))
                .isEqualTo("[2, 10, 7, 2]2");
        assertThat(mosaic.submit(rows -> join(rows), Arg.list(List.of(Arg.list(mixed), Arg.list(tasks))))
                        .result(LONG))
                .isEqualTo("[[2, 10, 7, 2], [2, 4, 6]]");
        Map<String, Arg<Integer>> byName = new LinkedHashMap<>();
        byName.put("b", tasks.get(2));
        byName.put("a", ref);
        assertThat(mosaic.submit(values -> join(values), Arg.map(byName)).result(LONG))
                .isEqualTo("{b=6, a=10}");
        assertThat(mosaic.submit(values -> join(values), Arg.list(List.<Task<String>>of()))
                        .result(LONG))
                .isEqualTo("[]");
        List<Task<Integer>> many = mosaic.map(IntStream.range(0, 1_000).boxed().toList(), TaskSubmitterTest::twice);
        assertThat(mosaic.submit(numbers -> numbers.size(), Arg.list(many)).result(LONG))
                .isEqualTo(1_000);
    }

    @Test
    @DisplayName("a list fails where one of its tasks does; methods of tesserae take lists too")
    void shouldFailAListWhereATaskFails() {
        Task<Integer> broken = mosaic.submit(() -> {
            throw new IllegalStateException("broken");
        });
        Task<Integer> sum = mosaic.submit(List::size, Arg.list(List.of(mosaic.submit(() -> 1), broken)));
        assertThatThrownBy(() -> sum.result(LONG)).isInstanceOf(ArgumentFailedException.class);
    }
}
