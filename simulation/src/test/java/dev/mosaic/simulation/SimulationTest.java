package dev.mosaic.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * S2.4, S2.7, S3.1, S3.4 to S3.9, S7.1, S7.2 under faults: 2,000 seeds that are always the same, and 500 that are drawn from the commit's
 * hash, so that each commit looks elsewhere.
 *
 * <p>{@code -Dmosaic.seed=N} runs that seed alone, with a trace; {@code -Dmosaic.seeds=N} runs so many, {@code -Dmosaic.first-seed=N}
 * from that one on, and draws none; {@code -Dmosaic.commit=HASH} draws for that commit.
 *
 * <p>{@code -Dmosaic.nodes=true} has nodes in each world that may have them, {@code -Dmosaic.nodes=false} in none; else the seed says it.
 *
 * <p>In one world of eight tesserae have names.
 */
class SimulationTest {
    private static final int FIXED = 2_000;
    private static final int DRAWN = 500;
    private static final int MOST_FAILURES = 10;

    /** Where nobody knows the commit. */
    private static final String NO_COMMIT = "000000000000";

    private static final int HASH_DIGITS = 8;
    private static final int HEXADECIMAL = 16;

    /** No other run uses seeds from there on. */
    private static final long DRAWN_FROM = 1_000_000_000L;

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
        Integer seeds = Integer.getInteger("mosaic.seeds");
        long first = Long.getLong("mosaic.first-seed", 1);
        long begin = System.nanoTime();
        run(first, seeds == null ? FIXED : seeds);
        int all = seeds == null ? FIXED : seeds;
        if (seeds == null) {
            String commit = commit();
            long drawn = drawn(commit);
            System.out.println("commit=" + commit + " draws seeds=" + DRAWN + ": -Dmosaic.first-seed=" + drawn
                    + " runs them again");
            run(drawn, DRAWN);
            all += DRAWN;
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf("seeds=%d in %.1f s, %.0f a second%n", all, seconds, all / seconds);
        assertThat(failed).isEmpty();
    }

    @Test
    void shouldDrawOtherSeedsForAnotherCommit() {
        assertThat(drawn("30d6890c0ffee")).isNotEqualTo(drawn("30d6891c0ffee")).isGreaterThan(DRAWN_FROM);
        assertThat(drawn(NO_COMMIT)).isEqualTo(DRAWN_FROM);
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

    private static long drawn(String commit) {
        return DRAWN_FROM + DRAWN * Long.parseLong(commit.substring(0, HASH_DIGITS), HEXADECIMAL);
    }

    private static String commit() {
        String given = System.getProperty("mosaic.commit", "");
        if (given.length() >= HASH_DIGITS) {
            return given;
        }
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "HEAD")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 && said.length() >= HASH_DIGITS) {
                return said;
            }
        } catch (IOException noGit) {
            // Said below, as where this is no clone.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        System.out.println("no commit is known here: the seeds of commit=" + NO_COMMIT + " are drawn");
        return NO_COMMIT;
    }
}
