package dev.mosaic.service;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs events one at a time, in the order they came. A role, not a thread: whoever brings an event while none runs, runs it, and
 * those that come meanwhile.
 *
 * <p><b>Threading:</b> any thread. An event may bring another one; that runs after it. <b>Cost:</b> one queue node for an event.
 * <b>Failure:</b> what an event throws, an {@link Error} too, is logged; the next ones run.
 */
final class EventLoop {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.service");

    private final String uid;
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    /** Events that are open, and one more until {@link #start}. */
    private final AtomicInteger open = new AtomicInteger(1);

    private final AtomicBoolean tickWaits = new AtomicBoolean();
    private volatile boolean stopped;

    /** For a debugger or a heap dump. */
    @SuppressWarnings("UnusedVariable")
    private @Nullable Throwable lastUnlogged;

    EventLoop(String uid) {
        this.uid = uid;
    }

    /** Events have only been kept so far; from now on they run. */
    void start() {
        drain();
    }

    /** Events that have not begun never do. */
    void stop() {
        stopped = true;
    }

    void execute(Runnable event) {
        events.add(event);
        if (open.getAndIncrement() == 0) {
            drain();
        }
    }

    /**
     * {@link #execute} for what comes by the clock: left out while the one before has not begun. Ticks that take longer than the time
     * between two of them would take the loop for themselves else.
     */
    void tick(Runnable tick) {
        if (tickWaits.compareAndSet(false, true)) {
            execute(() -> {
                tickWaits.set(false);
                tick.run();
            });
        }
    }

    private void drain() {
        do {
            Runnable event = events.poll();
            if (event != null && !stopped) {
                run(event);
            }
        } while (open.decrementAndGet() != 0);
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
