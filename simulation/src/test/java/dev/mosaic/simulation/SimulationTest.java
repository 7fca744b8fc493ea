package dev.mosaic.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * S2.4, S2.7, S3.1, S3.4 to S3.9, S7.1, S7.2 under faults.
 *
 * <p>{@code -Dmosaic.seed=N} runs that seed alone, with a trace; {@code -Dmosaic.seeds=N} runs so many, {@code -Dmosaic.first-seed=N}
 * from that one on.
 */
class SimulationTest {
    @Test
    void shouldKeepTheRulesWhateverHappens() {
        Long single = Long.getLong("mosaic.seed");
        if (single != null) {
            World world = new World(single, true);
            world.run();
            System.out.println("seed=" + single + " " + world.summary());
            return;
        }
        int seeds = Integer.getInteger("mosaic.seeds", 2_000);
        long first = Long.getLong("mosaic.first-seed", 1);
        List<String> failed = new ArrayList<>();
        for (long seed = first; seed < first + seeds && failed.size() < 10; seed++) {
            try {
                new World(seed, false).run();
            } catch (AssertionError | RuntimeException broken) {
                failed.add("seed=" + seed + " (again with a trace: -Dmosaic.seed=" + seed + "): " + broken);
            }
        }
        assertThat(failed).isEmpty();
    }
}
