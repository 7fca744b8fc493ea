package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Another implementation of ZeroMQ, to talk to. */
interface ForeignZmq extends AutoCloseable {
    /** The socket types that fit a mesh. */
    enum SocketKind {
        REQ,
        REP,
        DEALER,
        ROUTER
    }

    /**
     * How a socket is opened. A ROUTER tells of peers it does not know, and lets a new link take over the identity of an
     * old one: without that, ZeroMQ ignores a peer that is back before it has noticed that it was gone.
     *
     * @param binds true to listen, false to dial
     * @param identity its routing id, where it has one
     * @param routesTo the uid of the mesh that a ROUTER sends to; it takes the id off what it receives
     * @param heartbeatMillis 0 for none
     */
    record Setup(
            SocketKind kind,
            boolean binds,
            Endpoint endpoint,
            Optional<byte[]> identity,
            String routesTo,
            int heartbeatMillis,
            int heartbeatTimeoutMillis) {
        static Setup bound(SocketKind kind, Endpoint at) {
            return new Setup(kind, true, at, Optional.empty(), "host", 0, 0);
        }

        static Setup dialling(SocketKind kind, Endpoint at) {
            return new Setup(kind, false, at, Optional.empty(), "host", 0, 0);
        }

        Setup named(String name) {
            return named(name.getBytes(StandardCharsets.UTF_8));
        }

        Setup named(byte[] name) {
            return new Setup(
                    kind, binds, endpoint, Optional.of(name), routesTo, heartbeatMillis, heartbeatTimeoutMillis);
        }

        Setup beating(int everyMillis, int timeoutMillis) {
            return new Setup(kind, binds, endpoint, identity, routesTo, everyMillis, timeoutMillis);
        }
    }

    ForeignSocket open(Setup setup);

    @Override
    void close();
}
