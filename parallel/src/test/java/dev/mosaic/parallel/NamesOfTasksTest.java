package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.function.Function1;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.process.Guest;
import dev.mosaic.testing.Eventually;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lists and the dashboard show tasks by the functions of the program, whichever style it is written in. */
class NamesOfTasksTest {
    private static final List<Integer> ITEMS = List.of(1, 2, 3);

    private static Mosaic mosaic;

    @BeforeAll
    static void start() {
        mosaic = Mosaic.start(options -> options.workers(1).noDashboard());
    }

    @AfterAll
    static void stop() {
        mosaic.close();
    }

    private static final class Work {
        static int ofMap(int x) {
            return x;
        }

        static int ofPool(int x) {
            return x;
        }

        static int ofContext(String context, int x) {
            return context.length() + x;
        }

        static int ofPairs(int x, int y) {
            return x + y;
        }

        static int ofApply(int x) {
            return x;
        }

        static int ofStream(int x) {
            return x;
        }

        static int ofNode(int x) {
            return x;
        }

        static int ofChain(int x) {
            return x;
        }

        static int ofBag(int x) {
            return x;
        }

        static int ofTessera(Sum sum, int x) {
            sum.value += x;
            return sum.value;
        }
    }

    static final class Sum {
        private int value;
    }

    private record OfExecutor() implements Callable<Integer>, Serializable {
        @Override
        public Integer call() {
            return 1;
        }
    }

    @Test
    void shouldShowTasksByTheirFunctions() throws Exception {
        mosaic.gather(mosaic.map(ITEMS, Work::ofMap));
        try (Pool<String> pool = Pool.with(mosaic, () -> "context", options -> options.workers(1))) {
            pool.map(ITEMS, Work::ofPool);
            pool.mapWith(ITEMS, Work::ofContext);
            pool.starmap(ITEMS, ITEMS, Work::ofPairs);
            pool.apply(Work::ofApply, 1).await();
        }
        assertThat(ITEMS.stream().gather(Parallel.map(mosaic, Work::ofStream)).toList())
                .isEqualTo(ITEMS);
        Delayed<Integer> node = Delayed.of(() -> 1).named("one");
        Delayed.of(
                        Integer::sum,
                        node.then(Work::ofNode),
                        node.then(Work::ofNode).then(Work::ofChain))
                .compute(mosaic);
        Graph.of(Delayed.of(() -> 2).named("two")).timed().run(mosaic);
        Function1<Integer, Integer> ofBag = Work::ofBag;
        Bag.of(ITEMS, 2).map(ofBag).count().compute(mosaic);
        try (ExecutorService executor = mosaic.executorService()) {
            executor.submit(new OfExecutor()).get();
        }
        mosaic.remote(Sum::new).call(Work::ofTessera, 7).await();

        assertThat(asked(HeadHttp.LOAD))
                .contains(
                        "\"Work.ofMap\"",
                        "\"Work.ofPool\"",
                        "\"Work.ofContext\"",
                        "\"Work.ofPairs\"",
                        "\"Work.ofApply\"",
                        "\"Work.ofStream\"",
                        "\"one\"",
                        "\"Work.ofNode\"",
                        "\"Work.ofChain\"",
                        "\"Integer.sum\"",
                        "\"two\"",
                        "\"OfExecutor\"",
                        "\"Work.ofTessera\"");
        assertThat(asked(HeadHttp.TASKS)).contains("\"Work.ofPool\"", "\"Work.ofTessera\"");
    }

    private static String asked(String path) {
        long self = ProcessHandle.current().pid();
        return Eventually.present(
                "the list has what is there",
                () -> RunningClusters.own().all().stream()
                        .filter(each -> each.pid() == self)
                        .findFirst()
                        .map(here -> {
                            try (Guest guest = Guest.of(here.monitor(), here.access())) {
                                return new String(
                                        guest.get(path, Eventually.PATIENCE)
                                                .body()
                                                .inline(),
                                        StandardCharsets.UTF_8);
                            }
                        }));
    }
}
