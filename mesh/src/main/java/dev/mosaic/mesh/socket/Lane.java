package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Timing;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One of the two ways to a peer: the link of the moment, the attempt to get one, and what is to be sent.
 *
 * <pre>
 *   idle --first send--> dialling --admitted--> up --lost--> dialling ... --{@code giveUp} passed--> gone
 *     \-------------- a link of the peer's own is admitted ----^
 * </pre>
 *
 * What is sent before the link is up waits for it; what was queued when a link breaks is lost, and the receiver is told.
 *
 * <p><b>Threading:</b> any thread sends; links come and go as carried work of the mesh's control driver.
 */
final class Lane {
    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MOST_DOUBLINGS = 6;

    /** A link that broke sooner is not dialled again at once. */
    private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What a lane needs of the mesh. */
    interface Home {
        /** Runs as carried work of the control driver. */
        void execute(Runnable task);

        /** An empty outbox. */
        Outbox outbox();

        /** Begins to dial; {@link Lane#begins} or {@link Lane#failed} follows, then or later. */
        void dial(Endpoint endpoint, Lane lane);

        /** Nanoseconds after which dialling is given up. */
        long giveUpNanos();
    }

    private final Home home;
    private final SocketPeer peer;
    private final LaneKind kind;
    private volatile @Nullable Outbox outbox;
    private volatile @Nullable Link link;
    private @Nullable Link attempt;
    private boolean resolving;
    private boolean waiting;
    private long retryAtNanos;
    private long givesUpAtNanos;
    private int failures;
    private long upNanos;
    private int brokenInARow;
    private int unanswered;

    Lane(Home home, SocketPeer peer, LaneKind kind) {
        this.home = home;
        this.peer = peer;
        this.kind = kind;
    }

    LaneKind kind() {
        return kind;
    }

    SocketPeer peer() {
        return peer;
    }

    boolean isUp() {
        return link != null;
    }

    /**
     * How long the peer may be silent in the next handshake: twice as long after each that it took and did not answer, up to that of the whole
     * handshake. On a machine where many processes start each has little time, and a handshake that is broken off begins anew.
     */
    long answerNanos(Timing timing) {
        return Math.min(
                timing.handshake().toNanos(), timing.silence().toNanos() << Math.min(unanswered, MOST_DOUBLINGS));
    }

    Outcome send(ByteBuffer part) {
        while (true) {
            Outbox box = open();
            if (box == null) {
                return Outcome.GONE;
            }
            Outbox.Taken taken = box.put(part);
            if (taken != Outbox.Taken.SHUT) {
                return outcome(box, taken);
            }
            forget(box);
        }
    }

    Outcome send(Message message) {
        while (true) {
            Outbox box = open();
            if (box == null) {
                return Outcome.GONE;
            }
            Outbox.Taken taken = box.put(message);
            if (taken != Outbox.Taken.SHUT) {
                return outcome(box, taken);
            }
            forget(box);
        }
    }

    long queuedBytes() {
        Outbox box = outbox;
        return box == null ? 0 : box.queuedBytes();
    }

    /** True where a link dialled by this side is up or on its way, which another must not replace. */
    boolean isDialledFromHere() {
        Link current = link;
        return resolving || attempt != null || (current != null && current.dialledFor() != null);
    }

    /** Dials where that is needed and nobody does. */
    void dial() {
        Endpoint endpoint = peer.endpoint();
        if (peer.isOver() || endpoint == null || isBusy()) {
            return;
        }
        if (failures == 0) {
            givesUpAtNanos = System.nanoTime() + home.giveUpNanos();
        }
        resolving = true;
        home.dial(endpoint, this);
    }

    /** Takes the link that was dialled; false where it came too late. */
    boolean begins(Link dialling) {
        if (!resolving) {
            return false;
        }
        resolving = false;
        attempt = dialling;
        return true;
    }

    /** There is no link to begin with. */
    void failed(String reason, boolean forGood) {
        if (resolving) {
            resolving = false;
            retryLater(reason, forGood);
        }
    }

    /** Takes a link that was admitted, and lets go of any other. */
    void attach(Link admitted, Identity who) {
        Link before = link;
        Link dialling = attempt;
        attempt = null;
        resolving = false;
        waiting = false;
        failures = 0;
        unanswered = 0;
        upNanos = System.nanoTime();
        if (before != null) {
            link = null;
            before.close("replaced by a newer link");
            peer.replaced(kind, "replaced by a newer link");
        }
        if (dialling != null && dialling != admitted) {
            dialling.end("the peer's own link is up", Link.Ending.BREAK);
        }
        Outbox box;
        synchronized (this) {
            Outbox queued = outbox;
            box = queued == null || queued.link() != null ? home.outbox() : queued;
            outbox = box;
            link = admitted;
        }
        peer.up(kind, who);
        admitted.attach(box);
    }

    /** A link or an attempt of this lane is over. */
    void ended(Link over, String reason, Link.Ending ending) {
        if (over == attempt) {
            attempt = null;
            unanswered += over.isUnanswered() ? 1 : 0;
            retryLater(reason, ending == Link.Ending.INSECURE || Introduction.isFinal(reason));
        } else if (over == link) {
            synchronized (this) {
                link = null;
                Outbox box = outbox;
                if (box != null && box.link() == over) {
                    outbox = null;
                }
            }
            peer.down(kind, reason, ending);
            if (kind == LaneKind.CONTROL || outbox != null) {
                dialAgain();
            }
        } else if (kind == LaneKind.BULK && over.introduction() != null) {
            peer.down(kind, reason, ending);
        }
    }

    /** Dials again when it is time. */
    void tick(long nowNanos) {
        if (waiting && nowNanos - retryAtNanos >= 0) {
            waiting = false;
            dial();
        }
    }

    /** Sends nothing any more over the link that is up. */
    void finish() {
        Link current = link;
        if (current != null) {
            current.finish();
        }
    }

    /** Breaks the link that is up, as if it were lost. */
    void breakLink(String reason) {
        Link current = link;
        if (current != null) {
            current.close(reason);
        }
    }

    /** Ends it for good, with what it has. */
    void close(String reason) {
        Link current = link;
        Link dialling = attempt;
        Outbox box;
        synchronized (this) {
            link = null;
            attempt = null;
            resolving = false;
            waiting = false;
            box = outbox;
            outbox = null;
        }
        if (box != null) {
            box.abandon();
        }
        if (current != null) {
            current.close(reason);
        }
        if (dialling != null) {
            dialling.end(reason, Link.Ending.BREAK);
        }
    }

    private boolean isBusy() {
        return link != null || attempt != null || resolving || waiting;
    }

    /** Dials at once after a link that lasted; later and later after links that did not. */
    private void dialAgain() {
        long now = System.nanoTime();
        brokenInARow = now - upNanos < STEADY_NANOS ? brokenInARow + 1 : 0;
        if (brokenInARow <= 1) {
            dial();
        } else if (!isBusy()) {
            retryAtNanos = now + (FIRST_RETRY_NANOS << Math.min(brokenInARow, MOST_DOUBLINGS));
            waiting = true;
        }
    }

    private void retryLater(String reason, boolean forGood) {
        long now = System.nanoTime();
        if (link != null) {
            return;
        }
        if (now - givesUpAtNanos >= 0 || forGood) {
            failures = 0;
            peer.gaveUp(kind, reason);
        } else {
            retryAtNanos = now + (FIRST_RETRY_NANOS << Math.min(failures++, MOST_DOUBLINGS));
            waiting = true;
        }
    }

    /** The outbox to put into; begins to dial where there is no link. Null where nobody can be reached. */
    private @Nullable Outbox open() {
        Outbox box = outbox;
        if (box != null) {
            return box;
        }
        synchronized (this) {
            box = outbox;
            if (box == null) {
                if (peer.isOver() || (kind == LaneKind.BULK && peer.endpoint() == null && link == null)) {
                    return null;
                }
                // A peer that came by itself and is not over has a control link, or gets it this moment.
                box = home.outbox();
                outbox = box;
                home.execute(this::dial);
            }
            return box;
        }
    }

    private synchronized void forget(Outbox shut) {
        if (outbox == shut) {
            outbox = null;
        }
    }

    private static Outcome outcome(Outbox box, Outbox.Taken taken) {
        Link writes = box.link();
        if (writes != null && taken == Outbox.Taken.WRITE) {
            writes.writing().soon(box);
        } else if (writes != null && taken == Outbox.Taken.WRITE_NOW) {
            writes.writing().now(1);
        }
        return taken == Outbox.Taken.FULL ? Outcome.BACK_PRESSURED : Outcome.SENT;
    }
}
