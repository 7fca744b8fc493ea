package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.MeshException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries what the selector says is ready, plus work left by other threads. Carrying is a role, not a thread: whoever waits
 * for an answer takes it by compare-and-set, reads the answer itself and gives the role back; only where nobody waits does
 * the driver's own thread carry. On a machine where waking a thread costs more than the work it does, this halves the time
 * of a round trip.
 *
 * <pre>
 *   own thread:  CARRIES --(a waiter is there)--> STANDS BY, looks every {@value #GRACE_NANOS} ns whether the role is free
 *                   ^                                 |  and was for a while ---> CARRIES
 *                   +---------------------------------+  and is held, nothing happens ---> SLEEPS until the role is given back
 * </pre>
 *
 * <p><b>Threading:</b> {@link #execute}, {@link #write}, {@link #wake}, {@link #carry}: any thread. What is carried runs on
 * one thread at a time. <b>Failure:</b> an exception or error out of carried work is logged and does not end the
 * driver.
 */
final class Driver implements AutoCloseable {
    /** What is attached to a selection key. */
    interface Ready {
        void ready(SelectionKey key);
    }

    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");
    private static final long GRACE_NANOS = 200_000;
    private static final long LINGER_NANOS = 20_000;
    private static final int QUIET_LOOKS = 16;
    private static final int INBOX_BYTES = 256 << 10;

    private final Selector selector;
    private final LongConsumer tick;
    private final long tickNanos;
    private final ByteBuffer inbox;
    private final Thread own;
    private final Consumer<SelectionKey> onReady = this::ready;
    private final AtomicReference<@Nullable Thread> carrier = new AtomicReference<>();
    private final Work work = new Work();
    private final ArrayDeque<Thread> waiters = new ArrayDeque<>();
    private final Linger linger;
    private volatile int waiting;
    private volatile boolean sleeping;
    private volatile boolean selecting;
    private volatile long givenNanos = System.nanoTime() - GRACE_NANOS;
    private final AtomicLong helperRounds = new AtomicLong();
    private volatile boolean closed;

    /** For a debugger or a heap dump. */
    @SuppressWarnings("UnusedVariable")
    private @Nullable Throwable lastThrown;

    private long nextTickNanos;
    private long activeNanos = System.nanoTime();

    /**
     * @param tick called about every {@code tickNanos} with the time, as carried work
     * @param landBytes frames up to this size must fit the inbox
     * @param kind what it carries; large messages are not waited for by looking
     */
    Driver(String name, LongConsumer tick, long tickNanos, int landBytes, LaneKind kind) {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new MeshException(MeshException.Code.LISTEN, "no selector: " + e.getMessage(), e);
        }
        this.tick = tick;
        this.tickNanos = tickNanos;
        this.linger = new Linger(kind == LaneKind.CONTROL);
        this.inbox = ByteBuffer.allocateDirect(Math.max(INBOX_BYTES, 2 * landBytes));
        this.nextTickNanos = System.nanoTime() + tickNanos;
        this.own = Thread.ofPlatform().name(name).daemon(true).unstarted(this::run);
    }

    Driver start() {
        own.start();
        return this;
    }

    /** The buffer that carried work reads into; empty between two pieces of work. */
    ByteBuffer inbox() {
        return inbox;
    }

    /** True where the calling thread is the one that carries. */
    boolean isCarrying() {
        return Thread.currentThread().equals(carrier.get());
    }

    /** Watches a channel, as carried work. */
    SelectionKey register(SelectableChannel channel, int interest, Ready ready) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, interest, ready);
    }

    /** Leaves a task to be carried, soon and in order. */
    void execute(Runnable task) {
        work.add(task);
        wake();
    }

    /** Leaves a link to be written to by whoever carries, once for each call. */
    void write(Link link) {
        work.add(link);
        wake();
    }

    /** Makes whoever carries look at keys and work again. */
    void wake() {
        Thread thread = carrier.get();
        if (thread == null) {
            LockSupport.unpark(own);
        } else if (selecting && !thread.equals(Thread.currentThread())) {
            selector.wakeup();
        }
    }

    /** Has a thread in {@link #carry} ask again: it parks, or sleeps in the selector, or is about to do either. */
    void wake(Thread waiting) {
        LockSupport.unpark(waiting);
        if (waiting.equals(carrier.get())) {
            selector.wakeup();
        }
    }

    /** See {@link dev.mosaic.mesh.Mesh#carry}. */
    boolean carry(BooleanSupplier done, long timeoutNanos) {
        long deadline = System.nanoTime() + timeoutNanos;
        long left = timeoutNanos;
        while (!done.getAsBoolean() && left > 0) {
            if (!Thread.currentThread().isVirtual() && take()) {
                try {
                    help(done, deadline);
                } finally {
                    giveAsHelper();
                }
            } else {
                await(done, left);
            }
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
            left = deadline - System.nanoTime();
        }
        return done.getAsBoolean();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(own);
        selector.wakeup();
        if (!isCarrying()) {
            boolean interrupted = Thread.interrupted();
            try {
                own.join(1_000);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "selector: {0}", e.getMessage());
        }
    }

    private void help(BooleanSupplier done, long deadline) {
        long left = deadline - System.nanoTime();
        // Asked again now that wake() sees who carries.
        while (!closed
                && left > 0
                && !done.getAsBoolean()
                && !Thread.currentThread().isInterrupted()) {
            round(left);
            helperRounds.getAndIncrement();
            left = deadline - System.nanoTime();
        }
    }

    private void await(BooleanSupplier done, long nanos) {
        Thread thread = Thread.currentThread();
        synchronized (waiters) {
            waiters.add(thread);
            waiting = waiters.size();
        }
        if (!done.getAsBoolean()) {
            LockSupport.parkNanos(this, nanos);
        }
        synchronized (waiters) {
            waiters.remove(thread);
            waiting = waiters.size();
        }
    }

    private void run() {
        long seenRounds = 0;
        int quietLooks = 0;
        while (!closed) {
            if ((work.waits() || System.nanoTime() - givenNanos > GRACE_NANOS) && take()) {
                quietLooks = 0;
                try {
                    round(tickNanos);
                } catch (Throwable thrown) { // not even the log has taken it; without this thread nobody would carry
                    lastThrown = thrown;
                } finally {
                    carrier.set(null);
                }
                if (waiting > 0 && !work.waits()) {
                    givenNanos = System.nanoTime();
                    wakeWaiter();
                }
                continue;
            }
            if (quietLooks < QUIET_LOOKS || carrier.get() == null) {
                LockSupport.parkNanos(this, GRACE_NANOS);
                long rounds = helperRounds.get();
                quietLooks = rounds == seenRounds ? quietLooks + 1 : 0;
                seenRounds = rounds;
            } else {
                sleep();
                quietLooks = 0;
            }
        }
    }

    private void sleep() {
        sleeping = true;
        if (carrier.get() != null && !closed) {
            LockSupport.park(this);
        }
        sleeping = false;
    }

    private boolean take() {
        return carrier.get() == null && carrier.compareAndSet(null, Thread.currentThread());
    }

    private void giveAsHelper() {
        givenNanos = System.nanoTime();
        carrier.set(null);
        if (work.waits() || sleeping) {
            LockSupport.unpark(own);
        }
        if (waiting > 0) {
            wakeWaiter();
        }
    }

    private void wakeWaiter() {
        synchronized (waiters) {
            LockSupport.unpark(waiters.peek());
        }
    }

    /** Once around: work, time, and what is ready within the given time. */
    private void round(long nanos) {
        try {
            work();
            long now = System.nanoTime();
            if (now - nextTickNanos >= 0) {
                nextTickNanos = now + tickNanos;
                tick.accept(now);
            }
            select(Math.min(nanos, nextTickNanos - now), now);
            work();
        } catch (IOException | ClosedSelectorException e) {
            if (!closed) {
                LOG.log(System.Logger.Level.ERROR, "selector failed", e);
                closed = true;
            }
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "carried work failed", e);
        }
    }

    /** Looks at the keys at once while something happened just now, else sleeps until something does. */
    private void select(long nanos, long now) throws IOException {
        boolean lingers = linger.pays() && now - activeNanos < LINGER_NANOS;
        if (nanos <= 0 || work.waits() || lingers) {
            if (selector.selectNow(onReady) > 0) {
                activeNanos = now;
                linger.found();
            } else if (work.waits()) {
                linger.found();
            } else {
                linger.looked();
                Thread.onSpinWait();
            }
            return;
        }
        linger.gaveUp();
        selecting = true;
        try {
            if (work.waits()) {
                selector.selectNow(onReady);
            } else if (selector.select(onReady, (nanos + 999_999) / 1_000_000) > 0) {
                activeNanos = System.nanoTime();
            }
        } finally {
            selecting = false;
        }
    }

    private void ready(SelectionKey key) {
        if (key.attachment() instanceof Ready ready) {
            ready.ready(key);
        }
    }

    private void work() {
        if (work.waits() && work.run(Thread.currentThread().equals(own))) {
            activeNanos = System.nanoTime();
        }
    }
}
