package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.GatewayGreeting;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;

/**
 * Connects to a unit through a gateway: once that has agreed, the socket is one to the unit.
 *
 * <p><b>Threading:</b> a thread that may wait. <b>Failure:</b> {@link IOException} with the gateway's words.
 */
final class GatewayDial {
    private static final int PATIENCE_MILLIS = 5_000;

    private GatewayDial() {}

    static SocketChannel connect(Endpoint.Via via, SocketAddress gateway, String token) throws IOException {
        SocketChannel channel = Addresses.open(gateway);
        try {
            channel.socket().connect(gateway, PATIENCE_MILLIS);
            channel.socket().setSoTimeout(PATIENCE_MILLIS);
            InputStream in = channel.socket().getInputStream();
            String hello = GatewayGreeting.line(in);
            if (!hello.startsWith(GatewayGreeting.HELLO)) {
                throw new IOException("it is no gateway of Mosaic");
            }
            String proof = GatewayGreeting.proof(token, hello.substring(GatewayGreeting.HELLO.length()), via.target());
            channel.socket().getOutputStream().write(GatewayGreeting.bytes(via.target() + " " + proof));
            String answer = GatewayGreeting.line(in);
            if (!answer.equals(GatewayGreeting.OK)) {
                throw new IOException("the gateway says " + answer);
            }
            channel.socket().setSoTimeout(0);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException | RuntimeException e) {
            Addresses.close(channel);
            throw e;
        }
    }
}
