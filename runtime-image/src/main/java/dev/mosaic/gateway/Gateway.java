package dev.mosaic.gateway;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.GatewayGreeting;
import dev.mosaic.process.Access;
import dev.mosaic.service.Health;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * The door for programs outside the cluster's network: who knows the cluster's token is connected to the unit it names, and bytes go both
 * ways as they are. It keeps nothing, decodes nothing, and has no keys: what it forwards is TLS between program and unit, where they have
 * some.
 *
 * <p><b>Threading:</b> any thread; two virtual threads for each connection. <b>Cost:</b> two copies of 64 KiB for each. <b>Failure:</b> who says
 * something else, or names what is no unit of the cluster, is refused with one log line; at {@value #MOST} connections nobody is
 * accepted until one ends.
 */
public final class Gateway implements Health, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.gateway");
    private static final int MOST = 4_096;
    private static final int NONCE_BYTES = 16;
    private static final int PATIENCE_MILLIS = 5_000;

    private final ServerSocketChannel listener;
    private final Directory directory;
    private final String token;
    private final SecureRandom random = new SecureRandom();
    private final Semaphore room = new Semaphore(MOST);

    private Gateway(ServerSocketChannel listener, Directory directory, String token) {
        this.listener = listener;
        this.directory = directory;
        this.token = token;
    }

    /**
     * Listens.
     *
     * @param monitor where the monitor is, which knows the units
     * @throws IOException where the address is taken
     */
    public static Gateway open(Endpoint.Tcp listen, Endpoint.Tcp monitor, Access access) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            listener.bind(new InetSocketAddress(InetAddress.getByName(listen.host()), listen.port()));
            Gateway gateway = new Gateway(listener, Directory.open(monitor, access), access.token());
            Thread.ofVirtual().name("mosaic-gateway").start(gateway::accept);
            return gateway;
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
    }

    /** The port at which it listens. */
    public int port() {
        return listener.socket().getLocalPort();
    }

    @Override
    public Optional<String> stuck() {
        return listener.isOpen() ? directory.stuck() : Optional.of("the gateway does not listen any more");
    }

    @Override
    public Optional<String> unready() {
        return stuck().or(directory::unready);
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                room.acquire();
                SocketChannel client = listener.accept();
                Thread.ofVirtual().name("mosaic-gateway-client").start(() -> serve(client));
            } catch (IOException closed) {
                room.release();
                if (listener.isOpen()) {
                    LOG.log(System.Logger.Level.WARNING, "a connection cannot be accepted: {0}", closed.getMessage());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void serve(SocketChannel client) {
        try (client) {
            try (SocketChannel unit = greet(client)) {
                Pipe.join(client, unit);
            }
        } catch (IOException refused) {
            LOG.log(System.Logger.Level.INFO, "refused connection: {0}", refused.getMessage());
        } finally {
            room.release();
        }
    }

    /** The unit that the client named, if it may. */
    private SocketChannel greet(SocketChannel client) throws IOException {
        String from = client.getRemoteAddress().toString();
        client.socket().setTcpNoDelay(true);
        client.socket().setSoTimeout(PATIENCE_MILLIS);
        String nonce = nonce();
        client.socket().getOutputStream().write(GatewayGreeting.bytes(GatewayGreeting.HELLO + nonce));
        String[] words;
        try {
            words = line(client).split(" ", -1);
        } catch (IOException e) {
            throw new IOException(from + ": " + e.getMessage(), e);
        }
        if (words.length != 2 || !GatewayGreeting.isProof(words[1], token, nonce, words[0])) {
            throw refuse(client, from, "it does not know the token of this cluster");
        }
        InetSocketAddress address = directory.address(words[0]);
        if (address == null) {
            throw refuse(client, from, "there is no unit at " + words[0]);
        }
        SocketChannel unit = SocketChannel.open();
        try {
            unit.socket().connect(address, PATIENCE_MILLIS);
            unit.socket().setTcpNoDelay(true);
            Pipe.keepAlive(client);
            Pipe.keepAlive(unit);
            client.socket().getOutputStream().write(GatewayGreeting.bytes(GatewayGreeting.OK));
            client.socket().setSoTimeout(0);
            return unit;
        } catch (IOException | RuntimeException e) {
            unit.close();
            throw refuse(client, from, words[0] + " does not answer: " + e.getMessage());
        }
    }

    private String nonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static String line(SocketChannel client) throws IOException {
        InputStream in = client.socket().getInputStream();
        return GatewayGreeting.line(in);
    }

    private static IOException refuse(SocketChannel client, String from, String why) {
        try {
            client.socket().getOutputStream().write(GatewayGreeting.bytes("NO " + why));
        } catch (IOException gone) {
            return new IOException(from + ": " + why, gone);
        }
        return new IOException(from + ": " + why);
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the gateway does not close", e);
        }
        directory.close();
    }
}
