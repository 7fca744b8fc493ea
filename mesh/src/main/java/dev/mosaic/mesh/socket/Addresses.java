package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.MeshException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Endpoints as the JDK's socket addresses, and the channels that go with them. */
final class Addresses {
    private static final int BACKLOG = 1_024;

    private Addresses() {}

    /** True where dialling needs no name service and no gateway, which may block. */
    static boolean isLiteral(Endpoint endpoint) {
        return switch (endpoint) {
            case Endpoint.Tcp tcp -> isLiteral(tcp.host());
            case Endpoint.Via via -> false; // the gateway is talked to before
            case Endpoint.Unix unix -> true;
        };
    }

    /** True for a host that is no name. */
    static boolean isLiteral(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || Character.isDigit(c));
    }

    /** The address to dial; asks the name service where the host is a name. */
    static SocketAddress resolve(Endpoint endpoint) throws UnknownHostException {
        return switch (endpoint) {
            case Endpoint.Tcp tcp -> new InetSocketAddress(InetAddress.getByName(tcp.host()), tcp.port());
            case Endpoint.Via via -> resolve(via.gateway());
            case Endpoint.Unix unix -> UnixDomainSocketAddress.of(unix.path());
        };
    }

    /** An unconnected channel for that kind of address. */
    static SocketChannel open(SocketAddress address) throws IOException {
        if (address instanceof UnixDomainSocketAddress) {
            return SocketChannel.open(StandardProtocolFamily.UNIX);
        }
        SocketChannel channel = SocketChannel.open();
        sendAtOnce(channel);
        return channel;
    }

    /**
     * The port at which the listening side of a connection listens; 0 where who dials does not know it: behind a gateway, before the
     * connection is there, and for unix sockets.
     *
     * @param dialledFor null for an accepted connection
     */
    static int listenersPort(SocketChannel channel, @Nullable Lane dialledFor) {
        if (dialledFor != null) {
            return dialledFor.peer().endpoint() instanceof Endpoint.Tcp tcp ? tcp.port() : 0;
        }
        try {
            return channel.getLocalAddress() instanceof InetSocketAddress local ? local.getPort() : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * Refuses a connection of a socket with itself. TCP makes one where a local address is dialled at which nobody listens, and the
     * system gives the dialling socket that same port. It would keep the port from whoever is to listen there.
     *
     * @throws ConnectException where both ends are the same socket
     */
    static void refuseItself(SocketChannel channel) throws IOException {
        SocketAddress remote = channel.getRemoteAddress();
        if (isTcp(channel) && remote != null && remote.equals(channel.getLocalAddress())) {
            throw new ConnectException("Connection refused: no process listens at " + remote);
        }
    }

    /** True for TCP, false for a unix socket. */
    static boolean isTcp(SocketChannel channel) {
        return channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY);
    }

    /** Has TCP not hold small writes back until earlier ones are acknowledged, which takes up to 40 ms. */
    static void sendAtOnce(SocketChannel channel) throws IOException {
        if (isTcp(channel)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
    }

    /**
     * Listens. A unix socket that a dead process left behind is replaced.
     *
     * @throws MeshException where the endpoint is of another kind or in use
     */
    static ServerSocketChannel listen(Endpoint endpoint) {
        try {
            return switch (endpoint) {
                case Endpoint.Tcp tcp -> listenTcp(tcp);
                case Endpoint.Unix unix -> listenUnix(unix.path());
                case Endpoint.Via via -> throw refuse(via);
            };
        } catch (IOException e) {
            throw new MeshException(
                    MeshException.Code.LISTEN, "endpoint=" + endpoint + " cannot be listened on: " + e.getMessage(), e);
        }
    }

    /** The endpoint under which a listener can be dialled. */
    static Endpoint of(Endpoint asked, ServerSocketChannel listener) throws IOException {
        return asked instanceof Endpoint.Tcp tcp && listener.getLocalAddress() instanceof InetSocketAddress local
                ? new Endpoint.Tcp(tcp.host().equals("*") ? "0.0.0.0" : tcp.host(), local.getPort())
                : asked;
    }

    private static ServerSocketChannel listenTcp(Endpoint.Tcp tcp) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        try {
            return listener.bind(
                    tcp.host().equals("*")
                            ? new InetSocketAddress(tcp.port())
                            : new InetSocketAddress(InetAddress.getByName(tcp.host()), tcp.port()),
                    BACKLOG);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    private static ServerSocketChannel listenUnix(Path path) throws IOException {
        if (Files.exists(path)) {
            if (answers(path)) {
                throw new IOException("another process listens there");
            }
            Files.delete(path);
        }
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            return listener.bind(UnixDomainSocketAddress.of(path), BACKLOG);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    private static boolean answers(Path path) {
        try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return probe.isConnected();
        } catch (IOException nobodyThere) {
            return false;
        }
    }

    /** Words for who is at the other end of an accepted connection. */
    static String remote(SocketChannel channel, Endpoint listening) throws IOException {
        return channel.getRemoteAddress() instanceof InetSocketAddress inet
                ? "tcp://" + inet.getAddress().getHostAddress() + ":" + inet.getPort()
                : "a peer at " + listening;
    }

    /** The address of the other end, without its port; empty for unix sockets. */
    static String host(SocketChannel channel) {
        try {
            return channel.getRemoteAddress() instanceof InetSocketAddress inet
                    ? inet.getAddress().getHostAddress()
                    : "";
        } catch (IOException e) {
            return "";
        }
    }

    static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            assert !channel.isOpen();
        }
    }

    static MeshException refuse(Endpoint endpoint) {
        return new MeshException(
                MeshException.Code.ENDPOINT, "endpoint=" + endpoint + " is not for sockets: use tcp:// or ipc://");
    }
}
