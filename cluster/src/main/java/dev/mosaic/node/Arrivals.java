package dev.mosaic.node;

import dev.mosaic.StartException;
import dev.mosaic.connect.Exclusion;
import dev.mosaic.message.Member;
import dev.mosaic.unit.shell.ShellEvents;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Waits for the workers and the node of a cluster that starts, as its head hears of them.
 *
 * <p><b>Threading:</b> any thread tells, one waits. <b>Failure:</b> {@link StartException} once a worker has ended before it joined, or the
 * time is over; it names who is missing. Failures after the start are log lines.
 */
final class Arrivals implements ShellEvents {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.node");

    private final Set<String> missing;
    private final Exclusion exclusion;
    private final Consumer<String> waiting;
    private final CompletableFuture<Boolean> complete = new CompletableFuture<>();

    /**
     * @param exclusion hears where the head is held for dead
     * @param waiting hears why calls wait
     */
    Arrivals(Iterable<String> expected, Exclusion exclusion, Consumer<String> waiting) {
        this.exclusion = exclusion;
        this.waiting = waiting;
        this.missing = new TreeSet<>();
        expected.forEach(missing::add);
    }

    @Override
    public void joined(Member member) {
        synchronized (missing) {
            missing.remove(member.uid());
            if (missing.isEmpty()) {
                complete.complete(true);
            }
        }
    }

    @Override
    public void waiting(String reason) {
        waiting.accept(reason);
    }

    @Override
    public void excluded(String reason) {
        exclusion.excluded(reason);
    }

    /** A worker has ended without having joined. */
    void failed(String uid, String reason) {
        StartException failure = new StartException(
                uid + " did not start: " + reason, "check its output, jvmArguments and the class path");
        if (!complete.completeExceptionally(failure) && !complete.isCompletedExceptionally()) {
            LOG.log(System.Logger.Level.WARNING, "{0} did not start, and is tried again: {1}", uid, reason);
        }
    }

    void await(Duration limit) {
        try {
            var _ = complete.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StartException failure ? failure : notStarted("it failed", e);
        } catch (TimeoutException e) {
            synchronized (missing) {
                throw notStarted(String.join(", ", missing) + " did not join within " + limit, e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notStarted("the starting thread was interrupted", e);
        }
    }

    private static StartException notStarted(String what, Exception cause) {
        return new StartException(what, "give it more time with startTimeout, or look at the workers' output", cause);
    }
}
