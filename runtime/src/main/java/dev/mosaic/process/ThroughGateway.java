package dev.mosaic.process;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.Peer;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The mesh of a unit outside of the cluster's network: whatever it dials there, it dials through the gateway. On its own machine it dials
 * as all do.
 *
 * <p><b>Threading:</b> any thread.
 */
record ThroughGateway(Mesh mesh, Endpoint.Tcp gateway) implements Mesh {
    @Override
    public Identity identity() {
        return mesh.identity();
    }

    @Override
    public Endpoint listen(Endpoint endpoint) {
        return mesh.listen(endpoint);
    }

    @Override
    public Peer peer(String uid, Endpoint endpoint) {
        return mesh.peer(
                uid, endpoint instanceof Endpoint.Tcp tcp ? new Endpoint.Via(gateway, tcp.address()) : endpoint);
    }

    @Override
    public Optional<Peer> find(String uid) {
        return mesh.find(uid);
    }

    @Override
    public Collection<Peer> peers() {
        return mesh.peers();
    }

    @Override
    public boolean carry(BooleanSupplier done, long timeoutNanos) {
        return mesh.carry(done, timeoutNanos);
    }

    @Override
    public void wake(Thread waiting) {
        mesh.wake(waiting);
    }

    @Override
    public void close() {
        mesh.close();
    }
}
