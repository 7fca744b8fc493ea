package dev.mosaic.serve;

import dev.mosaic.CaptureException;
import dev.mosaic.MosaicException;
import dev.mosaic.NoMosaicException;
import dev.mosaic.OverloadedException;
import dev.mosaic.PlacementException;
import dev.mosaic.Task;
import dev.mosaic.TaskCancelledException;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.TimedOutException;
import dev.mosaic.serve.call.Problem;
import dev.mosaic.serve.call.Reply;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Calls of declared tesserae.
 *
 * <p>A call without a key is made once: where its outcome is not known, that is what is said. One with a key is made again at the next life
 * until its time is over, since the tessera knows the key and does not run it twice.
 *
 * <p><b>Threading:</b> any thread; who calls waits, on a virtual thread. <b>Cost:</b> replies of calls that nobody waited for are kept for 10
 * minutes, {@value #MOST_KEPT} of them.
 */
final class Calls implements AutoCloseable {
    private static final int MOST_KEPT = 4_096;
    private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private record Later(CompletableFuture<Reply> reply, long sinceNanos) {}

    private final Map<String, Later> later = new LinkedHashMap<>();

    /** What came of a call. */
    sealed interface Outcome {}

    record Answered(Reply reply) implements Outcome {}

    /** Its values come one by one, from there. */
    record Streams(DeclaredTessera.Active active) implements Outcome {}

    Outcome call(DeclaredTessera tessera, Invocation call) throws InterruptedException {
        if (!tessera.enter()) {
            return new Answered(
                    Problem.of(Problem.Kind.OVERLOADED, "too many calls wait for the tessera; call again later")
                            .reply());
        }
        try {
            return entered(tessera, call);
        } finally {
            tessera.exit();
        }
    }

    private static Outcome entered(DeclaredTessera tessera, Invocation call) throws InterruptedException {
        long end = System.nanoTime() + call.limit().toNanos();
        Duration activation = tessera.declared().activation().timeout();
        while (true) {
            switch (tessera.await(min(activation, left(end)))) {
                case DeclaredTessera.NotThere(Problem why) -> {
                    return new Answered(why.reply());
                }
                case DeclaredTessera.There(DeclaredTessera.Active active) -> {
                    Attempt attempt = attempt(active, call, activation, end);
                    if (attempt.reply() != null && !attempt.reply().retired()) {
                        return attempt.reply().streams() ? new Streams(active) : new Answered(attempt.reply());
                    }
                    if (attempt.over()) {
                        tessera.over(active);
                    }
                    if (!attempt.again() || left(end).isZero()) {
                        return new Answered(attempt.problem().reply());
                    }
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
    }

    /**
     * How one attempt ended.
     *
     * @param reply of the tessera; null where there was none
     * @param problem why not
     * @param again true where another attempt does no harm
     * @param over true where it has no life there any more
     */
    private record Attempt(@Nullable Reply reply, Problem problem, boolean again, boolean over) {}

    private static final Problem REPLACED =
            Problem.of(Problem.Kind.NOT_ACTIVE, "the tessera gets other code; call again");

    private static Attempt attempt(DeclaredTessera.Active active, Invocation call, Duration activation, long end)
            throws InterruptedException {
        boolean hasKey = !call.key().isEmpty();
        try {
            Task<Reply> task = ServiceProgram.invoke(active.handle(), call);
            return new Attempt(awaited(task, min(activation, left(end)), end), REPLACED, true, false);
        } catch (TesseraStoppedException | NoMosaicException stopped) {
            // It was dropped before the call began.
            return failed(Problem.Kind.NOT_ACTIVE, stopped, true, true);
        } catch (TaskCancelledException notBegun) {
            return failed(Problem.Kind.NOT_ACTIVE, notBegun, false, false);
        } catch (TimedOutException late) {
            return failed(Problem.Kind.TIMED_OUT, late, false, false);
        } catch (OverloadedException full) {
            return failed(Problem.Kind.OVERLOADED, full, false, false);
        } catch (PlacementException nowhere) {
            return failed(Problem.Kind.NOT_ACTIVE, nowhere, true, false);
        } catch (CaptureException notServed) {
            return failed(Problem.Kind.NAME_TAKEN, notServed, false, false);
        } catch (MosaicException lost) {
            // Among them a lost or drained worker, a lost result, a state that could not be kept.
            return failed(Problem.Kind.OUTCOME_UNKNOWN, lost, hasKey, false);
        }
    }

    private static Attempt failed(Problem.Kind kind, MosaicException why, boolean again, boolean over) {
        return new Attempt(null, Problem.of(kind, String.valueOf(why.getMessage())), again, over);
    }

    /** A call that has not been sent when the time for that is over is taken back. */
    private static Reply awaited(Task<Reply> task, Duration activation, long end) throws InterruptedException {
        try {
            return task.result(activation);
        } catch (TimedOutException late) {
            if (Thread.interrupted()) {
                task.cancel();
                throw new InterruptedException();
            }
            if (task.state() == Task.State.PENDING) {
                task.cancel();
            }
            return task.result(left(end));
        }
    }

    private static Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    // ---- that nobody waits for

    /** Its id; empty where there are too many. */
    Optional<String> callLater(DeclaredTessera tessera, Invocation call) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        String id = java.util.UUID.randomUUID().toString();
        synchronized (later) {
            forget();
            if (later.size() >= MOST_KEPT) {
                return Optional.empty();
            }
            later.put(id, new Later(reply, System.nanoTime()));
        }
        Thread.ofVirtual().name("mosaic-call-" + id).start(() -> {
            try {
                reply.complete(
                        switch (call(tessera, call)) {
                            case Answered(Reply given) -> given;
                            case Streams streams ->
                                Problem.of(
                                                Problem.Kind.ARGUMENTS,
                                                "values that come one by one are for who waits: call without respond-async")
                                        .reply();
                        });
            } catch (InterruptedException | RuntimeException failed) {
                reply.complete(Problem.of(Problem.Kind.OUTCOME_UNKNOWN, String.valueOf(failed.getMessage()))
                        .reply());
            }
        });
        return Optional.of(id);
    }

    /** Its reply, to come; null where it is not known, any more. */
    @Nullable CompletableFuture<Reply> find(String id) {
        synchronized (later) {
            forget();
            Later known = later.get(id);
            return known == null ? null : known.reply;
        }
    }

    private void forget() {
        long now = System.nanoTime();
        later.values().removeIf(each -> each.reply.isDone() && now - each.sinceNanos > KEPT_NANOS);
    }

    @Override
    public void close() {
        synchronized (later) {
            later.clear();
        }
    }
}
