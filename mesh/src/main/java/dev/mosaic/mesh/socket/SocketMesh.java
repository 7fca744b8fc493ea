package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * The mesh over sockets, which any ZeroMQ peer can join: ZMTP 3.1 over TCP ({@code tcp://host:port}) and unix sockets
 * ({@code ipc:///path}). Who dials is a DEALER, who listens a ROUTER. With {@link MeshOptions#keys} all TCP is TLS 1.3 between
 * units of one cluster; without, it stays on the loopback.
 *
 * <p><b>Threading:</b> one driver for the control lane and, from the first large message on, one for the bulk lane; each has
 * a daemon thread, in whose place any waiting caller carries. <b>Cost:</b> 256 KiB a driver, 32 KiB a link. <b>Failure:</b>
 * see {@link Mesh}; connections that break a rule end with one warning of the logger {@code dev.mosaic.mesh}.
 */
public final class SocketMesh implements Mesh {
    private final MeshOptions options;
    private final Switchboard switchboard;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SocketMesh(MeshOptions options, Receiver receiver) {
        this.options = options;
        this.switchboard = new Switchboard(options, receiver);
    }

    /**
     * Opens a mesh that does not listen yet.
     *
     * @param receiver gets all messages; called as {@link Receiver} says
     */
    public static Mesh open(MeshOptions options, Receiver receiver) {
        return new SocketMesh(options, receiver);
    }

    @Override
    public Identity identity() {
        return options.identity();
    }

    @Override
    public Endpoint listen(Endpoint endpoint) {
        requireOpen();
        return switchboard.listen(endpoint);
    }

    @Override
    public Peer peer(String uid, Endpoint endpoint) {
        requireOpen();
        return switchboard.peer(uid, endpoint);
    }

    @Override
    public Optional<Peer> find(String uid) {
        return switchboard.find(uid);
    }

    @Override
    public Collection<Peer> peers() {
        return switchboard.peers();
    }

    @Override
    public boolean carry(BooleanSupplier done, long timeoutNanos) {
        return switchboard.carry(done, timeoutNanos);
    }

    @Override
    public void wake(Thread waiting) {
        switchboard.wake(waiting);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            switchboard.close();
        }
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new MeshException(
                    MeshException.Code.CLOSED, "uid=" + options.identity().uid() + " is closed");
        }
    }
}
