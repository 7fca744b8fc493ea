package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Rows;

/** The memory of a worker process that makes much more than lives. */
class WorkerHeapTest {
    private static final long MIB = 1L << 20;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @Test
    void shouldTakeWhatLivesAndGiveItBackAtRest() {
        try (Mosaic mosaic = Mosaic.start(1)) {
            long largest = mosaic.submit(Rows::make, 3000, 64).result();
            assertThat(largest / MIB)
                    .as("MiB of heap while 64 lived, of 3,000 that were made")
                    .isLessThan(1_200);
            Eventually.holds(
                    "the heap of a worker at rest is small",
                    () -> mosaic.submit(Rows::heap).result() < 150 * MIB);
        }
    }
}
