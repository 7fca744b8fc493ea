package dev.mosaic.mesh;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows that who says it knows a token, without saying the token: HMAC-SHA-256 by it of words that both sides know, one of them new each
 * time. A proof for one purpose is none for another.
 *
 * <p><b>Threading:</b> pure but for {@link #nonce}. <b>Cost:</b> some microseconds. <b>Failure:</b> an empty token proves nothing: {@link
 * IllegalArgumentException}.
 */
public final class TokenProof {
    /** Of a nonce, before it is written in hexadecimal digits. */
    public static final int NONCE_BYTES = 16;

    private static final String ALGORITHM = "HmacSHA256";
    private static final SecureRandom RANDOM = new SecureRandom();

    private TokenProof() {}

    /** A word that was never said before, in hexadecimal digits. */
    public static String nonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /**
     * The proof, in hexadecimal digits.
     *
     * @param purpose one of a few that never change, without a space
     * @param words each counts with its length, so that none can be taken for two
     */
    public static String of(String purpose, String token, List<String> words) {
        Mac mac = mac("mosaic-" + purpose + " ", token);
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
            mac.update(bytes);
        }
        return HexFormat.of().formatHex(mac.doFinal());
    }

    /** Compares in a time that says nothing of where they differ. */
    public static boolean matches(String said, String purpose, String token, List<String> words) {
        return equal(said, of(purpose, token, words));
    }

    static boolean equal(String said, String wanted) {
        return MessageDigest.isEqual(said.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
    }

    private static Mac mac(String prefix, String token) {
        if (token.isEmpty()) {
            throw new IllegalArgumentException("an empty token is known to all");
        }
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec((prefix + token).getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
        }
    }
}
