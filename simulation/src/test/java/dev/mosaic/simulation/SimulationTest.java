package dev.mosaic.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * S2.4, S2.7, S3.1, S3.4 to S3.9, S7.1, S7.2 under faults: 1,000 seeds, always the same. {@code make soak} runs more.
 *
 * <p>{@code -Dmosaic.seed=N} runs that seed alone, with a trace; {@code -Dmosaic.seeds=N} runs so many, {@code -Dmosaic.first-seed=N}
 * from that one on.
 *
 * <p>{@code -Dmosaic.nodes=true} has nodes in each world that may have them, {@code -Dmosaic.nodes=false} in none; else the seed says it.
 *
 * <p>In one world of eight tesserae have names.
 */
class SimulationTest {
    private static final int SEEDS = 1_000;
    private static final int MOST_FAILURES = 10;

    private final List<String> failed = Collections.synchronizedList(new ArrayList<>());

    @Test
    @Timeout(300)
    void shouldKeepTheRulesWhateverHappens() {
        Long single = Long.getLong("mosaic.seed");
        if (single != null) {
            World world = new World(single, true);
            world.run();
            System.out.println("seed=" + single + " " + world.summary());
            return;
        }
        int seeds = Integer.getInteger("mosaic.seeds", SEEDS);
        long first = Long.getLong("mosaic.first-seed", 1);
        long begin = System.nanoTime();
        run(first, seeds);
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf("seeds=%d in %.1f s, %.0f a second%n", seeds, seconds, seeds / seconds);
        assertThat(failed).isEmpty();
    }

    /** Several worlds at a time; each is on one thread. */
    private void run(long first, int seeds) {
        LongStream.range(first, first + seeds).parallel().forEach(this::run);
    }

    private void run(long seed) {
        if (failed.size() >= MOST_FAILURES) {
            return;
        }
        try {
            new World(seed, false).run();
        } catch (AssertionError | RuntimeException broken) {
            failed.add("seed=" + seed + " (again with a trace: -Dmosaic.seed=" + seed + "): " + broken);
        }
    }
}
