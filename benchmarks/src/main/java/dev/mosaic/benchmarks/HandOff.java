package dev.mosaic.benchmarks;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * A bounded queue of messages from one thread to another: a ring of slots that are empty or hold a message, so that the
 * two threads share nothing but the slots (FastForward, Giacomoni et al. 2008).
 *
 * <p><b>Threading:</b> one thread puts, one thread takes. Who can go no further naps for 50 us and then finds a batch, so
 * that under load nobody is woken; a taker that then finds nothing sleeps until a message is put. <b>Cost:</b> a store and
 * a load of a slot per message and side.
 */
final class HandOff {
    private static final int CAPACITY = 1 << 13;
    private static final int MASK = CAPACITY - 1;
    private static final long NAP_NANOS = 50_000;
    private static final long SLEEP_NANOS = 1_000_000;

    private final AtomicReferenceArray<byte[]> slots = new AtomicReferenceArray<>(CAPACITY);
    /** Positions, in the middle of an array each, so that no cache line is written by both threads. */
    private final long[] put = new long[32];

    private final long[] taken = new long[32];
    private final Thread taker;
    private volatile boolean takerSleeps;

    private HandOff(Workload workload, Tally tally) {
        taker = Thread.ofPlatform().name("consumer").unstarted(() -> {
            while (true) {
                Payload.check(take(), workload.sizeBytes(), tally);
                tally.add();
            }
        });
    }

    /** One whose taker checks and counts what it takes. */
    static HandOff checking(Workload workload, Tally tally) {
        HandOff queue = new HandOff(workload, tally);
        queue.taker.start();
        return queue;
    }

    void put(byte[] message) {
        long at = put[16]++;
        int slot = (int) at & MASK;
        while (slots.getAcquire(slot) != null) {
            LockSupport.parkNanos(NAP_NANOS);
        }
        slots.setRelease(slot, message);
        if (takerSleeps) {
            takerSleeps = false;
            LockSupport.unpark(taker);
        }
    }

    private byte[] take() {
        int slot = (int) taken[16]++ & MASK;
        byte[] message = slots.getAcquire(slot);
        if (message == null) {
            LockSupport.parkNanos(NAP_NANOS);
            message = slots.getAcquire(slot);
        }
        while (message == null) {
            takerSleeps = true;
            message = slots.getAcquire(slot);
            if (message == null) {
                LockSupport.parkNanos(SLEEP_NANOS);
                message = slots.getAcquire(slot);
            }
        }
        slots.setRelease(slot, null);
        return message;
    }
}
