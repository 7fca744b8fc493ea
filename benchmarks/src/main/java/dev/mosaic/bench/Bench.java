package dev.mosaic.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs families of workloads one after the other.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> a family that throws, or is not done after {@link #LIMIT}, is a line with its error;
 * the others run all the same.
 */
public final class Bench {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private static final List<Family> FAMILIES = List.of(
            new Calls(),
            new FanOut(),
            new Tasks(),
            new SmallObjects(),
            new LargeObjects(),
            new Arrays(),
            new Chains(),
            new ParameterServer(),
            new MapReduce(),
            new Counters(),
            new Gradients(),
            new Startup(),
            new Failures());

    private final Choice choice;
    private final Sizes sizes;
    private final Results results;

    /**
     * @param round a number for the lines
     * @param version a text for the lines
     * @param out gets the lines
     */
    public Bench(Choice choice, Sizes sizes, int round, String version, PrintStream out) {
        this.choice = choice;
        this.sizes = sizes;
        this.results = new Results(choice, round, version, out);
    }

    /** True where nothing failed. */
    public boolean run() {
        return run(FAMILIES);
    }

    boolean run(List<Family> families) {
        boolean allWell = true;
        try (Session session = new Session(sizes, results)) {
            for (Family family : families) {
                if (choice.wants(family)) {
                    allWell &= run(family, session);
                }
            }
        }
        return allWell;
    }

    private boolean run(Family family, Session session) {
        FutureTask<Boolean> running = new FutureTask<>(() -> {
            family.run(session);
            return true;
        });
        Thread.ofPlatform().daemon().name("bench").start(running);
        try {
            return running.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            failed.printStackTrace();
            results.failed(family, String.valueOf(failed.getCause()));
        } catch (TimeoutException tooLong) {
            results.failed(family, "no end within " + LIMIT.toSeconds() + " s");
            running.cancel(true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        session.close();
        return false;
    }
}
