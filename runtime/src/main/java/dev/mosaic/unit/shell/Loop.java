package dev.mosaic.unit.shell;

import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The single writer of a unit's kernel: a role, not a thread. Whoever brings an event takes it by compare-and-set and
 * deals with the event itself; who finds it taken leaves the event to the holder, who looks again before it gives the role
 * up and after. So no event is lost, those of one thread stay in order, and an undisturbed thread needs no other. Nobody deals with
 * the events of others for longer than 10 ms: then a thread is made for the rest, so that the clock ticks and the mesh reads and writes
 * however many events come.
 *
 * <p><b>Threading:</b> any thread; events run one at a time and may leave further events, which run later. <b>Cost:</b> a
 * compare-and-set where it is free, a queue node where it is not, a thread where events come faster than they run. <b>Failure:</b> what an event throws, an {@link Error} too, is
 * logged, and given to who asked; the loop goes on.
 */
final class Loop {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.unit");

    /** Events that may wait before a thread that makes many has to. */
    private static final int MOST_WAITING = 1_024;

    private static final long BREATH_NANOS = 50_000;
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Something that happened. */
    interface Event {
        /** {@code now} is that of {@link System#nanoTime}. */
        void run(long now);
    }

    private final String name;
    private final AtomicBoolean held = new AtomicBoolean(true);
    private final ConcurrentLinkedQueue<Event> left = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean tickWaits = new AtomicBoolean();

    /** The one event that goes before all that were left. */
    private final AtomicReference<@Nullable Event> urgent = new AtomicReference<>();

    private volatile Runnable onEvent = () -> {};
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile long turns;

    /** For a debugger or a heap dump. */
    @SuppressWarnings("UnusedVariable")
    private @Nullable Throwable lastUnlogged;

    /** Not volatile: a thread asks only whether it is the one, and that it wrote itself. */
    private @Nullable Thread holder;

    /** Held until {@link #open}: events that come before wait. */
    Loop(String name) {
        this.name = name;
    }

    /** Lets events run. {@code afterEvent} runs in the loop, after each. */
    void open(Runnable afterEvent) {
        onEvent = afterEvent;
        leave(true);
        help();
    }

    /** Deals with the event now, or leaves it to the thread that is in the loop. */
    void run(Event event) {
        if (left.isEmpty() && held.compareAndSet(false, true)) {
            execute(event);
            leave(true);
        } else {
            waiting.incrementAndGet();
            left.add(event);
        }
        help();
    }

    /**
     * {@link #run} for what comes by the clock: left out while the one before has not begun. Else ticks that take longer than the time
     * between two of them would be left to the holder without end, and it would never come to anything else.
     */
    void tick(Event tick) {
        if (tickWaits.compareAndSet(false, true)) {
            run(now -> {
                tickWaits.set(false);
                tick.run(now);
            });
        }
    }

    /**
     * The same, ahead of all events that wait: so that this unit says that it lives, however many do. A loop that hangs says nothing.
     */
    void beat(Event beat) {
        urgent.set(beat);
        help();
    }

    /** Waits while too many events wait, so that a thread that makes calls does not outrun the one in the loop. */
    void breathe() {
        while (waiting.get() > MOST_WAITING) {
            help();
            LockSupport.parkNanos(this, BREATH_NANOS);
        }
    }

    /** From inside an event: deals with another one when this one is over. */
    void later(Event event) {
        waiting.incrementAndGet();
        left.add(event);
    }

    /** Asks something inside the loop and waits for the answer. Not from inside. */
    <T extends @Nullable Object> T ask(Supplier<T> question) {
        Question<T> asked = new Question<>(question, Thread.currentThread());
        run(asked);
        while (!asked.answered) {
            LockSupport.park(this);
        }
        return asked.answer();
    }

    /** True where the calling thread is in the loop: it must not wait for what comes through it. */
    boolean isMine() {
        return Thread.currentThread().equals(holder);
    }

    /** How many events there were. */
    long turns() {
        return turns;
    }

    private void help() {
        while (waits() && held.compareAndSet(false, true)) {
            leave(true);
        }
    }

    private boolean waits() {
        return urgent.get() != null || !left.isEmpty();
    }

    /** Deals with what others left, and gives the role up. */
    private void leave(boolean handsOver) {
        long untilNanos = 0;
        for (Event event = next(); event != null; event = next()) {
            untilNanos = untilNanos == 0 ? System.nanoTime() + MOST_NANOS : untilNanos;
            execute(event);
            if (handsOver && System.nanoTime() - untilNanos > 0 && waits() && isLeftToAnother()) {
                return;
            }
        }
        holder = null;
        held.set(false);
    }

    private @Nullable Event next() {
        Event first = urgent.get() == null ? null : urgent.getAndSet(null);
        if (first != null) {
            return first;
        }
        Event event = left.poll();
        if (event != null) {
            waiting.decrementAndGet();
        }
        return event;
    }

    private boolean isLeftToAnother() {
        holder = null;
        try {
            Thread.ofPlatform().daemon().name("mosaic-" + name + "-events").start(() -> {
                leave(false);
                help();
            });
            return true;
        } catch (OutOfMemoryError noThread) {
            return false;
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the holder only
    private void execute(Event event) {
        turns++;
        holder = Thread.currentThread();
        try {
            event.run(System.nanoTime());
            onEvent.run();
        } catch (Throwable thrown) {
            log(thrown);
        }
    }

    /** The role must be given up whatever happens, so not even the log may throw. */
    private void log(Throwable thrown) {
        try {
            LOG.log(Level.ERROR, name + ": an event failed, the others go on", thrown);
        } catch (Throwable unlogged) {
            lastUnlogged = unlogged;
        }
    }

    private static final class Question<T extends @Nullable Object> implements Event {
        private final Supplier<T> question;
        private final Thread asker;
        private @Nullable T answer;
        private @Nullable Throwable problem;
        private volatile boolean answered;

        private Question(Supplier<T> question, Thread asker) {
            this.question = question;
            this.asker = asker;
        }

        @Override
        public void run(long now) {
            try {
                answer = question.get();
            } catch (Throwable thrown) {
                problem = thrown;
            } finally {
                answered = true;
                LockSupport.unpark(asker);
            }
        }

        @SuppressWarnings("NullAway") // null where T may be null
        private T answer() {
            if (problem != null) {
                throw new IllegalStateException("a question to the unit failed", problem);
            }
            return answer;
        }
    }
}
