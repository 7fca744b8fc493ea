package dev.mosaic.unit.shell;

import dev.mosaic.message.Member;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The unit's own thread: it ticks, every 20 ms while something is open and a few times in a heartbeat else, and tells the
 * process what happens.
 *
 * <p><b>Threading:</b> one daemon thread; the methods are for any.
 */
final class Clock implements Runnable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.unit");
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Engine engine;
    private final Thread thread;
    private final ConcurrentLinkedQueue<Runnable> news = new ConcurrentLinkedQueue<>();
    private volatile boolean slow;
    private volatile boolean monitorIsGone;
    private long seen;

    /** For a debugger or a heap dump. */
    @SuppressWarnings("UnusedVariable")
    private @Nullable Throwable lastUnlogged;

    Clock(Engine engine) {
        this.engine = engine;
        this.thread = Thread.ofPlatform()
                .daemon(true)
                .name("mosaic-" + engine.options.uid() + "-clock")
                .unstarted(this);
    }

    void start() {
        thread.start();
    }

    /** Something happened: time counts in ticks again. */
    void stir() {
        if (slow) {
            slow = false;
            LockSupport.unpark(thread);
        }
    }

    /** Has the process told something, in order, outside of the loop. */
    void tell(Runnable piece) {
        news.add(piece);
        LockSupport.unpark(thread);
    }

    /** Nobody dials the monitor any more. */
    void redialMonitor() {
        monitorIsGone = true;
    }

    void close() {
        LockSupport.unpark(thread);
        if (!Thread.currentThread().equals(thread)) {
            try {
                thread.join(200);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void run() {
        long idleNanos = Math.max(TICK_NANOS, engine.options.kernel().heartbeatNanos() / 2);
        long nextNanos = System.nanoTime();
        while (!engine.isClosed()) {
            try {
                nextNanos = turn(idleNanos, nextNanos);
            } catch (Throwable thrown) { // without memory, most likely: the next turn finds some, or not
                log("a turn of the clock failed, the next comes", thrown);
                LockSupport.parkNanos(this, TICK_NANOS);
            }
        }
        tellAll();
    }

    private long turn(long idleNanos, long dueNanos) {
        long nextNanos = dueNanos;
        tellAll();
        if (System.nanoTime() - nextNanos >= 0) {
            boolean active = engine.loop.turns() != seen || engine.ledger.open() > 0 || engine.lanes.busy() > 0;
            slow = false;
            engine.loop.beat(engine.kernel::beat);
            engine.loop.tick(this::tick);
            seen = engine.loop.turns();
            nextNanos = System.nanoTime() + (active ? TICK_NANOS : idleNanos);
            slow = !active;
        }
        boolean stirred = !slow && nextNanos - System.nanoTime() > TICK_NANOS;
        if (stirred || engine.loop.turns() != seen) {
            slow = false;
            nextNanos = Math.min(nextNanos, System.nanoTime() + TICK_NANOS);
        }
        if (news.isEmpty()) {
            LockSupport.parkNanos(this, Math.max(1, nextNanos - System.nanoTime()));
        }
        return nextNanos;
    }

    private void log(String what, Throwable thrown) {
        try {
            LOG.log(Level.ERROR, engine.options.uid() + ": " + what, thrown);
        } catch (Throwable unlogged) {
            lastUnlogged = unlogged;
        }
    }

    private void tick(long now) {
        engine.ledger.sweep(now);
        engine.grips.sweep(now);
        engine.refs.sweep();
        engine.collector.sweep();
        engine.courier.tick();
        engine.outreach.tick(now);
        if (monitorIsGone) {
            monitorIsGone = false;
            engine.courier.dial(Member.MONITOR, engine.options.monitor());
        }
        engine.kernel.tick(now);
        engine.standstill.tick(now);
    }

    private void tellAll() {
        for (Runnable piece = news.poll(); piece != null; piece = news.poll()) {
            try {
                piece.run();
            } catch (Throwable thrown) {
                log("the process did not take the news", thrown);
            }
        }
    }
}
