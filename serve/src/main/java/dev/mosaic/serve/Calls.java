package dev.mosaic.serve;

import dev.mosaic.MosaicException;
import dev.mosaic.NoMosaicException;
import dev.mosaic.OverloadedException;
import dev.mosaic.PlacementException;
import dev.mosaic.SerializationException;
import dev.mosaic.Task;
import dev.mosaic.TaskCancelledException;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.TimedOutException;
import dev.mosaic.serve.call.Problem;
import dev.mosaic.serve.call.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Calls of declared tesserae.
 *
 * <p>A call without a key is made once: where its outcome is not known, that is what is said. One with a key is made again at the next life
 * until its time is over, since the tessera knows the key and does not run it twice.
 *
 * <p><b>Threading:</b> any thread; who calls waits, on a virtual thread. <b>Cost:</b> replies of calls that nobody waited for are kept by
 * {@link Outcomes}; the arguments of all calls that run take {@value #MOST_WAITING} characters at most.
 */
final class Calls implements AutoCloseable {
    private static final long MOST_WAITING = 256L << 20;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Outcomes later = new Outcomes();
    private final AtomicLong waiting = new AtomicLong();

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
        long size = call.body().length();
        try {
            return waiting.addAndGet(size) > MOST_WAITING
                    ? new Answered(Problem.of(
                                    Problem.Kind.OVERLOADED,
                                    "the arguments of calls that run take too much memory; call again later")
                            .reply())
                    : entered(tessera, call);
        } finally {
            waiting.addAndGet(-size);
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
        } catch (SerializationException notServed) {
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
        Optional<String> begun;
        synchronized (later) {
            begun = later.begin(System.nanoTime());
        }
        begun.ifPresent(id -> Thread.ofVirtual().name("mosaic-call-" + id).start(() -> {
            Reply reply = replied(tessera, call);
            synchronized (later) {
                later.end(id, reply, System.nanoTime());
            }
        }));
        return begun;
    }

    private Reply replied(DeclaredTessera tessera, Invocation call) {
        try {
            return switch (call(tessera, call)) {
                case Answered(Reply given) -> given;
                case Streams streams ->
                    Problem.of(
                                    Problem.Kind.ARGUMENTS,
                                    "values that come one by one are for who waits: call without respond-async")
                            .reply();
            };
        } catch (InterruptedException | RuntimeException failed) {
            return Problem.of(Problem.Kind.OUTCOME_UNKNOWN, String.valueOf(failed.getMessage()))
                    .reply();
        }
    }

    /** How it is with that call; empty where it is not known, or any more. */
    Optional<Outcomes.Look> find(String id) {
        synchronized (later) {
            return later.find(id, System.nanoTime());
        }
    }

    @Override
    public void close() {
        synchronized (later) {
            later.clear();
        }
    }
}
