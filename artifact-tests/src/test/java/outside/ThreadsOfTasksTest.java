package outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.function.Function0;
import dev.mosaic.testing.ChildJvms;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Threads that a task uses see the classes of the program: by name, as services, and by the context loader and the system loader. */
class ThreadsOfTasksTest {
    static final String SEEN = "Named named Named Named";

    private static Mosaic mosaic;

    @BeforeAll
    static void start() {
        mosaic = Mosaic.start(o -> o.workers(1).gpus(1).noDashboard().jvmArguments(ChildJvms.JIT));
    }

    @AfterAll
    static void stop() {
        mosaic.close();
    }

    /** What this thread sees of the program. */
    static String seen() {
        return seen(Thread.currentThread().getContextClassLoader()) + " "
                + ServiceLoader.load(Plugin.class).findFirst().map(Plugin::name).orElse("none") + " "
                + seen(Plugin.class.getClassLoader()) + " "
                + seen(ClassLoader.getSystemClassLoader());
    }

    private static String seen(ClassLoader loader) {
        try {
            Class<?> found = Class.forName("outside.Plugin$Named", true, loader);
            return Plugin.class.isAssignableFrom(found) ? found.getSimpleName() : "another " + found.getSimpleName();
        } catch (ClassNotFoundException notSeen) {
            return "-";
        }
    }

    private static String run(Function0<String> task) {
        return mosaic.submit(task).result();
    }

    @Test
    void shouldSeeThemInTheThreadOfTheTask() {
        assertThat(run(ThreadsOfTasksTest::seen)).isEqualTo(SEEN);
    }

    @Test
    void shouldSeeThemInParallelStreams() {
        List<String> all = mosaic.submit(() -> IntStream.range(0, 1_000)
                        .parallel()
                        .mapToObj(i ->
                                seen() + (Thread.currentThread() instanceof java.util.concurrent.ForkJoinWorkerThread))
                        .distinct()
                        .sorted()
                        .toList())
                .result();
        assertThat(all).contains(SEEN + "true").isSubsetOf(SEEN + "true", SEEN + "false");
    }

    @Test
    void shouldSeeThemInTheCommonPool() {
        assertThat(run(() ->
                        CompletableFuture.supplyAsync(ThreadsOfTasksTest::seen).join()))
                .isEqualTo(SEEN);
    }

    @Test
    void shouldSeeThemInAPoolOfTheTask() {
        assertThat(run(() -> {
                    try (ForkJoinPool pool = new ForkJoinPool(2)) {
                        Callable<String> seen = ThreadsOfTasksTest::seen;
                        return pool.submit(seen).join();
                    }
                }))
                .isEqualTo(SEEN);
    }

    @Test
    void shouldSeeThemInThreadsOfExecutors() {
        assertThat(run(() -> {
                    try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
                        return pool.submit(() -> seen()).get();
                    }
                }))
                .isEqualTo(SEEN);
    }

    @Test
    void shouldSeeThemInVirtualThreads() {
        assertThat(run(() -> {
                    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
                        return pool.submit(() -> seen()).get();
                    }
                }))
                .isEqualTo(SEEN);
    }

    @Test
    void shouldSeeThemInAPlainThread() {
        assertThat(run(() -> {
                    FutureTask<String> seen = new FutureTask<>(ThreadsOfTasksTest::seen);
                    Thread.ofPlatform().start(seen);
                    return seen.get();
                }))
                .isEqualTo(SEEN);
    }

    @Test
    void shouldSeeThemInAWorkerWithADevice() {
        assertThat(mosaic.withCallOptions(o -> o.gpus(1)).submit(() -> seen()).result())
                .isEqualTo(SEEN);
    }
}
