package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.node.Hosts;
import dev.mosaic.node.Machines;
import dev.mosaic.node.Obstacle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster over four hosts that is not left in peace: from the first gradient on a worker is killed, and replaced, every 5 s, once the monitor, and
 * once a node's cable is pulled for 3 s. All of it while it computes. With {@code -Dmosaic.brain=full} it is the inversion of the demo.
 */
@Timeout(600)
class BrainFaultsTest {
    private static final int WORKERS = 2;
    private static final List<String> NODES = List.of("one", "two");
    private static final String WORKER = "worker";
    private static final String MONITOR = "monitor";
    private static final String CABLE = "cable";

    @TempDir
    private Path folder;

    private final Settings settings = System.getProperty("mosaic.brain", "").equals("full")
            ? Settings.full()
            : new Settings(64, 8, 0.02, List.of(new Band(50e3, 6e-3f, 2), new Band(60e3, 5e-3f, 3)));

    private final ScheduledExecutorService saboteur = Executors.newSingleThreadScheduledExecutor();
    private final List<Future<?>> begun = new ArrayList<>();
    private final List<String> struck = new CopyOnWriteArrayList<>();
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
            machines.node(node, 1, "--jvm=-XX:TieredStopAtLevel=1"); // they do not live long
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
            Inversion inversion =
                    new Inversion(settings, new MosaicCrew(mosaic, WORKERS), moment -> harm(mosaic, moment));
            result = inversion.run(anatomy.map());
            assertThat(struck).as("what was harmed while it computed").contains(WORKER, MONITOR, CABLE);
            assertThat(begun.getFirst()).as("killing went on to the end").isNotDone();
        }
        assertDone(begun.getLast());

        int killed = Collections.frequency(struck, WORKER);
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

    private static void assertDone(Future<?> future) {
        assertThat(future).as("what harms").succeedsWithin(Duration.ofSeconds(60));
    }

    private void harm(Mosaic mosaic, Moment moment) {
        if (begun.isEmpty()) {
            begun.add(saboteur.scheduleAtFixedRate(() -> killAWorker(mosaic.workers()), 0, 5, TimeUnit.SECONDS));
        } else if (begun.size() == 1 && moment.done() > 0.2) {
            begun.add(saboteur.submit(this::replaceMonitor));
        } else if (begun.size() == 2 && moment.done() > 0.6) {
            assertDone(begun.getLast());
            begun.add(saboteur.submit(this::pullCable));
        }
    }

    /** That which serves longest, so not one that is kept ready. None while the one before has not been replaced: the machine may be slow. */
    private void killAWorker(List<String> there) {
        if (there.size() < WORKERS) {
            return;
        }
        machines.process(NODES.get(Collections.frequency(struck, WORKER) % NODES.size())).workers().stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .min(Comparator.comparing(
                        process -> process.info().startInstant().orElseThrow()))
                .filter(ProcessHandle::destroyForcibly)
                .ifPresent(process -> struck.add(WORKER));
    }

    private Void replaceMonitor() throws IOException, InterruptedException {
        machines.kill("head");
        struck.add(MONITOR);
        TimeUnit.SECONDS.sleep(2);
        machines.head("--no-warehouse");
        return null;
    }

    private Void pullCable() throws IOException, InterruptedException {
        hosts.cut(2);
        struck.add(CABLE);
        TimeUnit.SECONDS.sleep(3);
        hosts.mend(2);
        return null;
    }
}
