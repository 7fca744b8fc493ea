package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A peer over sockets: two lanes, of which the bulk lane opens when the first large message is sent to a unit of Mosaic
 * that can be dialled.
 *
 * <p><b>Threading:</b> any thread sends; its state changes as carried work of the mesh's control driver.
 */
final class SocketPeer implements Peer {
    /** Who hears of peers that come and go. */
    interface Owner extends Lane.Home {
        void connected(SocketPeer peer);

        void disconnected(SocketPeer peer, String reason);

        /** It takes nothing any more, and is gone once what was queued is written. */
        void closing(SocketPeer peer);

        /** It will never come back under this object. */
        void gone(SocketPeer peer);

        /** Nanoseconds that what is queued may take to be written when a peer is closed. */
        long closeNanos();
    }

    private final Owner owner;
    private final Limits limits;
    private final Lane control;
    private final Lane bulk;
    private volatile Identity identity;
    private volatile @Nullable Endpoint endpoint;
    private volatile State state = State.DIALLING;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile long closedAtNanos;
    private boolean ended;

    SocketPeer(Owner owner, Limits limits, String uid, @Nullable Endpoint endpoint) {
        this.owner = owner;
        this.limits = limits;
        this.identity = new Identity(uid, 0, 0);
        this.endpoint = endpoint;
        this.control = new Lane(owner, this, LaneKind.CONTROL);
        this.bulk = new Lane(owner, this, LaneKind.BULK);
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public Outcome send(ByteBuffer part) {
        if (part.remaining() > limits.bulkBytes()) {
            throw new MeshException(
                    MeshException.Code.MESSAGE,
                    "sizeBytes=" + part.remaining() + " is above bulkBytes=" + limits.bulkBytes()
                            + ": send it as a Message");
        }
        return state == State.GONE ? Outcome.GONE : control.send(part);
    }

    @Override
    public Outcome send(Message message) {
        check(message);
        boolean large = message.sizeBytes() >= limits.bulkBytes();
        boolean ownLane = identity.isMosaic() && (bulk.isUp() || (state == State.UP && endpoint != null));
        return state == State.GONE ? Outcome.GONE : (large && ownLane ? bulk : control).send(message);
    }

    @Override
    public long queuedBytes() {
        return control.queuedBytes() + bulk.queuedBytes();
    }

    @Override
    public void close() {
        if (state != State.GONE && closing.compareAndSet(false, true)) {
            closedAtNanos = System.nanoTime();
            state = State.GONE;
            owner.closing(this);
            owner.execute(() -> closeWhenWritten(System.nanoTime()));
        }
    }

    @Override
    public String toString() {
        return identity + "[" + state + "]";
    }

    @Nullable Endpoint endpoint() {
        return endpoint;
    }

    void learn(Endpoint known) {
        endpoint = known;
    }

    Lane lane(LaneKind kind) {
        return kind == LaneKind.BULK ? bulk : control;
    }

    boolean isUp() {
        return control.isUp();
    }

    /** True where its control link is up, with that instance. */
    boolean isUp(long instance) {
        return control.isUp() && identity.instance() == instance;
    }

    // What the mesh and the lanes tell, as carried work.

    void up(LaneKind kind, Identity who) {
        if (kind == LaneKind.CONTROL && !closing.get()) {
            identity = who;
            state = State.UP;
            owner.connected(this);
        }
    }

    void down(LaneKind kind, String reason, Link.Ending ending) {
        if (kind == LaneKind.BULK) {
            if (ending != Link.Ending.CLOSED) {
                control.breakLink("bulk lane " + reason);
            }
            return;
        }
        bulk.close(reason);
        if (endpoint == null || closing.get()) {
            end(reason);
        } else {
            state = State.DIALLING;
            owner.disconnected(this, reason);
        }
    }

    /** A newer link takes over from one that was up. */
    void replaced(LaneKind kind, String reason) {
        if (kind == LaneKind.CONTROL) {
            bulk.close(reason);
            state = State.DIALLING;
            owner.disconnected(this, reason);
        }
    }

    void gaveUp(LaneKind kind, String reason) {
        if (kind == LaneKind.BULK) {
            bulk.close(reason);
            control.breakLink("no bulk lane: " + reason);
        } else {
            end("given up: " + reason);
        }
    }

    void tick(long nowNanos) {
        control.tick(nowNanos);
        bulk.tick(nowNanos);
        if (closing.get()) {
            closeWhenWritten(nowNanos);
        }
    }

    private void closeWhenWritten(long nowNanos) {
        boolean written = queuedBytes() == 0;
        if ((written && !control.isUp()) || nowNanos - closedAtNanos > owner.closeNanos()) {
            end("closed");
        } else if (written) {
            // One after the other: the peer lets go of its bulk lane when its control lane ends, read or not.
            (bulk.isUp() ? bulk : control).finish();
        }
    }

    /** Ends it at once; what is queued is released and not written. */
    void end() {
        end("closed");
    }

    /** True where it is closed and all is done. */
    boolean isOver() {
        return ended;
    }

    private void check(Message message) {
        String refusal = limits.refusal(
                message.parts().getFirst().byteSize(),
                message.parts().subList(1, message.parts().size()));
        if (refusal != null) {
            throw new MeshException(MeshException.Code.MESSAGE, refusal);
        }
    }

    private void end(String reason) {
        if (!ended) {
            ended = true;
            owner.gone(this); // Who sees that it is gone finds it no more.
            state = State.GONE;
            bulk.close(reason);
            control.close(reason);
            owner.disconnected(this, reason);
        }
    }
}
