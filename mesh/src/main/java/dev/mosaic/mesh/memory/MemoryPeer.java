package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One unit as another sees it: what waits to be sent to it, and the link that may be there.
 *
 * <pre>
 *            send             both told              link broke
 *   (named) ─────► dialling ───────────► up ───────────────────────┐
 *                     ▲  └─ gave up, refused ─► gone               │
 *                     └────────── an endpoint is known ◄───────────┤
 *                                                       gone ◄─────┘ none is
 * </pre>
 *
 * Gone is for good: a unit that comes again is another peer of the same name.
 *
 * <p><b>Threading:</b> the methods of the port take the network's lock; {@link #linked} and {@link #unlinked} are events
 * of the control lane and take it as well; the others are called under it.
 */
final class MemoryPeer implements Peer {
    /** Stands for any thread but the sender's, in asking who may read a segment. Never runs. */
    private static final Thread ANOTHER = Thread.ofPlatform().unstarted(() -> {});

    private final MemoryMesh mesh;
    private final Outbox control;
    private final Outbox bulk;
    private final Dialling dialling;
    private Identity identity;
    private @Nullable Link link;
    private boolean up;
    private boolean met;
    private boolean closing;
    private boolean ended;

    MemoryPeer(String uid, MemoryMesh mesh, Switchboard board) {
        this.mesh = mesh;
        this.identity = new Identity(uid, 0, 0);
        this.control = new Outbox(mesh.options().limits().maxQueuedBytes());
        this.bulk = new Outbox(mesh.options().limits().maxQueuedBytes());
        this.dialling = new Dialling(this, board);
    }

    @Override
    public Identity identity() {
        return mesh.lock().get(() -> identity);
    }

    @Override
    public State state() {
        return mesh.lock().get(() -> closing || ended ? State.GONE : up ? State.UP : State.DIALLING);
    }

    @Override
    public Outcome send(ByteBuffer part) {
        int bulkBytes = mesh.options().limits().bulkBytes();
        if (part.remaining() > bulkBytes) {
            throw new MeshException(
                    MeshException.Code.MESSAGE,
                    "partBytes=" + part.remaining() + " is over bulkBytes=" + bulkBytes + ": send it as a Message");
        }
        return send(Parcel.copyOf(part), Lane.CONTROL);
    }

    @Override
    public Outcome send(Message message) {
        Limits limits = mesh.options().limits();
        check(message, limits);
        Parcel parcel = Parcel.of(message, limits.bulkBytes());
        Outcome outcome = send(parcel, message.sizeBytes() < limits.bulkBytes() ? Lane.CONTROL : Lane.BULK);
        if (outcome == Outcome.SENT && !parcel.lends()) {
            parcel.release();
        }
        return outcome;
    }

    @Override
    public long queuedBytes() {
        return mesh.lock().get(() -> control.queuedBytes() + bulk.queuedBytes());
    }

    @Override
    public void close() {
        mesh.lock().run(this::startClosing);
    }

    void startClosing() {
        if (closing || ended) {
            return;
        }
        closing = true;
        mesh.forget(this);
        String reason = mesh.identity() + " closed the link";
        if (isDrained()) {
            end(reason);
        } else {
            long closeNanos = mesh.options().timing().close().toNanos();
            mesh.post(
                    Lane.CONTROL,
                    mesh.time().nowNanos() + closeNanos,
                    () -> mesh.lock().run(() -> end(reason)));
        }
    }

    /** Ends for good: what is queued is lost. The owner is told, unless no link was up and it asked for the end itself. */
    void end(String reason) {
        if (ended) {
            return;
        }
        ended = true;
        if (up || (!closing && isKnown())) {
            mesh.tell(receiver -> receiver.disconnected(this, reason));
        }
        if (link != null) {
            link.end(reason);
        }
        link = null;
        up = false;
        lose(control);
        lose(bulk);
        mesh.ended(this);
    }

    MemoryMesh mesh() {
        return mesh;
    }

    Outbox outbox(Lane lane) {
        return lane == Lane.CONTROL ? control : bulk;
    }

    void learn(Endpoint.InProcess where) {
        dialling.learn(where);
    }

    /** False for a unit that is coming by itself and of which the owner has not heard yet. */
    boolean isKnown() {
        return met || dialling.isPossible();
    }

    boolean needsLink() {
        return !ended && link == null;
    }

    boolean isBound() {
        return link != null;
    }

    boolean isBoundTo(Link asked) {
        return link == asked;
    }

    void bind(Link made) {
        link = made;
    }

    void breakLink(String reason) {
        if (link != null) {
            link.end(reason);
        }
    }

    /** Makes room for the link of the same unit dialling anew, or of its replacement. */
    void giveWayTo(Identity newcomer) {
        Link old = link;
        if (old != null) {
            mesh.retire(old.other(this).mesh().identity(), newcomer);
            String reason = newcomer + " took the place of the link";
            old.end(reason);
            unbind(reason);
        } else {
            mesh.retire(identity, newcomer);
        }
    }

    /** The next message arrives at the other unit. */
    Parcel arrived(Lane lane) {
        Outbox outbox = outbox(lane);
        Parcel parcel = outbox.arrived();
        tellIfRelieved(outbox);
        if (closing && isDrained()) {
            end(mesh.identity() + " closed the link");
        }
        return parcel;
    }

    /** An event: this side sees the new link. */
    void linked(Link made) {
        boolean isNews = mesh.lock().get(() -> see(made));
        if (isNews) {
            mesh.tellNow(receiver -> receiver.connected(this));
            mesh.lock().run(made::told);
        }
    }

    /** An event: this side sees that the link is broken. */
    void unlinked(Link broken, String reason) {
        mesh.lock().run(() -> {
            if (link != broken) {
                return;
            }
            if (closing || !dialling.isPossible()) {
                end(reason);
            } else {
                unbind(reason);
                dialling.resume();
            }
        });
    }

    @Override
    public String toString() {
        return "Peer[" + identity() + ", " + state() + "]";
    }

    private static void check(Message message, Limits limits) {
        String refusal = limits.refusal(
                message.parts().getFirst().byteSize(),
                message.parts().subList(1, message.parts().size()));
        if (refusal != null) {
            throw new MeshException(MeshException.Code.MESSAGE, refusal);
        }
        for (MemorySegment part : message.parts()) {
            if (part.byteSize() >= limits.bulkBytes() && !part.isAccessibleBy(ANOTHER)) {
                throw new MeshException(
                        MeshException.Code.MESSAGE,
                        "partBytes=" + part.byteSize() + " is confined to a thread: lend it from a shared arena");
            }
        }
    }

    private Outcome send(Parcel parcel, Lane lane) {
        return mesh.lock().get(() -> {
            if (closing || ended || mesh.isClosing()) {
                return Outcome.GONE;
            }
            if (!outbox(lane).offer(parcel)) {
                return Outcome.BACK_PRESSURED;
            }
            if (link != null) {
                link.send(this);
            } else {
                dialling.start();
            }
            return Outcome.SENT;
        });
    }

    private boolean see(Link made) {
        if (link != made || made.isBroken()) {
            return false;
        }
        Identity now = made.other(this).mesh().identity();
        mesh.retire(identity, now);
        identity = now;
        up = true;
        met = true;
        return true;
    }

    /** Leaves the link. Where it was up what is queued is lost; else nothing has gone out yet and it can wait on. */
    private void unbind(String reason) {
        link = null;
        if (up) {
            up = false;
            lose(control);
            lose(bulk);
            mesh.tell(receiver -> receiver.disconnected(this, reason));
            tellIfRelieved(control);
            tellIfRelieved(bulk);
        }
    }

    private void lose(Outbox outbox) {
        for (Parcel parcel : outbox.clear()) {
            if (parcel.lends()) {
                mesh.lock().afterwards(parcel::release);
            }
        }
    }

    private void tellIfRelieved(Outbox outbox) {
        if (outbox.isRelieved()) {
            mesh.tell(receiver -> receiver.writable(this));
        }
    }

    private boolean isDrained() {
        return control.isEmpty() && bulk.isEmpty();
    }
}
