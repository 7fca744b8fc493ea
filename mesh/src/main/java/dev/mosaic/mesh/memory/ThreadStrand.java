package dev.mosaic.mesh.memory;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A strand in real time, run by leader and followers: of the threads that carry, the first leads and runs what is due, the
 * others wait for their turn. Where nobody carries, a daemon thread of the strand's own leads.
 *
 * <p><b>Threading:</b> all state under the network's lock, events run without it. Leadership passes only between events,
 * so that they run one at a time. Threads wait by {@link LockSupport}, as the caller of {@code carry} must also wake when
 * somebody else makes its condition true.
 */
final class ThreadStrand implements Strand {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");

    private final NetworkLock lock;
    private final String name;
    private final PriorityQueue<TimedEvent> events = new PriorityQueue<>();
    private final ArrayDeque<Thread> carriers = new ArrayDeque<>();
    private @Nullable Thread own;
    private @Nullable Thread leader;
    private @Nullable Thread running;
    private long posted;
    private volatile boolean stopped;

    /** For a debugger or a heap dump. */
    @SuppressWarnings("UnusedVariable")
    private @Nullable Throwable lastThrown;

    ThreadStrand(NetworkLock lock, String name) {
        this.lock = lock;
        this.name = name;
    }

    @Override
    public void post(long atNanos, Runnable event) {
        if (stopped) {
            return;
        }
        TimedEvent added = new TimedEvent(atNanos, posted++, this, event);
        events.add(added);
        if (running == null && added.equals(events.peek())) {
            elect();
        }
    }

    @Override
    public boolean carry(BooleanSupplier done, long timeoutNanos) {
        long startNanos = System.nanoTime();
        Thread me = Thread.currentThread();
        lock.run(() -> {
            carriers.add(me);
            elect();
        });
        try {
            while (!done.getAsBoolean()) {
                long leftNanos = timeoutNanos - (System.nanoTime() - startNanos);
                if (leftNanos <= 0 || me.isInterrupted()) {
                    return done.getAsBoolean();
                }
                takeTurn(done, leftNanos);
            }
            return true;
        } finally {
            lock.run(() -> {
                carriers.removeLastOccurrence(me);
                elect();
            });
        }
    }

    @Override
    public void stop() {
        stopped = true;
        events.clear();
        LockSupport.unpark(own);
    }

    @Override
    public boolean isRunningElsewhere() {
        return running != null && !running.equals(Thread.currentThread());
    }

    /** Runs one event if this thread leads and one is due, else waits for that. */
    private void takeTurn(BooleanSupplier done, long maxParkNanos) {
        long[] parkNanos = {maxParkNanos};
        TimedEvent due = lock.get(() -> takeDue(parkNanos));
        if (due == null) {
            // Asked after the lock, which may have used up the permit of an unpark that came meanwhile.
            if (!done.getAsBoolean()) {
                LockSupport.parkNanos(this, parkNanos[0]);
            }
            return;
        }
        try {
            due.action().run();
        } catch (Throwable thrown) {
            LOG.log(Level.ERROR, name + ": an event failed, the others go on", thrown);
        } finally {
            lock.run(() -> {
                running = null;
                elect();
                lock.changed();
            });
        }
    }

    private @Nullable TimedEvent takeDue(long[] parkNanos) {
        TimedEvent first = events.peek();
        if (first == null || running != null || !Thread.currentThread().equals(leader)) {
            return null;
        }
        long aheadNanos = first.atNanos() - System.nanoTime();
        if (aheadNanos > 0) {
            parkNanos[0] = Math.min(parkNanos[0], aheadNanos);
            return null;
        }
        running = leader;
        return events.poll();
    }

    /** Between events: the first carrier leads, else the own thread, which starts when there is something to do. */
    private void elect() {
        if (running != null) {
            return;
        }
        Thread elected = carriers.peekFirst();
        if (elected == null) {
            if (own == null && !events.isEmpty()) {
                own = Thread.ofPlatform().daemon().name(name).start(this::runOwn);
            }
            elected = own;
        }
        leader = elected;
        if (!events.isEmpty() && !Thread.currentThread().equals(elected)) {
            LockSupport.unpark(elected);
        }
    }

    private void runOwn() {
        while (!lock.get(() -> stopped)) {
            try {
                takeTurn(() -> stopped, Long.MAX_VALUE);
            } catch (Throwable thrown) { // nobody else would run the events
                lastThrown = thrown;
            }
            // An interrupt from a receiver would turn waiting into spinning.
            Thread.interrupted();
        }
    }
}
