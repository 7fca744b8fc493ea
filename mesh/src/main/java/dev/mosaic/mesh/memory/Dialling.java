package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Endpoint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The dialling of one peer: when to try, how often, and when to give up. A failed try is followed by the next after 10 ms,
 * and after twice the time of the one before it, up to 1 s.
 *
 * <p><b>Threading:</b> under the network's lock. At most one try is ahead.
 */
final class Dialling {
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(10).toNanos();
    private static final int MAX_PAUSE_FACTOR = 100;

    private final MemoryPeer peer;
    private final Switchboard board;
    private Endpoint.@Nullable InProcess endpoint;
    private boolean ahead;
    private int failures;
    private long sinceNanos;

    Dialling(MemoryPeer peer, Switchboard board) {
        this.peer = peer;
        this.board = board;
    }

    void learn(Endpoint.InProcess where) {
        endpoint = where;
    }

    boolean isPossible() {
        return endpoint != null;
    }

    /** Dials, unless that is under way. */
    void start() {
        startIn(0);
    }

    /** Dials again after a link broke, and not at once: it may break for the same reason. */
    void resume() {
        startIn(FIRST_PAUSE_NANOS);
    }

    private void startIn(long pauseNanos) {
        if (!ahead) {
            failures = 0;
            sinceNanos = board.nowNanos();
            tryAt(sinceNanos + pauseNanos + board.drawTravelNanos());
        }
    }

    private void tryAt(long atNanos) {
        ahead = true;
        peer.mesh().post(Lane.CONTROL, atNanos, () -> peer.mesh().lock().run(this::attempt));
    }

    private void attempt() {
        ahead = false;
        if (endpoint == null || !peer.needsLink()) {
            return;
        }
        switch (board.connect(peer, endpoint)) {
            case Switchboard.Connected() -> failures = 0;
            case Switchboard.Refused(String reason) -> peer.end("refused: " + reason);
            case Switchboard.Unreachable(String reason) -> retry(reason);
        }
    }

    private void retry(String reason) {
        long nowNanos = board.nowNanos();
        long giveUpNanos = peer.mesh().options().timing().giveUp().toNanos();
        if (nowNanos - sinceNanos >= giveUpNanos) {
            peer.end("given up after " + peer.mesh().options().timing().giveUp() + ": " + reason);
            return;
        }
        long pauseNanos = FIRST_PAUSE_NANOS * Math.min(1L << Math.min(failures++, 10), MAX_PAUSE_FACTOR);
        tryAt(Math.min(nowNanos + pauseNanos, sinceNanos + giveUpNanos));
    }
}
