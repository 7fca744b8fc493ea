package dev.mosaic.mesh.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the outbox of one link, from when its lane attaches one.
 *
 * <p><b>Threading:</b> any thread; who put into the outbox and got the writer's role calls {@link #soon} or {@link #now}.
 * <b>Failure:</b> ends the link, and gives back what was lent.
 */
final class Writing {
    private final Link link;
    private final Transport transport;
    private final Pulse pulse;
    private final Burst burst = new Burst();
    private volatile @Nullable Outbox outbox;

    Writing(Link link, Transport transport, Pulse pulse) {
        this.link = link;
        this.transport = transport;
        this.pulse = pulse;
    }

    /** Writes what waits there, and all that will be put. */
    void attach(Outbox box) {
        outbox = box;
        box.bind(link);
        if (box.resume()) {
            leave(box, false);
        }
    }

    boolean isAttached() {
        return outbox != null;
    }

    /** True where something waits to be written. */
    boolean waits() {
        Outbox box = outbox;
        return box != null && box.queuedBytes() > 0;
    }

    /** Puts bytes of the protocol itself; false where too many wait already. */
    boolean put(ByteBuffer raw) {
        Outbox box = outbox;
        if (box == null) {
            return false;
        }
        return switch (box.putRaw(raw)) {
            case WRITE, WRITE_NOW -> {
                leave(box, false);
                yield true;
            }
            case QUEUED, SHUT -> true;
            case FULL -> false;
        };
    }

    /** Writes now or soon, for who has the writer's role. */
    void soon(Outbox box) {
        if (link.driver().isCarrying()) {
            leave(box, false);
        } else if (burst.goesOn(System.nanoTime(), pulse.heardNanos())) {
            leave(box, true);
        } else {
            now(1);
        }
    }

    /** Writes what was left to the driver, as carried work; false where it is too early. */
    boolean left(int rounds, boolean mayWait, long nowNanos) {
        Outbox box = outbox;
        WritersRole.Turn turn = box == null ? WritersRole.Turn.NOTHING : box.look(mayWait, nowNanos);
        if (turn == WritersRole.Turn.WRITE) {
            now(rounds);
        }
        return turn != WritersRole.Turn.LATER;
    }

    /** The socket can be written to again. */
    void resume() {
        Outbox box = outbox;
        if (box != null && box.resume()) {
            now(1);
        }
    }

    /** Writes what the socket takes, for who has the writer's role. */
    void now(int rounds) {
        Outbox box = outbox;
        if (box == null) {
            return;
        }
        try {
            switch (box.write(transport, rounds)) {
                case ALL -> {}
                case MORE -> leave(box, false);
                case SHUT -> box.giveBack();
                case BLOCKED -> link.awaitWritable();
            }
            if (box.relieved()) {
                link.driver().execute(link::tellWritable);
            }
        } catch (IOException e) {
            link.lost(e.toString());
            box.abandon();
            box.giveBack();
        } catch (RuntimeException | Error e) {
            link.driver().execute(() -> link.end("a message cannot be read: " + e, Link.Ending.FAULT));
            box.abandon();
            box.giveBack();
        }
    }

    /** Writes nothing any more, and gives back what was lent. */
    void abandon() {
        Outbox box = outbox;
        if (box != null) {
            box.abandon();
        }
    }

    private void leave(Outbox box, boolean lazily) {
        if (box.leave(lazily)) {
            link.driver().write(link);
        }
    }
}
