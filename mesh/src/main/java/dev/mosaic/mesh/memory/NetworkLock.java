package dev.mosaic.mesh.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one lock of a network. Code of its users never runs under it: receivers run as events of a {@link Strand}, and what
 * else is due to them waits in {@link #afterwards} until the lock is free.
 */
final class NetworkLock {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private List<Runnable> afterwards = new ArrayList<>();

    void run(Runnable body) {
        get(() -> {
            body.run();
            return true;
        });
    }

    <T extends @Nullable Object> T get(Supplier<T> body) {
        List<Runnable> due = List.of();
        lock.lock();
        try {
            return body.get();
        } finally {
            if (lock.getHoldCount() == 1 && !afterwards.isEmpty()) {
                due = afterwards;
                afterwards = new ArrayList<>();
            }
            lock.unlock();
            due.forEach(Runnable::run);
        }
    }

    /** Runs on this thread once it holds the lock no more. */
    void afterwards(Runnable action) {
        afterwards.add(action);
    }

    /** Wakes those who wait in {@link #await}. */
    void changed() {
        changed.signalAll();
    }

    /** Waits, giving up the lock, until the condition holds, the time is over or the thread is interrupted. */
    void await(BooleanSupplier condition, long timeoutNanos) {
        long leftNanos = timeoutNanos;
        try {
            while (!condition.getAsBoolean() && leftNanos > 0) {
                leftNanos = changed.awaitNanos(Math.min(leftNanos, TimeUnit.DAYS.toNanos(1)));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
