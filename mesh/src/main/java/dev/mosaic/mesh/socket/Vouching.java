package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.TokenProof;
import dev.mosaic.mesh.zmtp.Metadata;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the two sides of a link without TLS show each other that they know the token. It is never sent, so whoever took the other's port
 * first learns nothing, and is told nothing:
 *
 * <pre>
 *   listens   its nonce, in the filler of the greeting
 *   dials     READY with its own nonce, the port it dialled where it knows that, and its proof
 *   listens   READY with its proof
 * </pre>
 *
 * A proof covers both nonces and what its side says of itself. The port keeps a process that took another one from passing everything
 * on. A ZeroMQ peer that cannot prove anything may say the token as it is.
 *
 * <p><b>Threading:</b> carried work of one link.
 */
final class Vouching {
    static final String TOKEN = "X-Mosaic-Token";
    private static final String PURPOSE = "mesh";
    private static final String NONCE = "X-Mosaic-Nonce";
    private static final String PROOF = "X-Mosaic-Proof";
    private static final String PORT = "X-Mosaic-Port";
    private static final List<String> COVERED =
            List.of(Metadata.IDENTITY, Introduction.PROTOCOL, Introduction.INSTANCE, Introduction.LANE, PORT);

    private final String token;
    private final boolean dials;
    private final int port;
    private final String own = TokenProof.nonce();
    private String others = "";

    /** @param port the listener's, or 0 where it is not known */
    Vouching(String token, boolean dials, int port) {
        this.token = token;
        this.dials = dials;
        this.port = port;
    }

    /** What a listener has in its greeting. */
    String nonce() {
        return own;
    }

    /** Completes what who dials says of itself, to that listener. */
    void introduce(Metadata self, String listenersNonce) {
        others = listenersNonce;
        if (port > 0) {
            self.with(PORT, Integer.toString(port));
        }
        self.with(NONCE, own).with(PROOF, proof(true, others, own, self));
    }

    /** Completes what who listens says of itself, to a peer that was not refused. */
    void answer(Metadata self) {
        if (!others.isEmpty()) {
            self.with(PROOF, proof(false, own, others, self));
        }
    }

    /** Why that peer is none of this cluster, or null. */
    @Nullable String refusal(Metadata peer) {
        String said = peer.text(PROOF).orElse("");
        if (dials) {
            return said.isEmpty()
                    ? "no token: it does not show that it knows that of this cluster"
                    : matches(said, false, others, own, peer) ? null : "wrong token";
        }
        if (said.isEmpty()) {
            return inTheClear(peer.text(TOKEN).orElse(""));
        }
        others = peer.text(NONCE).orElse("");
        if (!matches(said, true, own, others, peer)) {
            return "wrong token";
        }
        String dialled = peer.text(PORT).orElse("");
        return dialled.isEmpty() || port == 0 || dialled.equals(Integer.toString(port))
                ? null
                : "it connected to port " + dialled + ", and a proxy between forwards it to port " + port;
    }

    private @Nullable String inTheClear(String said) {
        if (said.isEmpty()) {
            return "no token";
        }
        return MessageDigest.isEqual(said.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8))
                ? null
                : "wrong token";
    }

    private String proof(boolean byDialler, String listener, String dialler, Metadata who) {
        return TokenProof.of(PURPOSE, token, words(byDialler, listener, dialler, who));
    }

    private boolean matches(String said, boolean byDialler, String listener, String dialler, Metadata who) {
        return TokenProof.matches(said, PURPOSE, token, words(byDialler, listener, dialler, who));
    }

    private static List<String> words(boolean byDialler, String listener, String dialler, Metadata who) {
        List<String> words = new java.util.ArrayList<>(List.of(byDialler ? "dials" : "listens", listener, dialler));
        COVERED.forEach(name -> words.add(who.text(name).orElse("")));
        return words;
    }
}
