package dev.mosaic.process;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.stream.Stream;

/**
 * An address at which a process may listen: with keys any, without only those that other machines cannot reach. All that listens over TCP
 * is given one of these, so that nothing is open to others by oversight.
 *
 * <p><b>Threading:</b> immutable; {@link #of} may ask the name service.
 *
 * @param socket where
 */
public record ListenAddress(InetSocketAddress socket) {
    /** Looks at nothing but that the host is known: use {@link #of}. */
    public ListenAddress {
        if (socket.isUnresolved()) {
            throw new IllegalArgumentException(socket + " is not known");
        }
    }

    /**
     * Looks at an address that somebody asked for. A name other than {@code localhost} counts as one that others can reach: what it means
     * may change.
     *
     * @param option which asked for it, such as {@code --gateway}
     * @param hasKeys where the cluster has keys
     * @throws StartException where keys are needed and there are none, or the host is not known
     */
    public static ListenAddress of(String option, Endpoint.Tcp asked, boolean hasKeys) {
        InetAddress[] all = all(option, asked);
        if (!hasKeys && !(asked.isLoopback() && Stream.of(all).allMatch(InetAddress::isLoopbackAddress))) {
            throw new StartException(
                    option + "=" + asked.address() + " can be reached from other machines, and there are no keys",
                    "make keys with mosaic keys FOLDER and give --keys FOLDER to all units, or listen at 127.0.0.1");
        }
        return new ListenAddress(new InetSocketAddress(all[0], asked.port()));
    }

    private static InetAddress[] all(String option, Endpoint.Tcp asked) {
        try {
            return InetAddress.getAllByName(asked.host().equals("*") ? "0.0.0.0" : asked.host());
        } catch (UnknownHostException e) {
            throw new StartException(
                    option + "=" + asked.address() + " is not an address of this machine",
                    "give a name or an address of this machine",
                    e);
        }
    }
}
