package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.InvalidOptionException;
import dev.mosaic.StartOptions;
import dev.mosaic.memory.MemoryUse;
import dev.mosaic.node.MemoryWatch.Sized;
import dev.mosaic.node.MemoryWatch.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When a node ends a worker, and which. */
class MemoryWatchTest {
    private static final long LIMIT = 1_000_000;
    private static final Sized SMALL = new Sized(1, 50_000);
    private static final Sized LARGE = new Sized(2, 400_000);
    private static final Step NOTHING = new Step.Nothing();

    private final MemoryWatch watch = new MemoryWatch(0.92);
    private final List<Sized> workers = new ArrayList<>(List.of(SMALL, LARGE));
    private long now = -TimeUnit.MINUTES.toNanos(1);

    private Step look(double fraction) {
        return watch.look(now, new MemoryUse((long) (LIMIT * fraction), LIMIT), () -> List.copyOf(workers));
    }

    private void pass(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void shouldDoNothingWhileThereIsMemory_S7_4() {
        assertThat(look(0.86)).isEqualTo(NOTHING);
        assertThat(look(0.88)).isInstanceOf(Step.Shed.class);
    }

    @Test
    void shouldLookTheMoreOftenTheLessMemoryThereIs_S7_4() {
        long limit = 1L << 30;
        assertThat(Stream.of(0.1, 0.53, 0.72, 0.84, 0.92, 1.0)
                        .map(fraction -> watch.pauseNanos(new MemoryUse((long) (limit * fraction), limit)) / 1_000_000))
                .containsExactly(209L, 99L, 51L, 20L, 10L, 10L);
        assertThat(watch.pauseNanos(new MemoryUse(limit, 1L << 36))).isEqualTo(TimeUnit.MILLISECONDS.toNanos(250));
    }

    @Test
    void shouldEndTheLargestWorkerAtTheThreshold_S7_4() {
        assertThat(look(0.92)).isEqualTo(new Step.End(LARGE));
    }

    @Test
    void shouldWaitUntilTheMemoryHasComeBack_S7_4() {
        assertThat(look(0.95)).isEqualTo(new Step.End(LARGE));
        pass(4_000);
        assertThat(look(0.99)).as("its process is still there").isEqualTo(NOTHING);
        workers.remove(LARGE);
        assertThat(look(0.99)).as("it has just gone").isEqualTo(NOTHING);
        pass(499);
        assertThat(look(0.99)).isEqualTo(NOTHING);
        pass(2);
        assertThat(look(0.99)).as("that was not enough").isEqualTo(new Step.End(SMALL));
    }

    @Test
    void shouldTakeAnotherWhereAProcessDoesNotEnd_S7_4() {
        assertThat(look(0.95)).isEqualTo(new Step.End(LARGE));
        pass(5_001);
        assertThat(look(0.95)).isEqualTo(NOTHING);
        pass(501);
        assertThat(look(0.95)).isInstanceOf(Step.End.class);
    }

    @Test
    void shouldAskTheStoreFirstAndOnceASecond_S7_4() {
        assertThat(look(0.9)).isEqualTo(new Step.Shed(72_000));
        pass(900);
        assertThat(look(0.9)).isEqualTo(NOTHING);
        pass(101);
        assertThat(look(0.88)).isEqualTo(new Step.Shed(52_000));
    }

    @Test
    void shouldLetWorkersLiveWhoseEndHelpsNobody_S7_4() {
        workers.clear();
        workers.add(new Sized(3, LIMIT / 100 - 1));
        assertThat(look(0.99)).isEqualTo(new Step.Helpless());
        assertThat(look(0.99)).as("the store goes on").isInstanceOf(Step.Shed.class);
        assertThat(look(0.99)).isEqualTo(NOTHING);
        assertThat(look(0.5)).isEqualTo(NOTHING);
        assertThat(look(0.99)).as("said again").isEqualTo(new Step.Helpless());
    }

    @Test
    void shouldRefuseAThresholdThatIsNone() {
        for (double wrong : new double[] {0, -1, 1.01, 92, Double.NaN}) {
            assertThatThrownBy(() -> new StartOptions().memoryThreshold(wrong))
                    .isInstanceOf(InvalidOptionException.class)
                    .hasMessageContaining("memoryThreshold=" + wrong);
        }
        assertThat(new StartOptions().memoryThreshold()).isEqualTo(0.92);
    }

    @Test
    void shouldNeverEndOneWhereItIsTurnedOff_S7_4() {
        MemoryWatch off = new MemoryWatch(1);
        assertThat(off.look(now, new MemoryUse(LIMIT, LIMIT), () -> workers)).isEqualTo(NOTHING);
    }
}
