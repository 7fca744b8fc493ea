package dev.mosaic.mesh;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a gateway and who comes to it say before the gateway forwards bytes and nothing else:
 *
 * <pre>
 *   gateway   MOSAIC GATEWAY 1 nonce\n                 the nonce in hexadecimal digits
 *   client    target proof\n                           target: monitor, or host:port of a unit; proof: HMAC-SHA-256 of "nonce target" by
 *                                                      the cluster's token, in hexadecimal digits
 *   gateway   OK\n  or  NO why\n
 * </pre>
 *
 * <p>The token itself is never sent, and what was said once is of no use a second time. What follows is between client and unit, TLS
 * where they have keys.
 *
 * <p><b>Threading:</b> pure.
 */
public final class GatewayGreeting {
    /** How a gateway begins. */
    public static final String HELLO = "MOSAIC GATEWAY 1 ";

    /** From now on bytes are forwarded. */
    public static final String OK = "OK";

    /** The target that stands for the monitor. */
    public static final String MONITOR = "monitor";

    private static final String ALGORITHM = "HmacSHA256";
    private static final int MOST_BYTES = 512;

    private GatewayGreeting() {}

    /** Shows that who says it knows the token. */
    public static String proof(String token, String nonce, String target) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(("mosaic " + token).getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal((nonce + " " + target).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
        }
    }

    /** Compares in a time that says nothing of where they differ. */
    public static boolean isProof(String said, String token, String nonce, String target) {
        return MessageDigest.isEqual(
                said.getBytes(StandardCharsets.UTF_8),
                proof(token, nonce, target).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads a line, and not a byte beyond it.
     *
     * @throws IOException where there is none, or it is too long
     */
    public static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0 || line.length() >= MOST_BYTES) {
                throw new IOException(read < 0 ? "it closed the connection" : "it does not speak as a gateway does");
            }
            line.append((char) read);
        }
        return line.toString();
    }

    /** A line as bytes. */
    public static byte[] bytes(String line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
