package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever computes, and whatever happens to them, the map is the same bit for bit. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180) // Up to six JVMs start; on a busy machine that takes its time.
class MosaicCrewTest {
    private final Settings settings =
            new Settings(32, 8, 0.02, List.of(new Band(50e3, 7e-3f, 1), new Band(60e3, 6e-3f, 2)));
    private SpeedMap brain = Disc.map(0);
    private Inversion.Result expected = new Inversion.Result(brain, List.of());

    @BeforeAll
    void computeHere() throws IOException {
        brain = Anatomy.read(Slice.FOLDER).map();
        expected = new Inversion(settings, new LocalCrew(), moment -> {}).run(brain);
    }

    /** They live for seconds, so without C2. */
    private static Mosaic start(int workers) {
        return Mosaic.start(options -> options.workers(workers).noDashboard().jvmArguments("-XX:TieredStopAtLevel=1"));
    }

    /** Two are there below. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldGiveTheSameBitsWithAnyNumberOfWorkers(int workers) {
        try (Mosaic mosaic = start(workers)) {
            assertSame(new Inversion(settings, new MosaicCrew(mosaic, workers), moment -> {}).run(brain));
        }
    }

    @Test
    void shouldGiveTheSameBitsWhenWorkersAreKilled() {
        Set<Long> killed = new HashSet<>();
        Consumer<Moment> killer = moment -> ProcessHandle.current()
                .children()
                .filter(worker -> moment.done() < 1 && killed.add(worker.pid()))
                .findFirst()
                .ifPresent(ProcessHandle::destroyForcibly);
        try (Mosaic mosaic = start(2)) {
            assertSame(new Inversion(settings, new MosaicCrew(mosaic, 2), killer).run(brain));
        }
        assertThat(killed)
                .as("workers killed, one before each iteration and one before the second band")
                .hasSize(4);
    }

    private void assertSame(Inversion.Result result) {
        assertThat(Arrays.mismatch(result.map().speeds(), expected.map().speeds()))
                .as("first cell that differs")
                .isEqualTo(-1);
        assertThat(result.history()).isEqualTo(expected.history());
    }
}
