package dev.mosaic.mesh.memory;

/**
 * What connects two peers, each the other unit's view: both lanes of it, in both directions.
 *
 * <p>It is made at one instant, seen by each end at an instant of its own, and carries messages once both have told their
 * owners of it. When it breaks, whatever is on its way is lost at once, and each end sees it later.
 *
 * <p><b>Threading:</b> under the network's lock, but for the delivery itself.
 */
final class Link {
    private final Timeline time;
    private final MemoryPeer dialler;
    private final MemoryPeer listener;
    private final boolean slow;
    private int told;
    private boolean broken;

    /** Of two peers that are each other's view, neither of which has a link. */
    Link(Timeline time, MemoryPeer dialler, MemoryPeer listener) {
        this.time = time;
        this.dialler = dialler;
        this.listener = listener;
        this.slow = time.drawSlow();
    }

    void open() {
        dialler.bind(this);
        listener.bind(this);
        listener.mesh().post(Lane.CONTROL, time.nowNanos(), () -> listener.linked(this));
        dialler.mesh().post(Lane.CONTROL, arrivalNanos(), () -> dialler.linked(this));
    }

    /** One end has told its owner. When both have, messages that waited for it go out. */
    void told() {
        told++;
        send(dialler);
        send(listener);
    }

    /** Puts on its way what an end has to send. */
    void send(MemoryPeer from) {
        for (Lane lane : Lane.values()) {
            Outbox outbox = from.outbox(lane);
            while (told == 2 && !broken && outbox.hasUnsent()) {
                long atNanos = outbox.send(arrivalNanos());
                other(from).mesh().post(lane, atNanos, () -> arrive(from, lane));
            }
        }
    }

    /** Ends it, for a reason that both ends come to see. */
    void end(String reason) {
        if (!broken) {
            broken = true;
            dialler.mesh().post(Lane.CONTROL, arrivalNanos(), () -> dialler.unlinked(this, reason));
            listener.mesh().post(Lane.CONTROL, arrivalNanos(), () -> listener.unlinked(this, reason));
        }
    }

    boolean isBroken() {
        return broken;
    }

    MemoryPeer other(MemoryPeer end) {
        return end == dialler ? listener : dialler;
    }

    /** An event of the receiving lane, without the lock. */
    private void arrive(MemoryPeer from, Lane lane) {
        NetworkLock lock = from.mesh().lock();
        Parcel parcel = lock.get(() -> broken || !from.isBoundTo(this) ? null : from.arrived(lane));
        if (parcel == null) {
            return;
        }
        MemoryPeer to = other(from);
        try {
            String fault = to.mesh().deliver(to, parcel);
            if (fault != null) {
                lock.run(() -> end(fault));
            }
        } finally {
            if (parcel.lends()) {
                parcel.release();
            }
        }
    }

    private long arrivalNanos() {
        return time.nowNanos() + time.drawTravelNanos(slow);
    }
}
