package dev.mosaic.mesh;

import java.security.SecureRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a unit takes part in a mesh.
 *
 * @param identity who it is
 * @param tokens secrets that units of one cluster know, of which a link must show one; none: then any ZeroMQ peer that reaches the socket
 *     is let in
 * @param limits bounds on what peers send
 * @param timing how long to wait
 * @param landing memory for large parts
 * @param keys for TLS on TCP, or null: then TCP stays on the loopback. Unix sockets and links within a JVM need none
 */
public record MeshOptions(
        Identity identity,
        UnitTokens tokens,
        Limits limits,
        Timing timing,
        Landing landing,
        @Nullable Keys keys) {
    /** The version of Mosaic's messages. Units of different versions refuse each other. */
    public static final int PROTOCOL = 3;

    /** The defaults, under a new instance id and without a token. */
    public static MeshOptions of(String uid) {
        long instance = new SecureRandom().nextLong() | 1;
        return new MeshOptions(
                new Identity(uid, instance, PROTOCOL),
                UnitTokens.NONE,
                Limits.DEFAULT,
                Timing.DEFAULT,
                Landing.heap(),
                null);
    }

    public MeshOptions withIdentity(Identity who) {
        return new MeshOptions(who, tokens, limits, timing, landing, keys);
    }

    /** With one token that stays; empty for none. */
    public MeshOptions withToken(String secret) {
        return withTokens(UnitTokens.of(secret));
    }

    /** With tokens that may change while it runs. */
    public MeshOptions withTokens(UnitTokens secrets) {
        return new MeshOptions(identity, secrets, limits, timing, landing, keys);
    }

    /** The newest token; empty for none. */
    public String token() {
        List<String> now = tokens.now();
        return now.isEmpty() ? "" : now.getFirst();
    }

    public MeshOptions withLimits(Limits bounds) {
        return new MeshOptions(identity, tokens, bounds, timing, landing, keys);
    }

    public MeshOptions withTiming(Timing times) {
        return new MeshOptions(identity, tokens, limits, times, landing, keys);
    }

    public MeshOptions withLanding(Landing memory) {
        return new MeshOptions(identity, tokens, limits, timing, memory, keys);
    }

    /** With TLS on all its TCP links. */
    public MeshOptions withKeys(Keys shownAndTrusted) {
        return new MeshOptions(identity, tokens, limits, timing, landing, shownAndTrusted);
    }

    /** Without the token and the keys. */
    @Override
    public String toString() {
        return "MeshOptions[" + identity + ", token=" + (tokens.equals(UnitTokens.NONE) ? "none" : "set") + ", keys="
                + (keys == null ? "none" : "set") + ", " + limits + ", " + timing + "]";
    }
}
