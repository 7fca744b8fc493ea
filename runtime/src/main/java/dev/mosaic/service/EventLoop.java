package dev.mosaic.service;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs events one at a time, in the order they came. A role, not a thread: whoever brings an event while none runs, runs it, and
 * those that come meanwhile. Nobody runs the events of others for longer than 10 ms: then a thread is made that runs the rest, so
 * that the clock ticks, the disk works and the mesh reads and writes however many events come.
 *
 * <p><b>Threading:</b> any thread. An event may bring another one; that runs after it. <b>Cost:</b> one queue node for an event; a
 * thread where events come faster than they run. <b>Failure:</b> what an event throws, an {@link Error} too, is logged; the next ones run.
 */
final class EventLoop {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.service");
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final String uid;
    private final Queue<Runnable> urgent = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    /** Events that are open, and one more until {@link #start}. */
    private final AtomicInteger open = new AtomicInteger(1);

    private final AtomicBoolean tickWaits = new AtomicBoolean();
    private final AtomicBoolean beatWaits = new AtomicBoolean();
    private volatile boolean stopped;

    /** For a debugger or a heap dump. */
    @SuppressWarnings("UnusedVariable")
    private @Nullable Throwable lastUnlogged;

    EventLoop(String uid) {
        this.uid = uid;
    }

    /** Events have only been kept so far; from now on they run. */
    void start() {
        drain(true);
    }

    /** Events that have not begun never do. */
    void stop() {
        stopped = true;
    }

    void execute(Runnable event) {
        add(events, event);
    }

    private void add(Queue<Runnable> queue, Runnable event) {
        queue.add(event);
        if (open.getAndIncrement() == 0) {
            drain(true);
        }
    }

    /**
     * {@link #execute} for what comes by the clock: left out while the one before has not begun. Ticks that take longer than the time
     * between two of them would take the loop for themselves else.
     */
    void tick(Runnable tick) {
        onceAtATime(events, tickWaits, tick);
    }

    /**
     * The same, ahead of all that wait: so that this unit says that it lives, however many do. A loop that hangs says nothing.
     */
    void beat(Runnable beat) {
        onceAtATime(urgent, beatWaits, beat);
    }

    private void onceAtATime(Queue<Runnable> queue, AtomicBoolean waits, Runnable event) {
        if (waits.compareAndSet(false, true)) {
            add(queue, () -> {
                waits.set(false);
                event.run();
            });
        }
    }

    private void drain(boolean handsOver) {
        long since = System.nanoTime();
        do {
            Runnable first = urgent.poll();
            Runnable event = first == null ? events.poll() : first;
            if (event != null && !stopped) {
                run(event);
            }
            if (handsOver && System.nanoTime() - since > MOST_NANOS && open.get() > 1) {
                open.decrementAndGet();
                leaveToAnother();
                return;
            }
        } while (open.decrementAndGet() != 0);
    }

    private void leaveToAnother() {
        try {
            Thread.ofPlatform().daemon().name("mosaic-" + uid + "-events").start(() -> drain(false));
        } catch (OutOfMemoryError noThread) {
            drain(false);
        }
    }

    private void run(Runnable event) {
        try {
            event.run();
        } catch (Throwable e) { // who brings the next events must find the role free, whatever this one threw
            if (!stopped) {
                log(e);
            }
        }
    }

    private void log(Throwable thrown) {
        try {
            LOG.log(System.Logger.Level.ERROR, uid + " failed in an event, and goes on", thrown);
        } catch (Throwable unlogged) {
            lastUnlogged = unlogged;
        }
    }
}
