package dev.mosaic.unit.shell;

import dev.mosaic.Task;
import dev.mosaic.TimedOutException;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.calls.TaskView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A task of the kernel, as the program has it.
 *
 * <p>It is <em>final</em> with its outcome, and <em>here</em> when its value, or why there is none, is in this process; small
 * values and failures are here at once. One that is cancelled while its code runs is here before it is final: waits are over, and its
 * state says that the code has not ended.
 *
 * <p><b>Threading:</b> any thread. The loop tells the outcome; waiting threads are woken, stages are completed on virtual
 * threads. <b>Cost:</b> the value is decoded by who asks first, once.
 */
final class CallTask<T extends @Nullable Object> implements Awaitable<T> {
    private final Engine engine;
    private final Id id;
    final Label label;
    private final Reading reading;
    final long madeNanos = System.nanoTime();

    @Nullable Payload arguments; // until it is final

    private long endedNanos;
    private volatile long awaitedNanos;
    private volatile @Nullable Outcome outcome;
    private volatile @Nullable Outcome here;
    private volatile boolean ended;
    private volatile boolean known;
    private boolean wanted;
    private boolean asked;
    private volatile boolean isReleased;
    private @Nullable Object value;
    private @Nullable Throwable problem;
    private @Nullable CompletableFuture<T> stage;
    private List<Thread> waiting = List.of();
    private List<Runnable> followers = List.of();

    CallTask(Engine engine, Id id, Label label, Reading reading) {
        this.engine = engine;
        this.id = id;
        this.label = label;
        this.reading = reading;
    }

    Id id() {
        return id;
    }

    /** Which classes of the program may be in what it gives; null where that is not known. */
    @Nullable TypeLimit limit() {
        return label.limit();
    }

    Engine engine() {
        return engine;
    }

    // ---- what the loop tells

    /** True where nothing more is to come. */
    boolean completed(Outcome told) {
        boolean fetches = false;
        synchronized (this) {
            if (isFinal()) {
                return true;
            }
            arguments = null;
            endedNanos = System.nanoTime();
            awaitedNanos = here == null ? endedNanos : awaitedNanos;
            if (here != null) {
                // cancelled: it is known
            } else if (!(told instanceof Outcome.Held)) {
                here = told;
            } else if (wanted && !asked) {
                asked = true;
                fetches = true;
            }
            outcome = told;
            if (isReleased) {
                letGo();
            }
            wake();
        }
        if (fetches) {
            engine.loop.later(now -> engine.kernel.want(now, id));
        }
        return here != null;
    }

    /** It was cancelled, and its code may still run. */
    void unwanted() {
        synchronized (this) {
            if (!isFinal() && here == null) {
                here = Outcome.cancelled(id);
                awaitedNanos = System.nanoTime();
                wake();
            }
        }
    }

    void fetched(Outcome told) {
        synchronized (this) {
            if (!isHere()) {
                here = told;
                wake();
            }
        }
    }

    /** The unit closes. */
    void end(Throwable why) {
        synchronized (this) {
            if (!isHere()) {
                problem = why;
                endedNanos = System.nanoTime();
                awaitedNanos = outcome == null ? endedNanos : awaitedNanos;
                known = true;
                ended = true;
                wake();
            }
        }
    }

    @Override
    public void whenAwaited(Runnable follower) {
        synchronized (this) {
            if (!isAwaited()) {
                followers = followers.isEmpty() ? new ArrayList<>(1) : followers;
                followers.add(follower);
                return;
            }
        }
        follower.run();
    }

    synchronized void wakeWaiting() {
        waiting.forEach(engine.patience::wake);
    }

    private void wake() {
        wakeWaiting();
        if (isAwaited()) {
            followers.forEach(Runnable::run);
            followers = List.of();
        }
        CompletableFuture<T> told = stage;
        if (told != null && isHere()) {
            stage = null;
            Thread.ofVirtual()
                    .inheritInheritableThreadLocals(false)
                    .start(() -> CurrentUnit.runIn(engine.unit, () -> complete(told)));
        }
    }

    // ---- waiting

    boolean isFinal() {
        return outcome != null || ended;
    }

    private boolean isHere() {
        return here != null || ended;
    }

    @Override
    public boolean isAwaited() {
        return isFinal() || isHere();
    }

    /** Whether the items that it has, where it is of several, may have failed. */
    boolean mayHaveFailedItems() {
        return outcome instanceof Outcome.Held(long _, boolean hasFailed)
                ? hasFailed
                : outcome instanceof Outcome.Returned;
    }

    @Override
    public long awaitedNanos() {
        return awaitedNanos;
    }

    @Override
    public synchronized void addWaiting(Thread thread) {
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>(1);
        }
        waiting.add(thread);
    }

    @Override
    public synchronized void removeWaiting(Thread thread) {
        waiting.remove(thread);
    }

    private boolean await(BooleanSupplier done, long timeoutNanos) {
        Thread thread = Thread.currentThread();
        addWaiting(thread);
        try {
            return Seat.await(engine, done, id, timeoutNanos);
        } finally {
            removeWaiting(thread);
        }
    }

    /** Waits until that is true, or the unit closes. */
    void awaitEnd(BooleanSupplier isOver, long nanos) {
        if (!isOver.getAsBoolean() && !await(isOver, nanos) && !ended) {
            throw late(nanos);
        }
    }

    @Override
    public Task<T> await(long nanos) {
        awaitEnd(this::isAwaited, nanos);
        if (ended || outcome == null || outcome instanceof Outcome.Failed) {
            value();
        }
        return this;
    }

    @Override
    public T result(long nanos) {
        fetch(() -> false, nanos);
        return value();
    }

    /** Waits until its value is here, or that is over. */
    void fetch(BooleanSupplier isOver, long nanos) {
        if (!isHere()) {
            want();
            awaitEnd(() -> isHere() || isOver.getAsBoolean(), nanos);
        }
    }

    private TimedOutException late(long nanos) {
        if (engine.isClosed()) {
            throw engine.isOver();
        }
        return new TimedOutException(
                "task=" + uid() + " was not done within " + Duration.ofNanos(nanos), "the task itself goes on");
    }

    /** Has the value fetched where it stays with its maker. */
    private void want() {
        synchronized (this) {
            wanted = true;
            if (asked || !(outcome instanceof Outcome.Held)) {
                return;
            }
            asked = true;
        }
        engine.loop.run(now -> engine.kernel.want(now, id));
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the method or function called gives a T, null where T may be null
    T value() {
        if (!known) {
            Object found = near(); // which may wait for a store, and so not with the lock
            synchronized (this) {
                if (!known) {
                    read(found);
                    known = true;
                }
            }
        }
        if (problem != null) {
            throw Failures.unchecked(problem);
        }
        T got = (T) value;
        if (isReleased) { // looked at later than the value, which is null then
            throw Failures.unchecked(engine.failures.rebuilt(released().failure(), uid()));
        }
        return got;
    }

    private Outcome.Failed released() {
        return Outcome.failed(Failure.Kind.RESULT_LOST, "the result of task=" + uid() + " was released");
    }

    /** The payload to read, or why there is none; null where there is nothing to read. */
    private @Nullable Object near() {
        try {
            return here instanceof Outcome.Returned(Payload payload) ? engine.codec.near(payload) : null;
        } catch (RuntimeException | Error unreadable) {
            return unreadable;
        }
    }

    private void read(@Nullable Object found) {
        try {
            if (here instanceof Outcome.Failed failed) {
                problem = engine.failures.rebuilt(failed.failure(), uid());
            } else if (outcome instanceof Outcome.Failed failed) {
                problem = engine.failures.rebuilt(failed.failure(), uid());
            } else if (found instanceof Throwable unreadable) {
                problem = unreadable;
            } else if (found instanceof Payload payload) {
                value = reading.read(engine, payload, label.limit());
                here = Outcome.NOTHING;
            }
        } catch (RuntimeException | Error unreadable) {
            problem = unreadable;
        }
    }

    // ---- without waiting

    @Override
    public CompletionStage<T> toCompletionStage() {
        CompletableFuture<T> told = new CompletableFuture<>();
        synchronized (this) {
            if (!isHere()) {
                CompletableFuture<T> before = stage;
                if (before != null) {
                    return before.copy();
                }
                stage = told;
            }
        }
        if (isHere()) {
            if (!told.isDone()) {
                complete(told);
            }
        } else {
            engine.loop.run(now -> {
                if (!isHere()) {
                    engine.ledger.hold(this);
                }
            });
            want();
        }
        return told.minimalCompletionStage();
    }

    private void complete(CompletableFuture<T> told) {
        try {
            told.complete(value());
        } catch (Throwable thrown) {
            told.completeExceptionally(thrown);
        }
    }

    @Override
    public <R extends @Nullable Object> Task<R> then(Function1<? super T, ? extends R> function) {
        return Bodies.then(engine, function, this);
    }

    @Override
    public void cancel(boolean force) {
        if (!isFinal()) {
            engine.loop.run(now -> engine.kernel.cancel(now, id, force));
        }
    }

    @Override
    public void release() {
        synchronized (this) {
            isReleased = true;
            if (isFinal()) {
                letGo();
                wake();
            }
        }
        engine.loop.run(now -> engine.ledger.release(now, id));
    }

    /** Its value is to be had no more. */
    private void letGo() {
        if (!ended && !(outcome instanceof Outcome.Failed) && !(here instanceof Outcome.Failed)) {
            here = released();
            value = null;
        }
    }

    // ---- what is said about it

    @Override
    public String uid() {
        return "task-" + label.words() + "-" + id;
    }

    @Override
    public State state() {
        if (isFinal()) {
            Failure failure = failure();
            if (failure != null && failure.kind() == Failure.Kind.CANCELLED) {
                return State.CANCELLED;
            }
            return ended || failure != null ? State.FAILED : State.DONE;
        }
        TaskView view = engine.loop.ask(() -> engine.kernel.task(id));
        if (view == null || !view.sent()) {
            return isFinal() ? state() : State.PENDING;
        }
        return view.started() ? State.RUNNING : State.QUEUED;
    }

    @Override
    public String waitingFor() {
        TaskView view = isFinal() ? null : engine.loop.ask(() -> engine.kernel.task(id));
        return view == null ? "" : view.waitingFor();
    }

    /** Why it failed; null where it did not, or not yet. */
    @Nullable Failure failure() {
        return outcome instanceof Outcome.Failed failed ? failed.failure() : null;
    }

    @Override
    public String toString() {
        long nanos = (isFinal() ? endedNanos : System.nanoTime()) - madeNanos;
        return "Task[" + uid() + ", " + state() + ", " + nanos / 1_000_000 + " ms]";
    }
}
