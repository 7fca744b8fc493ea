package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.GatewayGreeting;
import dev.mosaic.mesh.TokenProof;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Connects to a unit through a gateway: once that has agreed, the socket is one to the unit.
 *
 * <p><b>Threading:</b> a thread that may wait. <b>Failure:</b> {@link IOException} with the gateway's words.
 */
final class GatewayDial {
    private static final int PATIENCE_MILLIS = 5_000;

    /** The gateway connects to the unit meanwhile. */
    private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);

    private GatewayDial() {}

    /**
     * Shows one token after the other, the newest first, until the gateway knows one.
     *
     * @param hasKeys TLS with the unit follows, in which both sides show who they are
     * @throws InsecureException with the words of the first refusal where it knows none: it will know none the next time
     * @throws IOException with those of another refusal at once
     */
    static SocketChannel connect(Endpoint.Via via, SocketAddress gateway, List<String> tokens, boolean hasKeys)
            throws IOException {
        if (tokens.isEmpty()) {
            throw new IOException("a gateway wants a token, and this unit has none");
        }
        try {
            return connect(via, gateway, tokens.getFirst(), hasKeys);
        } catch (UnknownTokenException refused) {
            for (String before : tokens.subList(1, tokens.size())) {
                try {
                    return connect(via, gateway, before, hasKeys);
                } catch (UnknownTokenException again) {
                    refused.addSuppressed(again);
                }
            }
            throw new InsecureException(String.valueOf(refused.getMessage()));
        }
    }

    private static SocketChannel connect(Endpoint.Via via, SocketAddress gateway, String token, boolean hasKeys)
            throws IOException {
        SocketChannel channel = Addresses.open(gateway);
        try {
            channel.socket().connect(gateway, PATIENCE_MILLIS);
            Addresses.refuseItself(channel);
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
            String hello = GatewayGreeting.line(channel.socket(), until);
            if (!hello.startsWith(GatewayGreeting.HELLO)) {
                throw new IOException("it is no gateway of Mosaic");
            }
            String nonce = hello.substring(GatewayGreeting.HELLO.length());
            String own = TokenProof.nonce();
            int port = hasKeys ? 0 : via.gateway().port(); // with keys it may be that of a tunnel
            String proof = GatewayGreeting.clientProof(token, nonce, via.target(), own, port);
            channel.socket()
                    .getOutputStream()
                    .write(GatewayGreeting.bytes(String.join(" ", via.target(), proof, own, Integer.toString(port))));
            String answer = GatewayGreeting.line(channel.socket(), until + ANSWER_NANOS);
            if (answer.startsWith(GatewayGreeting.NO + GatewayGreeting.UNKNOWN_TOKEN)) {
                throw new UnknownTokenException("the gateway says " + clean(answer));
            }
            if (!answer.startsWith(GatewayGreeting.OK)) {
                throw new IOException("the gateway says " + clean(answer));
            }
            String wanted = GatewayGreeting.OK + " " + GatewayGreeting.gatewayProof(token, nonce, via.target(), own);
            if (!GatewayGreeting.isSame(answer, wanted)) {
                throw new InsecureException("it does not know the token of this cluster");
            }
            channel.socket().setSoTimeout(0);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException | RuntimeException e) {
            Addresses.close(channel);
            throw e;
        }
    }

    /** In the gateway's words. */
    private static final class UnknownTokenException extends IOException {
        private static final long serialVersionUID = 1;

        UnknownTokenException(String words) {
            super(words);
        }
    }

    private static String clean(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
