package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.process.Entrance;
import dev.mosaic.process.Guest;
import dev.mosaic.process.Passage;
import dev.mosaic.system.Fault.Target;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The brain on pods, the one of the demo and then small ones again and again, for {@code -Dmosaic.chaos.seconds=180}, while each 15 to 28 s somebody
 * is killed or deleted, drawn by {@code -Dmosaic.chaos.seed=1}: the pod of the head, of the warehouse, of a worker, of the operator that leads; the
 * API server, which is started again after 1 to 6 s; the kubelet, after 20 to 60 s. Each picture is that of an undisturbed run, byte for byte, and
 * nothing is left behind. {@code make chaos-kubernetes} runs it for ten minutes.
 *
 * <p>A program that finds no API server, or no head in time, says so and ends: it is started again. One that was let in must draw its picture.
 */
@Tag("long")
@Tag("chaos")
@Timeout(value = 2_700, threadMode = Timeout.ThreadMode.SAME_THREAD) // before Surefire ends the process
class ChaosOnKubernetesTest {
    private static final Duration LENGTH = Duration.ofSeconds(Integer.getInteger("mosaic.chaos.seconds", 180));
    private static final long SEED = Long.getLong("mosaic.chaos.seed", 1);

    /** What the demo draws, wherever it runs. */
    private static final Path PICTURE = Path.of("../examples/brain/brain.png");

    /** With the calm run and what is mended after it the test ends in its time. */
    private static final Duration MOST_LENGTH = Duration.ofMinutes(15);

    /** Beside the time of the faults. */
    private static final Duration CALM_RUN = Duration.ofSeconds(400);

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /**
     * A program that ends is kept for ten minutes where all who heard of it were lost too (S1.6): a unit that was cut off then tells the next
     * monitor that it lives. Then holds of the dead count for half a minute.
     */
    private static final Duration LEASE = Duration.ofMinutes(12);

    private static final int REFUSALS = 10;

    @RegisterExtension
    static final Product PRODUCT = Product.alone();

    @TempDir
    private Path folder;

    @Test
    void shouldDrawTheSamePictureOnPodsAndLeaveNothingWhateverFails() throws Exception {
        assertThat(LENGTH).as("mosaic.chaos.seconds").isLessThanOrEqualTo(MOST_LENGTH);
        PRODUCT.expect(""); // whose API server is away has much to warn of
        String namespace = PRODUCT.namespace("chaos");
        try (FaultyKubernetes cluster = FaultyKubernetes.open(PRODUCT, namespace, folder)) {
            try {
                drawUnderFaults(cluster, Kubernetes.cluster(namespace, FaultyKubernetes.NAME));
                assertNothingIsLeft(cluster, namespace);
            } catch (Throwable failed) {
                try {
                    cluster.mend();
                    System.out.println(cluster.state());
                } catch (Exception | Error more) {
                    failed.addSuppressed(more);
                }
                throw failed;
            }
        }
    }

    private void drawUnderFaults(FaultyKubernetes cluster, String address) throws Exception {
        List<Fault> faults = Fault.drawn(SEED, LENGTH);
        System.out.println("chaos: seed " + SEED + ", " + faults.size() + " faults in " + LENGTH.toSeconds() + " s");
        byte[] full = Files.readAllBytes(PICTURE);
        byte[] small;
        try (BrainRun here = BrainRun.here(folder.resolve("here"))) {
            small = here.picture();
        }
        int runs = 0;
        int refusals = 0;
        try (Faults under = new Faults(cluster, faults)) {
            Times times = Times.begin();
            under.begin();
            while (runs == 0 || !under.isOver()) {
                boolean isFirst = runs == 0;
                Optional<byte[]> drawn = draw(address, isFirst, folder.resolve("run-" + runs + "-" + refusals));
                if (drawn.isEmpty()) {
                    refusals++;
                    times.say("chaos: a program was not let in");
                    assertThat(refusals).as("programs that were not let in").isLessThanOrEqualTo(REFUSALS);
                    TimeUnit.SECONDS.sleep(2);
                } else {
                    runs++;
                    times.say("chaos: picture " + runs);
                    assertThat(drawn.get())
                            .as("the picture of run %d, byte for byte", runs)
                            .isEqualTo(isFirst ? full : small);
                }
            }
            under.awaitMended();
        }
        cluster.awaitWhole();
        System.out.printf(
                "chaos: seed %d: the same picture %d times under %d faults, %d programs were not let in%n",
                SEED, runs, faults.size(), refusals);
    }

    private static Optional<byte[]> draw(String address, boolean isFull, Path folder)
            throws IOException, InterruptedException {
        try (BrainRun run = isFull ? BrainRun.fullOn(address, folder) : BrainRun.on(address, folder)) {
            return run.pictureUnlessRefused(LENGTH.plus(CALM_RUN));
        }
    }

    private static void assertNothingIsLeft(FaultyKubernetes cluster, String namespace) {
        Times times = Times.begin();
        Eventually.holds(
                "no entry is left on the warehouse's disk",
                LEASE,
                () -> entries(cluster).isEmpty(),
                () -> entries(cluster) + "\n" + said(namespace, HeadHttp.OBJECTS) + "\n"
                        + said(namespace, HeadHttp.STATUS));
        times.say("chaos: the last program ended to no entry on the disk");
        PRODUCT.awaitReady(namespace, FaultyKubernetes.NAME);
        PRODUCT.run("delete", "mc/" + FaultyKubernetes.NAME, "--namespace", namespace, "--timeout=60s");
        Eventually.holds(
                "nothing is left of the cluster",
                PATIENCE,
                () -> Leftovers.in(PRODUCT, namespace).isEmpty(),
                () -> Leftovers.in(PRODUCT, namespace));
        Eventually.holds(
                "no process of a pod is left", PATIENCE, () -> cluster.running().isEmpty(), cluster::running);
    }

    /** What the head answers: who holds what is left. */
    private static String said(String namespace, String path) {
        Duration limit = Duration.ofSeconds(20);
        String address = Kubernetes.cluster(namespace, FaultyKubernetes.NAME);
        try (Passage passage = Passage.open(address, Optional.empty(), Optional.empty(), limit)) {
            Entrance entrance = Entrance.at(passage);
            try (Guest guest = Guest.of(entrance.monitor(), entrance.access())) {
                return new String(guest.get(path, limit).body().inline(), StandardCharsets.UTF_8);
            }
        }
    }

    private static List<String> entries(FaultyKubernetes cluster) {
        try {
            return cluster.entriesOnDisk();
        } catch (IOException | UncheckedIOException changing) {
            return List.of("the disk changes while it is read: " + changing);
        }
    }

    /** Does what was drawn, at its time. */
    private static final class Faults implements AutoCloseable {
        private final ScheduledExecutorService saboteurs = Executors.newScheduledThreadPool(8);
        private final FaultyKubernetes cluster;
        private final List<Fault> drawn;
        private final List<Future<?>> done = new ArrayList<>();

        /** Of kubelet and warehouse one at a time, and the next a while after the one before is well. */
        private final ReentrantLock calm = new ReentrantLock(true);

        private Faults(FaultyKubernetes cluster, List<Fault> drawn) {
            this.cluster = cluster;
            this.drawn = drawn;
        }

        private void begin() {
            for (Fault fault : drawn) {
                done.add(saboteurs.schedule(() -> run(fault), fault.at().toMillis(), TimeUnit.MILLISECONDS));
            }
            var _ = saboteurs.scheduleWithFixedDelay(cluster::look, 0, 2, TimeUnit.SECONDS);
        }

        private Void run(Fault fault) throws InterruptedException {
            if (fault.target() != Target.KUBELET && fault.target() != Target.WAREHOUSE) {
                harm(fault);
                return null;
            }
            calm.lockInterruptibly();
            try {
                harm(fault);
                TimeUnit.MILLISECONDS.sleep(Fault.WAREHOUSE_STARTS.toMillis());
                return null;
            } finally {
                calm.unlock();
            }
        }

        private void harm(Fault fault) throws InterruptedException {
            System.out.println("chaos: " + fault);
            FaultyKubernetes.Harm harm = cluster.harm(fault);
            TimeUnit.MILLISECONDS.sleep(fault.lasts().toMillis());
            harm.mend();
        }

        private boolean isOver() {
            return done.stream().allMatch(Future::isDone);
        }

        private void awaitMended() throws InterruptedException, TimeoutException {
            for (Future<?> each : done) {
                try {
                    each.get(300, TimeUnit.SECONDS);
                } catch (ExecutionException failed) {
                    throw new AssertionError("a fault could not be done", failed.getCause());
                }
            }
        }

        /** None of them does anything any more when this returns. */
        @Override
        public void close() {
            saboteurs.shutdownNow();
            saboteurs.close();
        }
    }
}
