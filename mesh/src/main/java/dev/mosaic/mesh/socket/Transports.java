package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Keys;
import dev.mosaic.mesh.MeshException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Gives each connected socket its transport: TLS for TCP where the mesh has keys, else the socket as it is. Refuses TCP
 * addresses beyond the loopback where it has none.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Transports {
    private final @Nullable Keys keys;
    private final BufferPool records = new BufferPool(TlsTransport.RECORDS_BYTES, ByteBuffer::allocate);

    Transports(@Nullable Keys keys) {
        this.keys = keys;
    }

    /** The transport of a socket that is connected, or about to be. */
    Transport of(SocketChannel channel, boolean dials) {
        return keys != null && Addresses.isTcp(channel)
                ? new TlsTransport(channel, keys, dials, records)
                : new PlainTransport(channel);
    }

    /**
     * Looks at an endpoint that is to be listened at or dialled. Without keys a name other than {@code localhost} is taken for
     * an address that others can reach: what it means may change.
     *
     * @throws MeshException where it needs keys and there are none
     */
    void check(Endpoint endpoint) {
        Endpoint reached = endpoint instanceof Endpoint.Via via ? via.gateway() : endpoint;
        if (keys == null && reached instanceof Endpoint.Tcp tcp && !tcp.isLoopback()) {
            throw new MeshException(
                    MeshException.Code.KEYS_MISSING,
                    "endpoint=" + endpoint
                            + " is not on the loopback, and this unit has no keys: make them with mosaic keys FOLDER,"
                            + " and give all units of the cluster theirs");
        }
    }

    /** Looks at what a name was found to mean, before it is dialled. */
    void check(SocketAddress address) throws InsecureException {
        if (keys == null
                && address instanceof InetSocketAddress tcp
                && !tcp.getAddress().isLoopbackAddress()) {
            throw new InsecureException("it is not on the loopback, and this unit has no keys (see: mosaic keys)");
        }
    }
}
