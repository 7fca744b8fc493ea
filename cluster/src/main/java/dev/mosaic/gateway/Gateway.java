package dev.mosaic.gateway;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.GatewayGreeting;
import dev.mosaic.mesh.LineLimit;
import dev.mosaic.mesh.Newcomers;
import dev.mosaic.mesh.TokenProof;
import dev.mosaic.mesh.UnitTokens;
import dev.mosaic.process.Accepting;
import dev.mosaic.process.Access;
import dev.mosaic.process.ListenAddress;
import dev.mosaic.service.Health;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * The door for programs outside the cluster's network: who knows the cluster's token is connected to the unit it names, and bytes go both
 * ways as they are. It keeps nothing, decodes nothing, and has no keys: what it forwards is TLS between program and unit, where they have
 * some.
 *
 * <p><b>Threading:</b> any thread; two virtual threads for each connection. <b>Cost:</b> two copies of 64 KiB for each. <b>Failure:</b> who says
 * something else, names what is no unit of the cluster, or takes more than 10 s to show that it knows the token, is refused; a log line
 * says so, some of them a minute. Of those who have not shown it yet there are {@value #NEWCOMERS} at most, half of them from one address:
 * beyond, the one that came first has to go. Beyond {@value #MOST} who have, the next is refused.
 */
public final class Gateway implements Health, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.gateway");
    static final int MOST = 4_096;
    private static final int NEWCOMERS = 512;
    private static final int BACKLOG = 1_024;
    private static final int PATIENCE_MILLIS = 5_000;
    static final Duration GREETING = Duration.ofSeconds(10);
    static final int LINES_A_MINUTE = 20;

    private final ServerSocketChannel listener;
    private final Directory directory;
    private final UnitTokens tokens;
    private final boolean hasKeys;
    private final Accepting accepting;
    private final Newcomers<SocketChannel> newcomers = new Newcomers<>(NEWCOMERS);
    private final LineLimit lines = new LineLimit(LINES_A_MINUTE, Duration.ofMinutes(1));
    private final int most;
    private final Duration greeting;
    private final Semaphore room;

    private Gateway(ServerSocketChannel listener, Directory directory, Access access, int most, Duration greeting) {
        this.most = most;
        this.greeting = greeting;
        this.room = new Semaphore(most);
        this.listener = listener;
        this.directory = directory;
        this.tokens = access.tokens();
        this.hasKeys = !access.keys().isEmpty();
        this.accepting = new Accepting(
                listener::accept,
                client -> Thread.ofVirtual().name("mosaic-gateway-client").start(() -> serve(client)),
                () -> newcomers.removeOldest().ifPresent(Gateway::drop));
    }

    /**
     * Listens.
     *
     * @param monitor where the monitor is, which knows the units
     * @throws IOException where the address is taken
     * @throws StartException where the cluster has no token: it would be open to all who reach it
     */
    public static Gateway open(ListenAddress listen, Endpoint.Tcp monitor, Access access) throws IOException {
        return open(listen, monitor, access, MOST, GREETING);
    }

    /** The same with other limits: of those who have shown the token, and of the time for that. */
    static Gateway open(ListenAddress listen, Endpoint.Tcp monitor, Access access, int most, Duration greeting)
            throws IOException {
        if (access.token().isEmpty()) {
            throw new StartException("a gateway needs a token", "give --keys FOLDER, as mosaic keys makes it");
        }
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            listener.bind(listen.socket(), BACKLOG);
            Gateway gateway = new Gateway(listener, Directory.open(monitor, access), access, most, greeting);
            Thread.ofVirtual().name("mosaic-gateway").start(gateway.accepting::run);
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

    /** Ends with the reason where the monitor holds it for dead: it is not told any more where units are. */
    public CompletableFuture<String> excluded() {
        return directory.excluded();
    }

    @Override
    public Optional<String> stuck() {
        return listener.isOpen() ? directory.stuck() : Optional.of("the gateway does not listen any more");
    }

    @Override
    public Optional<String> unready() {
        return stuck().or(directory::unready);
    }

    private void serve(SocketChannel client) {
        boolean isIn = false;
        try (client) {
            InetSocketAddress from = (InetSocketAddress) client.getRemoteAddress();
            newcomers.add(client, from.getAddress().getHostAddress()).ifPresent(Gateway::drop);
            Asked asked = greet(client, from.getAddress().getHostAddress() + ":" + from.getPort());
            newcomers.remove(client);
            isIn = room.tryAcquire();
            if (!isIn) {
                throw refuse(client, asked.from, "it has " + most + " connections, which is all it takes");
            }
            try (SocketChannel unit = connect(client, asked)) {
                Pipe.join(client, unit);
            }
        } catch (IOException refused) {
            lines.line(System.nanoTime(), "refused connection: " + refused.getMessage())
                    .ifPresent(line -> LOG.log(System.Logger.Level.WARNING, line));
        } finally {
            newcomers.remove(client);
            if (isIn) {
                room.release();
            }
        }
    }

    private static void drop(SocketChannel client) {
        try {
            client.close();
        } catch (IOException e) {
            assert !client.isOpen();
        }
    }

    /** What a client wants that knows the token; the answer comes before what it will be told. */
    private record Asked(String from, String target, String answer) {}

    private Asked greet(SocketChannel client, String from) throws IOException {
        long until = System.nanoTime() + greeting.toNanos();
        client.socket().setTcpNoDelay(true);
        String nonce = TokenProof.nonce();
        client.socket().getOutputStream().write(GatewayGreeting.bytes(GatewayGreeting.HELLO + nonce));
        String[] words;
        try {
            words = GatewayGreeting.line(client.socket(), until).split(" ", -1);
        } catch (IOException e) {
            throw new IOException(
                    from + ": " + (client.isOpen() ? e.getMessage() : "others came, and it had not greeted"), e);
        }
        List<String> known = tokens.now();
        Optional<String> shown = known.stream()
                .filter(each -> words.length == 4 && isProof(words, nonce, each))
                .findFirst();
        if (shown.isEmpty()) {
            throw refuse(client, from, GatewayGreeting.UNKNOWN_TOKEN);
        }
        String dialled = words[3];
        if (!dialled.equals("0") && !dialled.equals(Integer.toString(port()))) {
            throw refuse(client, from, "it connected to port " + dialled + ", and a proxy between forwards it");
        }
        return new Asked(
                from,
                words[0],
                GatewayGreeting.OK + " " + GatewayGreeting.gatewayProof(shown.get(), nonce, words[0], words[2]));
    }

    private boolean isProof(String[] words, String nonce, String token) {
        try {
            int port = Integer.parseInt(words[3]);
            return (hasKeys || port > 0)
                    && GatewayGreeting.isSame(
                            words[1], GatewayGreeting.clientProof(token, nonce, words[0], words[2], port));
        } catch (NumberFormatException none) {
            return false;
        }
    }

    /** The unit that the client named, if there is one. */
    private SocketChannel connect(SocketChannel client, Asked asked) throws IOException {
        InetSocketAddress address = directory.address(asked.target);
        if (address == null) {
            throw refuse(client, asked.from, "there is no unit at " + asked.target);
        }
        SocketChannel unit = SocketChannel.open();
        try {
            unit.socket().connect(address, PATIENCE_MILLIS);
            refuseItself(unit);
            unit.socket().setTcpNoDelay(true);
            Pipe.keepAlive(client);
            Pipe.keepAlive(unit);
            client.socket().getOutputStream().write(GatewayGreeting.bytes(asked.answer));
            client.socket().setSoTimeout(0);
            return unit;
        } catch (IOException | RuntimeException e) {
            unit.close();
            throw refuse(client, asked.from, asked.target + " does not answer: " + e.getMessage());
        }
    }

    /**
     * Refuses a connection of a socket with itself, which TCP makes where nobody listens at a local address and the system gives the dialling
     * socket that same port: it would keep the port from the unit, and send the client its own words.
     */
    static void refuseItself(SocketChannel unit) throws IOException {
        if (unit.getRemoteAddress().equals(unit.getLocalAddress())) {
            throw new ConnectException("Connection refused: no process listens at " + unit.getRemoteAddress());
        }
    }

    private static IOException refuse(SocketChannel client, String from, String why) {
        try {
            client.socket().getOutputStream().write(GatewayGreeting.bytes(GatewayGreeting.NO + why));
        } catch (IOException gone) {
            return new IOException(from + ": " + why, gone);
        }
        return new IOException(from + ": " + why);
    }

    @Override
    public void close() {
        accepting.close();
        try {
            listener.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the gateway does not close", e);
        }
        directory.close();
    }
}
