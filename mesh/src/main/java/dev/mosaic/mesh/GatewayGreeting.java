package dev.mosaic.mesh;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a gateway and who comes to it say before the gateway forwards bytes and nothing else:
 *
 * <pre>
 *   gateway   MOSAIC GATEWAY 2 nonce\n                 the nonce in hexadecimal digits
 *   client    target proof own port\n                  target: monitor, or host:port of a unit; proof: that it knows the cluster's token;
 *                                                      own: a nonce of its own; port: the one it dialled, 0 where it does not say
 *   gateway   OK proof\n  or  NO why\n                 proof: that it knows the token too
 * </pre>
 *
 * <p>The token itself is never sent, and what was said once is of no use a second time. The port keeps a process that took another port
 * from passing on what is said. What follows is between client and unit, TLS where they have keys.
 *
 * <p><b>Threading:</b> pure.
 */
public final class GatewayGreeting {
    /** How a gateway begins. */
    public static final String HELLO = "MOSAIC GATEWAY 2 ";

    /** From now on bytes are forwarded; a proof follows. */
    public static final String OK = "OK";

    /** How a refusal begins; why follows. */
    public static final String NO = "NO ";

    /** Why, where the client did not show that it knows the token: another one may be known. */
    public static final String UNKNOWN_TOKEN = "it does not know the token of this cluster";

    /** The target that stands for the monitor. */
    public static final String MONITOR = "monitor";

    private static final String CLIENT = "gateway-client";
    private static final String GATEWAY = "gateway";
    private static final int MOST_BYTES = 512;

    private GatewayGreeting() {}

    /** What the client says. */
    public static String clientProof(String token, String nonce, String target, String own, int port) {
        return TokenProof.of(CLIENT, token, List.of(nonce, target, own, Integer.toString(port)));
    }

    /** What the gateway answers. */
    public static String gatewayProof(String token, String nonce, String target, String own) {
        return TokenProof.of(GATEWAY, token, List.of(own, nonce, target));
    }

    /** Compares in a time that says nothing of where they differ. */
    public static boolean isSame(String said, String wanted) {
        return TokenProof.equal(said, wanted);
    }

    /**
     * Reads a line, and not a byte beyond it.
     *
     * @throws IOException where there is none, or it is too long
     */
    public static String line(InputStream in) throws IOException {
        return line(in::read);
    }

    /** One byte after the other. */
    private interface Bytes {
        int read() throws IOException;
    }

    private static String line(Bytes in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0 || line.length() >= MOST_BYTES) {
                throw new IOException(read < 0 ? "it closed the connection" : "it does not speak as a gateway does");
            }
            line.append((char) read);
        }
        return line.toString();
    }

    /**
     * Reads a line, and not a byte beyond it, until that time at most, however slowly it comes.
     *
     * @param untilNanos as {@link System#nanoTime} counts
     * @throws IOException where there is none in time, or it is too long
     */
    public static String line(Socket socket, long untilNanos) throws IOException {
        InputStream in = socket.getInputStream();
        return line(() -> {
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
            if (leftMillis <= 0) {
                throw new SocketTimeoutException("it takes too long to greet");
            }
            socket.setSoTimeout((int) leftMillis);
            return in.read();
        });
    }

    /** A line as bytes. */
    public static byte[] bytes(String line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
