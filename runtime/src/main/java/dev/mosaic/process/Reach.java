package dev.mosaic.process;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;

/** Finds the address of this machine at which another can reach it. */
public final class Reach {
    private Reach() {}

    /**
     * The address of this machine from which packets to that host start: its route says so, nothing is sent. It is the loopback address
     * where the host is this machine by that name.
     *
     * @throws StartException where the host is not known, or there is no way to it
     */
    public static String addressTowards(Endpoint.Tcp host) {
        InetSocketAddress target = new InetSocketAddress(host.host(), Math.max(1, host.port()));
        if (target.isUnresolved()) {
            throw new StartException("host=" + host.host() + " is not known", "give a name or an address that is");
        }
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(target);
            InetAddress local = socket.getLocalAddress();
            return local.isAnyLocalAddress() ? target.getAddress().getHostAddress() : local.getHostAddress();
        } catch (SocketException | java.io.UncheckedIOException e) {
            throw new StartException(
                    "there is no network route to " + host + ": " + e.getMessage(),
                    "give the address of this machine with --host",
                    e);
        }
    }
}
