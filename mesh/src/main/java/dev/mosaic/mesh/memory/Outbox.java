package dev.mosaic.mesh.memory;

import java.util.ArrayDeque;
import java.util.List;

/**
 * What waits for one peer on one lane: messages on their way first, then those for which there is no link yet.
 *
 * <p><b>Threading:</b> under the network's lock. <b>Cost:</b> O(1) each, but {@link #clear}.
 */
final class Outbox {
    private final long maxQueuedBytes;
    private final ArrayDeque<Parcel> waiting = new ArrayDeque<>();
    private int onTheWay;
    private long queuedBytes;
    private long lastArrivalNanos;
    private boolean pressured;

    Outbox(long maxQueuedBytes) {
        this.maxQueuedBytes = maxQueuedBytes;
    }

    /** False where it is full. A message alone may be larger than all the room. */
    boolean offer(Parcel parcel) {
        long sizeBytes = parcel.wireBytes();
        if (!waiting.isEmpty() && sizeBytes > maxQueuedBytes - queuedBytes) {
            pressured = true;
            return false;
        }
        waiting.add(parcel);
        queuedBytes += sizeBytes;
        return true;
    }

    boolean hasUnsent() {
        return onTheWay < waiting.size();
    }

    /**
     * Puts the next message on its way.
     *
     * @return when it arrives: not before those that were sent before it
     */
    long send(long soonestNanos) {
        boolean alone = onTheWay++ == 0;
        lastArrivalNanos = alone || soonestNanos - lastArrivalNanos > 0 ? soonestNanos : lastArrivalNanos;
        return lastArrivalNanos;
    }

    /** The message that arrives now. */
    Parcel arrived() {
        Parcel parcel = waiting.remove();
        onTheWay--;
        queuedBytes -= parcel.wireBytes();
        return parcel;
    }

    /** True once after an {@link #offer} was turned down and half of the room is free again. */
    boolean isRelieved() {
        boolean relieved = pressured && queuedBytes <= maxQueuedBytes / 2;
        pressured &= !relieved;
        return relieved;
    }

    /** Takes out everything; the caller releases it. */
    List<Parcel> clear() {
        List<Parcel> lost = List.copyOf(waiting);
        waiting.clear();
        onTheWay = 0;
        queuedBytes = 0;
        return lost;
    }

    long queuedBytes() {
        return queuedBytes;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }
}
