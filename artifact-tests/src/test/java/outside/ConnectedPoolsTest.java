package outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.TesseraArray;
import dev.mosaic.TesseraProxy;
import dev.mosaic.Worker;
import dev.mosaic.parallel.Bag;
import dev.mosaic.parallel.Delayed;
import dev.mosaic.parallel.Parallel;
import dev.mosaic.parallel.Pool;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pools, streams, graphs and bags of a program that has just connected, so that it has no worker yet: they use all that the node offers. */
class ConnectedPoolsTest {
    private static final int WORKERS = 3;
    private static final List<Integer> ITEMS = IntStream.range(0, 8).boxed().toList();

    private static HeadAndNode cluster;

    static final class Idle {}

    @BeforeAll
    static void start() throws IOException {
        cluster = new HeadAndNode(WORKERS, "--cpus", Integer.toString(WORKERS));
    }

    @AfterAll
    static void stop() throws InterruptedException {
        cluster.close();
    }

    /** Returns the name of its worker when all workers are at an item. */
    private static String together(String folder, int item) throws IOException {
        String worker = Worker.current().uid();
        Files.writeString(Path.of(folder, worker.replace(':', '-')), "" + item);
        Eventually.holds("all workers compute", () -> count(folder) == WORKERS);
        return worker;
    }

    private static long count(String folder) {
        try (Stream<Path> workers = Files.list(Path.of(folder))) {
            return workers.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertAll(List<String> workers) {
        assertThat(workers).hasSize(ITEMS.size());
        assertThat(new HashSet<>(workers)).hasSize(WORKERS);
    }

    @Test
    void shouldUseAllWorkersByAPoolWithoutANumber(@TempDir Path maps, @TempDir Path streams) {
        String map = maps.toString();
        String stream = streams.toString();
        try (Mosaic mosaic = Mosaic.connect(cluster.address());
                var pool = Pool.of(mosaic, options -> {})) {
            assertThat(mosaic.workers()).isEmpty();
            assertAll(pool.map(ITEMS, item -> together(map, item)));
            assertThat(pool.size()).isEqualTo(WORKERS);
            assertAll(pool.imap(ITEMS.stream(), item -> together(stream, item)).toList());
        }
    }

    @Test
    void shouldUseAllWorkersByAStream(@TempDir Path folder) {
        String path = folder.toString();
        try (Mosaic mosaic = Mosaic.connect(cluster.address())) {
            assertAll(ITEMS.stream()
                    .gather(Parallel.map(mosaic, item -> together(path, item)))
                    .toList());
        }
    }

    @Test
    void shouldUseAllWorkersByForEach(@TempDir Path folder) {
        String path = folder.toString();
        try (Mosaic mosaic = Mosaic.connect(cluster.address())) {
            mosaic.forEach(ITEMS, (worker, item) -> {
                assertThat(together(path, item)).isEqualTo(worker.uid());
            });
        }
        assertThat(count(path)).isEqualTo(WORKERS);
    }

    @Test
    void shouldSpreadAnArrayOverWorkersThatCome() {
        try (Mosaic mosaic = Mosaic.connect(cluster.address())) {
            assertThat(mosaic.submit(() -> 1).result()).isEqualTo(1);
            assertThat(mosaic.workers()).as("more are offered than are there").hasSize(1);
            TesseraArray<Remote<Idle>> array = mosaic.remoteArray(WORKERS, Idle::new);
            mosaic.gather(array.each(TesseraProxy::ready));
            assertThat(array.each(TesseraProxy::worker)).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldUseAllWorkersByGraphsAndBags(@TempDir Path graphs, @TempDir Path bags) {
        String graph = graphs.toString();
        String bag = bags.toString();
        try (Mosaic mosaic = Mosaic.connect(cluster.address())) {
            assertAll(Delayed.all(ITEMS.stream()
                            .map(item -> Delayed.of(() -> together(graph, item)))
                            .toList())
                    .compute(mosaic));
            assertAll(Bag.of(ITEMS, ITEMS.size())
                    .map(item -> together(bag, item))
                    .toList()
                    .compute(mosaic));
        }
    }
}
