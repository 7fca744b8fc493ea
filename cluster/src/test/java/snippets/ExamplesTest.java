package snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Arg;
import dev.mosaic.CallContext;
import dev.mosaic.Mosaic;
import dev.mosaic.Reduction;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.SharedParameter;
import dev.mosaic.SharedValue;
import dev.mosaic.Sums;
import dev.mosaic.Task;
import dev.mosaic.TesseraArray;
import dev.mosaic.Versioned;
import dev.mosaic.WaitResult;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import program.Pair;
import program.Solver;

/** The examples of the API's documentation: javadoc takes each from here, and they run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExamplesTest {
    private static final Duration MINUTE = Eventually.PATIENCE;

    private Mosaic mosaic;

    @BeforeAll
    void start() {
        mosaic = Mosaic.start(options -> options.workers(2).jvmArguments(ChildJvms.JIT));
    }

    @AfterAll
    void end() {
        mosaic.close();
    }

    private static double misfit(double model, int shot) throws IOException {
        return model * shot;
    }

    private static CompletionStage<Integer> fetch(int shot) {
        return CompletableFuture.completedFuture(shot);
    }

    @Test
    void withCallOptions() {
        Task<Integer> prepared = mosaic.submit(() -> 1);
        // @start region=calling
        Task<Double> misfit = mosaic.withCallOptions(o -> o.timeout(MINUTE).retryOn(IOException.class))
                .after(prepared)
                .submit((model, shot) -> misfit(model, shot), 0.5, 4);
        // @end
        assertThat(misfit.result()).isEqualTo(2);
    }

    @Test
    void arguments() {
        // @start region=arguments
        Task<Double> model = mosaic.submit(() -> 0.5);
        Ref<Integer> shot = mosaic.put(4);
        Task<Double> misfit = mosaic.submit((m, s, scale) -> scale * misfit(m, s), model, shot, Arg.of(10));
        // @end
        assertThat(misfit.result()).isEqualTo(20);
    }

    @Test
    void map() {
        // @start region=map
        List<Task<Double>> models = mosaic.map(List.of(1, 2, 3), shot -> 0.5 * shot);
        List<Task<Double>> squares = mosaic.map(models, model -> model * model);
        List<Double> values = mosaic.gather(squares);
        // @end
        assertThat(values).containsExactly(0.25, 1.0, 2.25);
    }

    @Test
    void promise() {
        // @start region=promise
        Task<Integer> size = Task.flat(mosaic.submit(ExamplesTest::fetch, 7));
        // @end
        assertThat(size.result()).isEqualTo(7);
    }

    @Test
    void all() {
        // @start region=all
        List<Task<Integer>> parts = mosaic.map(List.of(1, 2, 3), part -> 10 * part);
        Task<Integer> sum =
                mosaic.submit(values -> values.stream().mapToInt(v -> v).sum(), Arg.list(parts));
        Task<Integer> left = mosaic.submit(m -> m.get("left"), Arg.map(Map.of("left", parts.get(0))));
        // @end
        assertThat(sum.result()).isEqualTo(60);
        assertThat(left.result()).isEqualTo(10);
    }

    @Test
    void batch() {
        // @start region=batch
        TesseraArray<Remote<Solver>> solvers = mosaic.remoteArray(2, Solver::new, new float[] {1});
        List<Task<float[]>> results =
                solvers.map(List.of(1f, 2f, 3f), (solver, shot) -> solver.call(Solver::solve, new float[] {shot}));
        float[] sum = Reduction.pairwise(Sums::floats).of(results).result();
        // @end
        assertThat(results).hasSize(3);
        assertThat(sum).hasSize(1);
    }

    @Test
    void function() {
        Remote<Solver> solver = mosaic.remote(Solver::new, new float[] {1, 2});
        // @start region=function
        solver.ready().await();
        Task<Float> twice = solver.call(s -> 2 * s.first());
        // @end
        assertThat(twice.result()).isEqualTo(2);
    }

    @Test
    void name() {
        // @start region=name
        Remote<Solver> mine =
                mosaic.withOptions(o -> o.name("solver").getIfExists()).remote(Solver::new, new float[] {1});
        Remote<Solver> same =
                mosaic.withOptions(o -> o.name("solver").getIfExists()).remote(Solver::new, new float[] {1});
        // @end
        assertThat(mine).isEqualTo(same);
        mine.drop().await();
    }

    @Test
    void race() {
        // @start region=race
        List<Task<Integer>> tries = mosaic.map(List.of(3, 1, 2), seed -> seed);
        WaitResult<Integer> waited = mosaic.waitFor(tries, 1, MINUTE);
        waited.pending().forEach(Task::cancel);
        // @end
        assertThat(waited.ready()).isNotEmpty();
        assertThat(waited.ready().size() + waited.pending().size()).isEqualTo(3);
    }

    @Test
    void completed() {
        // @start region=completed
        List<Task<Integer>> tasks = mosaic.map(List.of(3, 1, 2), n -> n * n);
        int sum = mosaic.asCompleted(tasks).mapToInt(Task::result).sum();
        // @end
        assertThat(sum).isEqualTo(14);
    }

    @Test
    void progress() {
        // @start region=progress
        List<Integer> squares = mosaic.gather(mosaic.progress("shots", mosaic.map(List.of(3, 1, 2), n -> n * n)));
        // @end
        assertThat(squares).containsExactly(9, 1, 4);
    }

    @Test
    void output() {
        // @start region=output
        Task<Pair> pair = mosaic.submit(() -> new Pair("left", 2));
        Task<Integer> right = pair.then(Pair::right);
        // @end
        assertThat(right.result()).isEqualTo(2);
    }

    @Test
    void cell() {
        // @start region=cell
        SharedValue<Integer> best = mosaic.sharedValue(10);
        Versioned<Integer> read = best.readVersioned().result();
        boolean isMine =
                best.compareAndSet(read.version(), Math.min(read.value(), 7)).result();
        // @end
        assertThat(isMine).isTrue();
        assertThat(best.read().result()).isEqualTo(7);
    }

    @Test
    void parameter() {
        // @start region=parameter
        SharedParameter<Double> model = mosaic.sharedParameter(1.0);
        List<Task<Double>> steps = mosaic.map(List.of(1, 2), shot -> model.pull() * shot);
        model.set(mosaic.gather(steps).getLast());
        model.push();
        // @end
        assertThat(mosaic.submit(copy -> copy.pull(), model).result()).isEqualTo(2.0);
    }

    @Test
    void uni() {
        // @start region=uni
        List<Task<Integer>> tasks = mosaic.map(List.of(3, 1, 2), n -> n * n);
        Uni<List<Integer>> values = mosaic.uni(() -> mosaic.gather(tasks));
        Uni<Void> all = mosaic.uni(() -> mosaic.barrier());
        Multi<Integer> asTheyEnd =
                mosaic.multi(() -> mosaic.asCompleted(tasks)).onItem().transform(Task::result);
        // @end
        assertThat(values.await().atMost(MINUTE)).containsExactly(9, 1, 4);
        assertThat(all.await().atMost(MINUTE)).isNull();
        assertThat(asTheyEnd.collect().asList().await().atMost(MINUTE)).containsExactlyInAnyOrder(9, 1, 4);
    }

    @Test
    void record() {
        // @start region=record
        Task<String> left = mosaic.submit(() -> "left");
        Task<Pair> pair = mosaic.submit(Pair::new, left, Arg.of(2));
        Task<Integer> right = mosaic.submit(Pair::right, pair);
        // @end
        assertThat(pair.result()).isEqualTo(new Pair("left", 2));
        assertThat(right.result()).isEqualTo(2);
    }

    @Test
    void nodes() {
        // @start region=nodes
        double free = mosaic.nodes().stream()
                .mapToDouble(node -> node.offered().cpus() - node.used().cpus())
                .sum();
        // @end
        assertThat(free).isPositive();
    }

    @Test
    void context() {
        // @start region=context
        Task<String> line = mosaic.submit(() -> {
            CallContext call = CallContext.current();
            return "task " + call.task() + " of " + call.program() + ", attempt " + call.attempt();
        });
        // @end
        String id = line.uid().replace("task-examplestest-context-", "");
        assertThat(line.result()).isEqualTo("task " + id + " of head:0, attempt 0");
    }
}
