package dev.mosaic.mesh.socket;

import java.util.ArrayDeque;

/**
 * What threads leave to who carries: tasks, and links to be written to.
 *
 * <p><b>Threading:</b> any thread adds; one at a time runs. <b>Cost:</b> nothing is allocated once the queues have grown.
 */
final class Work {
    private static final int WRITE_ROUNDS = 8;

    private final ShortLock lock = new ShortLock();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final ArrayDeque<Link> writes = new ArrayDeque<>();
    private volatile boolean waits;

    void add(Runnable task) {
        lock.lock();
        try {
            tasks.add(task);
            waits = true;
        } finally {
            lock.unlock();
        }
    }

    void add(Link write) {
        lock.lock();
        try {
            writes.add(write);
            waits = true;
        } finally {
            lock.unlock();
        }
    }

    /** True where there is some. */
    boolean waits() {
        return waits;
    }

    /**
     * Runs what is there now, in order. Links in a burst may stay for the next time; other threads run in between.
     *
     * @param mayWait whether they may
     * @return true where a link was written to, or stays
     */
    @SuppressWarnings("ThreadPriorityCheck") // the sender of a burst may wait for this processor
    boolean run(boolean mayWait) {
        int tasksNow;
        int writesNow;
        lock.lock();
        try {
            tasksNow = tasks.size();
            writesNow = writes.size();
        } finally {
            lock.unlock();
        }
        for (int i = 0; i < tasksNow; i++) {
            next(tasks).run();
        }
        int stay = writesNow == 0 ? 0 : write(writesNow, mayWait);
        lock.lock();
        try {
            waits = !tasks.isEmpty() || !writes.isEmpty();
        } finally {
            lock.unlock();
        }
        if (stay > 0) {
            Thread.yield();
        }
        return writesNow > 0;
    }

    private int write(int links, boolean mayWait) {
        int stay = 0;
        long now = System.nanoTime();
        for (int i = 0; i < links; i++) {
            Link link = next(writes);
            if (!link.writing().left(WRITE_ROUNDS, mayWait, now)) {
                stay++;
                add(link);
            }
        }
        return stay;
    }

    private <T> T next(ArrayDeque<T> queue) {
        lock.lock();
        try {
            return queue.remove();
        } finally {
            lock.unlock();
        }
    }
}
