package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.node.Hosts;
import dev.mosaic.node.Machines;
import dev.mosaic.node.Obstacle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster over four hosts that is not left in peace: every 5 s a worker is killed, and replaced, once the monitor, and once a node's cable is pulled
 * for 3 s. With {@code -Dmosaic.brain=full} it is the inversion of the demo.
 */
@Timeout(600)
class BrainFaultsTest {
    private static final int WORKERS = 2;
    private static final List<String> NODES = List.of("one", "two");

    @TempDir
    private Path folder;

    private final Settings settings = System.getProperty("mosaic.brain", "").equals("full")
            ? Settings.full()
            : new Settings(64, 8, 0.02, List.of(new Band(60e3, 3.5e-3f, 3), new Band(100e3, 2.5e-3f, 4)));

    private final ScheduledExecutorService saboteur = Executors.newSingleThreadScheduledExecutor();
    private final List<Future<?>> once = new ArrayList<>();
    private int killed;
    private Hosts hosts;
    private Machines machines;

    @BeforeEach
    void open() throws Exception {
        Obstacle.mustBeNone(Hosts.obstacle());
        Path keys = Machines.keys(folder);
        hosts = Hosts.open(3);
        machines = Machines.on(hosts, keys).at(1, "one").at(2, "two").head("--no-warehouse");
        machines.warehouse("--host", hosts.address(0));
        for (String node : NODES) {
            machines.node(node, 1);
        }
        for (String node : NODES) {
            machines.awaitJoined(node);
        }
    }

    @AfterEach
    void close() {
        saboteur.shutdownNow();
        if (machines != null) {
            machines.close();
        }
        if (hosts != null) {
            hosts.close();
        }
    }

    @Test
    void shouldDrawTheSamePictureWhateverIsKilledAndCut_S7() throws Exception {
        Anatomy anatomy = Anatomy.read(Slice.FOLDER);
        Inversion.Result expected = new Inversion(settings, new LocalCrew(), moment -> {}).run(anatomy.map());
        Inversion.Result result;
        try (Mosaic mosaic = Mosaic.connect(machines.address(), options -> options.keys(folder.resolve("keys")))) {
            Future<?> killer =
                    saboteur.scheduleAtFixedRate(() -> killAWorker(mosaic.workers()), 5, 5, TimeUnit.SECONDS);
            result = new Inversion(settings, new MosaicCrew(mosaic, WORKERS), this::harm).run(anatomy.map());
            assertThat(killer).as("it went on to the end").isNotDone();
        }

        assertThat(once).as("what was done once").hasSize(2);
        for (Future<?> each : once) {
            assertDone(each);
        }
        assertThat(killed).as("killed workers").isPositive();
        assertThat(Arrays.mismatch(result.map().speeds(), expected.map().speeds()))
                .as("first cell that differs, with %d workers killed", killed)
                .isEqualTo(-1);
        assertThat(result.history()).isEqualTo(expected.history());
        assertThat(picture("hurt.png", anatomy, result))
                .as("the picture, byte for byte")
                .isEqualTo(picture("local.png", anatomy, expected));
        System.out.printf("the same picture after %d kills of workers, one of the monitor, one cut%n", killed);
    }

    private byte[] picture(String name, Anatomy anatomy, Inversion.Result result) throws IOException {
        Path file = folder.resolve(name);
        Picture.write(file, anatomy, result, settings);
        return Files.readAllBytes(file);
    }

    private static void assertDone(Future<?> future) throws InterruptedException, TimeoutException {
        try {
            future.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new AssertionError("nothing was harmed", failed.getCause());
        }
    }

    private void harm(Moment moment) {
        if (once.isEmpty() && moment.done() > 0.2) {
            once.add(saboteur.submit(this::replaceMonitor));
        } else if (once.size() == 1 && moment.done() > 0.6) {
            once.add(saboteur.submit(this::pullCable));
        }
    }

    /** That which serves longest, so not one that is kept ready. None while the one before has not been replaced: the machine may be slow. */
    private void killAWorker(List<String> there) {
        if (there.size() < WORKERS) {
            return;
        }
        machines.process(NODES.get(killed % NODES.size())).workers().stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .min(Comparator.comparing(
                        process -> process.info().startInstant().orElseThrow()))
                .filter(ProcessHandle::destroyForcibly)
                .ifPresent(process -> killed++);
    }

    private Void replaceMonitor() throws IOException, InterruptedException {
        machines.kill("head");
        TimeUnit.SECONDS.sleep(2);
        machines.head("--no-warehouse");
        return null;
    }

    private Void pullCable() throws IOException, InterruptedException {
        hosts.cut(2);
        TimeUnit.SECONDS.sleep(3);
        hosts.mend(2);
        return null;
    }
}
