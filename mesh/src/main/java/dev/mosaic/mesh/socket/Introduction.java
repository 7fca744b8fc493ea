package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.zmtp.Metadata;
import dev.mosaic.mesh.zmtp.ZmtpLimits;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a unit says of itself in READY beside ZeroMQ's own words.
 *
 * <pre>
 *  X-Mosaic-Protocol   decimal, the version of Mosaic's messages it speaks
 *  X-Mosaic-Instance   hexadecimal
 *  X-Mosaic-Lane       CONTROL or BULK, from who dials
 *  X-Mosaic-Token      the cluster's secret, where there is one, inside TLS; else see {@link Vouching}
 *  X-Mosaic-Tokens     further ones, with a space between them, where the unit knows some: those before that one; one with a
 *                      space in it has %20 for each, and %25 for each %
 * </pre>
 *
 * @param uid as said, or null where nothing was
 * @param protocol 0 for a foreign peer
 */
record Introduction(@Nullable String uid, long instance, int protocol, LaneKind lane) {
    /** The refusal that tells a dialler to wait: the other side is dialling too, and its link is the one that stays. */
    static final String DUPLICATE = "both dialled, the link of the lower uid stays";

    /** The refusal for who comes just as the mesh ends, and could not know. */
    static final String CLOSING = "closing";

    /** Ends a refusal that dialling again will not change. */
    private static final String FOR_GOOD = ", for good";

    private static final int MAX_UID_BYTES = 255;
    static final String PROTOCOL = "X-Mosaic-Protocol";
    static final String INSTANCE = "X-Mosaic-Instance";
    static final String LANE = "X-Mosaic-Lane";
    private static final String FURTHER_TOKENS = "X-Mosaic-Tokens";

    /** @param isPrivate nobody but the other side, which has shown who it is, hears it */
    static Metadata of(MeshOptions options, LaneKind lane, boolean isPrivate) {
        Identity self = options.identity();
        Metadata metadata = new Metadata()
                .with(Metadata.IDENTITY, self.uid())
                .with(PROTOCOL, Integer.toString(self.protocol()))
                .with(INSTANCE, Long.toHexString(self.instance()))
                .with(LANE, lane.name());
        List<String> tokens = options.tokens().now();
        if (!isPrivate || tokens.isEmpty()) {
            return metadata;
        }
        metadata.with(Vouching.TOKEN, tokens.getFirst());
        return tokens.size() == 1
                ? metadata
                : metadata.with(
                        FURTHER_TOKENS,
                        tokens.stream().skip(1).map(Introduction::word).collect(Collectors.joining(" ")));
    }

    static ZmtpLimits limits(MeshOptions options) {
        Limits limits = options.limits();
        return new ZmtpLimits(limits.bulkBytes(), limits.maxPartBytes(), limits.maxParts(), limits.maxHandshakeBytes());
    }

    /** Reads a peer's; numbers that are none count as 0. */
    static Introduction read(Metadata peer) {
        return new Introduction(
                peer.cleanText(Metadata.IDENTITY).filter(uid -> !uid.isEmpty()).orElse(null),
                number(peer.text(INSTANCE), 16),
                protocol(number(peer.text(PROTOCOL), 10)),
                peer.text(LANE).filter(LaneKind.BULK.name()::equals).isPresent() ? LaneKind.BULK : LaneKind.CONTROL);
    }

    /**
     * Why that peer may not come in, or null.
     *
     * @param vouching for a link on which tokens are proven, not said
     */
    static @Nullable String refusal(MeshOptions self, Metadata peer, @Nullable Vouching vouching) {
        int bytes = peer.sizeBytes(Metadata.IDENTITY);
        if (bytes > MAX_UID_BYTES) {
            return "identity of " + bytes + " bytes, " + MAX_UID_BYTES + " at most";
        }
        String stranger = vouching != null
                ? vouching.refusal(peer)
                : withoutToken(self.tokens().now(), peer);
        if (stranger != null) {
            return stranger + FOR_GOOD;
        }
        int theirs = read(peer).protocol();
        if (theirs != 0 && theirs != self.identity().protocol()) {
            return "protocol " + theirs + " does not work with "
                    + self.identity().protocol() + FOR_GOOD;
        }
        return null;
    }

    /** True where the refused did nothing wrong, only came at the wrong time. */
    static boolean isInnocent(String refusal) {
        return refusal.equals(DUPLICATE) || refusal.equals(CLOSING);
    }

    /** True where dialling again would end the same way. */
    static boolean isFinal(String refusal) {
        return refusal.endsWith(FOR_GOOD);
    }

    private static @Nullable String withoutToken(List<String> tokens, Metadata peer) {
        if (tokens.isEmpty()) {
            return null;
        }
        String newest = peer.text(Vouching.TOKEN).orElse("");
        boolean isKnown = isOneOf(tokens, newest);
        for (String shown : peer.text(FURTHER_TOKENS).orElse("").split(" ", -1)) {
            isKnown |= isOneOf(tokens, ofWord(shown));
        }
        if (isKnown) {
            return null;
        }
        return newest.isEmpty() ? "no token" : "wrong token";
    }

    /** Without spaces. */
    private static String word(String token) {
        return token.replace("%", "%25").replace(" ", "%20");
    }

    private static String ofWord(String word) {
        return word.replace("%20", " ").replace("%25", "%");
    }

    /** Takes as long wherever it is. */
    private static boolean isOneOf(List<String> tokens, String shown) {
        boolean isKnown = false;
        for (String token : tokens) {
            isKnown |= sameSecret(token, shown);
        }
        return isKnown;
    }

    private static boolean sameSecret(String ours, String theirs) {
        return MessageDigest.isEqual(ours.getBytes(StandardCharsets.UTF_8), theirs.getBytes(StandardCharsets.UTF_8));
    }

    private static int protocol(long number) {
        return number < 0 || number > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) number;
    }

    private static long number(Optional<String> text, int radix) {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text.get(), radix);
        } catch (NumberFormatException none) {
            return 0;
        }
    }
}
