package dev.mosaic.mesh;

import java.time.Duration;

/**
 * How long a mesh waits for what.
 *
 * @param handshake for a new connection to introduce itself, whatever it sends meanwhile; who dialled also ends it after {@code silence} without
 *     a byte, after twice that where the attempt before was not answered, and so on. It is long, as a machine on which many processes start at once gives each little time: what is broken off begins anew
 * @param heartbeat a link on which nothing arrived for this long is pinged
 * @param silence a link on which nothing arrived for this long is dead
 * @param giveUp a peer that could not be dialled for this long is {@link Peer.State#GONE}
 * @param close what is queued may take to be written when a mesh is closed
 */
public record Timing(Duration handshake, Duration heartbeat, Duration silence, Duration giveUp, Duration close) {
    /** 60 s, 1 s, 5 s, 10 s, 1 s. */
    public static final Timing DEFAULT = new Timing(
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1));

    public Timing {
        if (heartbeat.compareTo(silence) >= 0) {
            throw new MeshException(
                    MeshException.Code.OPTION, "heartbeat=" + heartbeat + " must be shorter than silence=" + silence);
        }
    }

    public Timing withHandshake(Duration time) {
        return new Timing(time, heartbeat, silence, giveUp, close);
    }

    public Timing withHeartbeat(Duration ping, Duration dead) {
        return new Timing(handshake, ping, dead, giveUp, close);
    }

    public Timing withGiveUp(Duration time) {
        return new Timing(handshake, heartbeat, silence, time, close);
    }
}
