package dev.mosaic.mesh;

import java.security.SecureRandom;

/**
 * How a unit takes part in a mesh.
 *
 * @param identity who it is
 * @param token a secret that all units of one cluster know and a link must show, or empty for none: then any ZeroMQ peer
 *     that reaches the socket is let in
 * @param limits bounds on what peers send
 * @param timing how long to wait
 * @param landing memory for large parts
 */
public record MeshOptions(Identity identity, String token, Limits limits, Timing timing, Landing landing) {
    /** The version of Mosaic's messages that this build speaks; it also speaks the one before. */
    public static final int PROTOCOL = 1;

    /** The defaults, under a new instance id and without a token. */
    public static MeshOptions of(String uid) {
        long instance = new SecureRandom().nextLong() | 1;
        return new MeshOptions(
                new Identity(uid, instance, PROTOCOL), "", Limits.DEFAULT, Timing.DEFAULT, Landing.heap());
    }

    public MeshOptions withIdentity(Identity who) {
        return new MeshOptions(who, token, limits, timing, landing);
    }

    public MeshOptions withToken(String secret) {
        return new MeshOptions(identity, secret, limits, timing, landing);
    }

    public MeshOptions withLimits(Limits bounds) {
        return new MeshOptions(identity, token, bounds, timing, landing);
    }

    public MeshOptions withTiming(Timing times) {
        return new MeshOptions(identity, token, limits, times, landing);
    }

    public MeshOptions withLanding(Landing memory) {
        return new MeshOptions(identity, token, limits, timing, memory);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "MeshOptions[" + identity + ", token=" + (token.isEmpty() ? "none" : "set") + ", " + limits + ", "
                + timing + "]";
    }
}
