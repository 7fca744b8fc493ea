package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Timing;
import java.util.Optional;

/**
 * When a link last gave a sign of life, and what follows from that.
 *
 * <p>A peer that is behind with reading lives as long as it reads; our PING is stuck behind what it has not read yet. So while
 * bytes wait for it, and for a while after, it may be silent {@value #BEHIND_PATIENCE} times as long.
 *
 * <p><b>Threading:</b> who carries the link; {@link #heardNanos} by any thread. Time is an argument.
 */
final class Pulse {
    /** What is to be done at a moment. */
    enum Verdict {
        FINE,
        /** Send a heartbeat. */
        PING,
        /** The peer is dead. */
        SILENT
    }

    private static final int BEHIND_PATIENCE = 2;

    private final long handshakeNanos;
    private final long heartbeatNanos;
    private final long silenceNanos;
    private final long openedNanos;
    private final long answerNanos;
    private volatile long heardNanos;
    private long pingedNanos;
    private long drainedNanos;
    private boolean drained;

    /** @param answerNanos for who dialled, how long the peer may be silent during the handshake; 0 for who was dialled, which can wait */
    Pulse(Timing timing, long answerNanos, long nowNanos) {
        this.answerNanos = answerNanos;
        handshakeNanos = timing.handshake().toNanos();
        heartbeatNanos = timing.heartbeat().toNanos();
        silenceNanos = timing.silence().toNanos();
        openedNanos = nowNanos;
        heardNanos = nowNanos;
        pingedNanos = nowNanos;
    }

    /** Bytes arrived. */
    void heard(long nowNanos) {
        heardNanos = nowNanos;
    }

    /** A peer that was behind made room. */
    void drained(long nowNanos) {
        drained = true;
        drainedNanos = nowNanos;
        heardNanos = nowNanos;
    }

    /** When there was a sign of life last. */
    long heardNanos() {
        return heardNanos;
    }

    /** Why a peer that has not introduced itself took too long; empty where it may go on. */
    Optional<String> lateness(long nowNanos) {
        if (nowNanos - openedNanos > handshakeNanos) {
            return Optional.of("no handshake within " + millis(handshakeNanos));
        }
        if (answerNanos > 0 && nowNanos - heardNanos > answerNanos) {
            return Optional.of("no handshake within " + millis(answerNanos) + " of the last byte");
        }
        return Optional.empty();
    }

    private static String millis(long nanos) {
        return nanos / 1_000_000 + " ms";
    }

    /** @param waits true where bytes wait to be written to it */
    Verdict at(long nowNanos, boolean waits) {
        long quiet = nowNanos - heardNanos;
        boolean behind = waits || (drained && nowNanos - drainedNanos < BEHIND_PATIENCE * silenceNanos);
        if (quiet > (behind ? BEHIND_PATIENCE * silenceNanos : silenceNanos)) {
            return Verdict.SILENT;
        }
        if (quiet > heartbeatNanos && nowNanos - pingedNanos > heartbeatNanos) {
            pingedNanos = nowNanos;
            return Verdict.PING;
        }
        return Verdict.FINE;
    }
}
