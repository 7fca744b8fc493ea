package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.node.Hosts;
import dev.mosaic.node.Obstacle;
import dev.mosaic.process.Entrance;
import dev.mosaic.process.Guest;
import dev.mosaic.process.Passage;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The brain again and again, for {@code -Dmosaic.chaos.seconds=90}, while the cluster is hit by a fault each 10 to 20 s, drawn by {@code
 * -Dmosaic.chaos.seed=1}: of workers, nodes, the head (monitor and gateway), the warehouse and its bucket. Each picture is that of an undisturbed run,
 * byte for byte, and nothing is left behind. {@code make chaos} runs it for ten minutes.
 */
@Tag("long")
@Tag("chaos")
@Timeout(2_100)
class ChaosTest {
    private static final Duration LENGTH = Duration.ofSeconds(Integer.getInteger("mosaic.chaos.seconds", 90));
    private static final long SEED = Long.getLong("mosaic.chaos.seed", 1);

    /** A program that ends while no monitor hears it is kept for ten minutes (S1.6); then holds of the dead count for half a minute. */
    private static final Duration LEASE = Duration.ofMinutes(12);

    @TempDir
    private Path folder;

    @Test
    void shouldDrawTheSamePictureAndLeaveNothingWhateverFails_S7() throws Exception {
        Obstacle.mustBeNone(Hosts.obstacle());
        List<Fault> faults = Fault.drawn(SEED, LENGTH);
        System.out.println("chaos: seed " + SEED + ", " + faults.size() + " faults in " + LENGTH.toSeconds() + " s");
        Settings settings = Settings.small();
        Anatomy anatomy = Anatomy.read(Slice.FOLDER);
        Inversion.Result expected = new Inversion(settings, new LocalCrew(), moment -> {}).run(anatomy.map());
        byte[] picture = picture("local.png", settings, anatomy, expected);

        int runs = 0;
        try (FaultyCluster cluster = FaultyCluster.open(folder)) {
            try {
                try (Faults under = new Faults(cluster, faults);
                        Mosaic mosaic =
                                Mosaic.connect(cluster.address(), options -> options.keys(folder.resolve("keys")))) {
                    under.begin();
                    long begin = System.nanoTime();
                    while (runs == 0 || !under.isOver()) {
                        Inversion.Result result =
                                new Inversion(settings, new MosaicCrew(mosaic, 2), moment -> {}).run(anatomy.map());
                        runs++;
                        System.out.printf("chaos: picture %d after %.1f s%n", runs, (System.nanoTime() - begin) / 1e9);
                        assertThat(Arrays.mismatch(
                                        result.map().speeds(), expected.map().speeds()))
                                .as("first cell that differs in run %d", runs)
                                .isEqualTo(-1);
                        assertThat(result.history()).isEqualTo(expected.history());
                        assertThat(picture("hurt.png", settings, anatomy, result))
                                .as("the picture of run %d, byte for byte", runs)
                                .isEqualTo(picture);
                    }
                    under.awaitMended();
                }
                assertNothingIsLeft(cluster, folder.resolve("keys"));
            } catch (Throwable failed) {
                System.out.println(cluster.said());
                throw failed;
            }
        }
        System.out.printf("chaos: seed %d: the same picture %d times under %d faults%n", SEED, runs, faults.size());
    }

    private static void assertNothingIsLeft(FaultyCluster cluster, Path keys) {
        long begin = System.nanoTime();
        Eventually.holds(
                "no entry is left in the bucket",
                LEASE,
                () -> cluster.entriesInBucket().isEmpty(),
                () -> cluster.entriesInBucket() + "\n" + said(cluster, keys, HeadHttp.OBJECTS) + "\n"
                        + said(cluster, keys, HeadHttp.STATUS));
        Eventually.holds("no entry is left on a disk", Duration.ofSeconds(90), () -> {
            try {
                return cluster.entriesOnDisks().isEmpty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        System.out.printf("chaos: nothing was left after %.1f s%n", (System.nanoTime() - begin) / 1e9);
    }

    /** What the head answers: who holds what is left. */
    private static String said(FaultyCluster cluster, Path keys, String path) {
        Duration limit = Duration.ofSeconds(10);
        try (Passage passage = Passage.open(cluster.address(), Optional.of(keys), Optional.empty(), limit)) {
            Entrance entrance = Entrance.at(passage);
            try (Guest guest = Guest.of(entrance.monitor(), entrance.access())) {
                return new String(guest.get(path, limit).body().inline(), StandardCharsets.UTF_8);
            }
        }
    }

    private byte[] picture(String name, Settings settings, Anatomy anatomy, Inversion.Result result)
            throws IOException {
        Path file = folder.resolve(name);
        Picture.write(file, anatomy, result, settings);
        return Files.readAllBytes(file);
    }

    /** Does what was drawn, at its time. */
    private static final class Faults implements AutoCloseable {
        private final ScheduledExecutorService saboteurs = Executors.newScheduledThreadPool(5);
        private final FaultyCluster cluster;
        private final List<Fault> drawn;
        private final List<Future<?>> done = new ArrayList<>();

        private Faults(FaultyCluster cluster, List<Fault> drawn) {
            this.cluster = cluster;
            this.drawn = drawn;
        }

        private void begin() {
            for (Fault fault : drawn) {
                done.add(saboteurs.schedule(() -> run(fault), fault.at().toMillis(), TimeUnit.MILLISECONDS));
            }
            var _ = saboteurs.submit(this::supervise);
        }

        private Void supervise() throws IOException, InterruptedException {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(500);
                cluster.supervise();
            }
        }

        private Void run(Fault fault) throws IOException, InterruptedException {
            System.out.println("chaos: " + fault);
            FaultyCluster.Harm harm = cluster.harm(fault);
            TimeUnit.MILLISECONDS.sleep(fault.lasts().toMillis());
            harm.mend();
            return null;
        }

        private boolean isOver() {
            return done.stream().allMatch(Future::isDone);
        }

        private void awaitMended() throws InterruptedException, TimeoutException {
            for (Future<?> each : done) {
                try {
                    each.get(120, TimeUnit.SECONDS);
                } catch (ExecutionException failed) {
                    throw new AssertionError("a fault could not be done", failed.getCause());
                }
            }
        }

        @Override
        public void close() {
            saboteurs.shutdownNow();
        }
    }
}
