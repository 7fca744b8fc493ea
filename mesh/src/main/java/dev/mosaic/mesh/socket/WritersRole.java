package dev.mosaic.mesh.socket;

/**
 * Who writes an outbox, one thread at a time at most.
 *
 * <pre>
 *   NOBODY --put--> SENDER --all is written--> NOBODY
 *                     |  \--the socket is full--> SOCKET --it can be written to--> who carries, as SENDER
 *                     \--it carries, or is in a burst--> DRIVER --comes--> as SENDER
 *                                                          \--a sender has {@value #ENOUGH_BYTES} bytes--> SENDER
 * </pre>
 *
 * In a burst the sender that fills the outbox writes it as well, while the bytes are in its cache, and the driver is only
 * there for what the sender leaves in the end. So the driver is told once; then it looks again and again, and lets others
 * run in between, until the sender pauses.
 *
 * <p><b>Threading:</b> under the lock of the outbox. Time is an argument.
 */
final class WritersRole {
    /** What the driver does when it comes. */
    enum Turn {
        /** It has the role and writes. */
        WRITE,
        /** It comes again soon. */
        LATER,
        /** There is nothing to do. */
        NOTHING
    }

    private enum Holder {
        NOBODY,
        SENDER,
        DRIVER,
        SOCKET
    }

    /** Below that a system call costs more than what it writes; above, the bytes leave the cache. */
    private static final int ENOUGH_BYTES = 48 << 10;

    /** A sender that put nothing for so long has paused. */
    private static final long PAUSE_NANOS = 3_000;

    /** What is left by a sender that goes on, but slowly, waits no longer. */
    private static final long PATIENCE_NANOS = 50_000;

    /** The driver stays near a sender that put something within this time. */
    private static final long NEAR_NANOS = 20_000;

    private Holder holder = Holder.SOCKET;
    private boolean driverComes;
    private boolean lazy;
    private int puts;
    private int batches;
    private int seenPuts;
    private int seenBatches;
    private long putNanos;
    private long batchNanos;

    /** Something was put; {@code gatheredBytes} wait in all. */
    Outbox.Taken put(int gatheredBytes) {
        puts++;
        if (holder == Holder.NOBODY) {
            holder = driverComes ? Holder.DRIVER : Holder.SENDER;
            return driverComes ? Outbox.Taken.QUEUED : Outbox.Taken.WRITE;
        }
        if (holder == Holder.DRIVER && gatheredBytes >= ENOUGH_BYTES) {
            holder = Holder.SENDER;
            return Outbox.Taken.WRITE_NOW;
        }
        return Outbox.Taken.QUEUED;
    }

    /** A batch was filled, and its writing begins. */
    void begins() {
        batches++;
    }

    /** All is written. */
    void rest() {
        holder = Holder.NOBODY;
    }

    /** The socket is full. */
    void awaitSocket() {
        holder = Holder.SOCKET;
    }

    /** The socket can be written to, or is there at last: true where the caller has the role now. */
    boolean resume() {
        if (holder != Holder.SOCKET) {
            return false;
        }
        holder = Holder.SENDER;
        return true;
    }

    /** Takes the role for good: false where somebody has it, who will see that all is over. */
    boolean seize() {
        if (holder == Holder.SENDER) {
            return false;
        }
        holder = Holder.SENDER;
        return true;
    }

    /** Leaves the role to the driver; true where the driver must be told. */
    boolean leave(boolean lazily) {
        boolean told = driverComes;
        if (!told) {
            seenBatches = batches - 1; // What waits is counted from the first look on.
        }
        driverComes = true;
        lazy = lazily;
        holder = Holder.DRIVER;
        return !told;
    }

    /**
     * The driver comes.
     *
     * @param mayWait false where it has no time to come again
     */
    Turn look(boolean mayWait, long nowNanos) {
        if (puts != seenPuts) {
            seenPuts = puts;
            putNanos = nowNanos;
        }
        if (batches != seenBatches) {
            seenBatches = batches;
            batchNanos = nowNanos;
        }
        if (mayWait && lazy && isTooEarly(nowNanos)) {
            return Turn.LATER;
        }
        driverComes = false;
        if (holder != Holder.DRIVER) {
            return Turn.NOTHING;
        }
        holder = Holder.SENDER;
        return Turn.WRITE;
    }

    private boolean isTooEarly(long nowNanos) {
        long quiet = nowNanos - putNanos;
        return switch (holder) {
            case DRIVER -> quiet < PAUSE_NANOS && nowNanos - batchNanos < PATIENCE_NANOS;
            case NOBODY, SENDER -> quiet < NEAR_NANOS;
            case SOCKET -> false;
        };
    }
}
