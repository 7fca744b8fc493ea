package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A unit on a {@link MemoryNetwork}.
 *
 * <p>While it closes, and after, its receiver is told of no broken links: it knows.
 *
 * <p><b>Threading:</b> the methods of the port take the network's lock, the others are called under it unless they say
 * otherwise. {@link #carry} carries the control lane; the bulk lane has a thread of its own.
 */
final class MemoryMesh implements Mesh {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");

    private final MeshOptions options;
    private final Receiver receiver;
    private final Delivery delivery;
    private final Switchboard board;
    private final NetworkLock lock;
    private final Timeline time;
    private final Strand control;
    private final Strand bulk;
    private final Map<String, MemoryPeer> peers = new LinkedHashMap<>();
    /** Those of {@link #peers}, and those that were closed and still have something to send. */
    private final Set<MemoryPeer> alive = new LinkedHashSet<>();
    /** Of each uid that came back under another instance, the instance before. */
    private final Map<String, Long> replaced = new HashMap<>();

    private boolean closing;
    private boolean closed;

    MemoryMesh(MeshOptions options, Receiver receiver, Switchboard board, NetworkLock lock, Timeline time) {
        this.options = options;
        this.receiver = receiver;
        this.delivery = new Delivery(options, receiver);
        this.board = board;
        this.lock = lock;
        this.time = time;
        this.control = time.strand("mosaic-mesh-" + uid() + "-control");
        this.bulk = time.strand("mosaic-mesh-" + uid() + "-bulk");
    }

    @Override
    public Identity identity() {
        return options.identity();
    }

    @Override
    public Endpoint listen(Endpoint endpoint) {
        return lock.get(() -> {
            Endpoint.InProcess inProcess = inProcess(endpoint);
            board.listen(this, inProcess);
            return inProcess;
        });
    }

    @Override
    public Peer peer(String uid, Endpoint endpoint) {
        return lock.get(() -> {
            Endpoint.InProcess inProcess = inProcess(endpoint);
            if (uid.equals(uid())) {
                throw new MeshException(MeshException.Code.OPTION, "uid=" + uid + " is this unit itself");
            }
            MemoryPeer peer = viewOf(uid);
            peer.learn(inProcess);
            return peer;
        });
    }

    @Override
    public Optional<Peer> find(String uid) {
        return lock.get(() -> Optional.<Peer>ofNullable(peers.get(uid)).filter(this::isKnown));
    }

    @Override
    public Collection<Peer> peers() {
        return lock.get(() -> peers.values().stream()
                .<Peer>map(peer -> peer)
                .filter(this::isKnown)
                .toList());
    }

    @Override
    public boolean carry(BooleanSupplier done, long timeoutNanos) {
        return control.carry(done, timeoutNanos);
    }

    @Override
    public void close() {
        lock.run(() -> {
            if (!closing) {
                closing = true;
                board.stopListening(this);
                List.copyOf(alive).forEach(MemoryPeer::startClosing);
                endIfClosed();
            }
            boolean waited = time.await(
                    () -> closed && !control.isRunningElsewhere() && !bulk.isRunningElsewhere(),
                    options.timing().close().toNanos());
            if (waited) {
                end(identity() + " closed");
            }
        });
    }

    /** Ends at once, whatever is still queued. */
    void end(String reason) {
        if (!closed) {
            closing = true;
            closed = true;
            List.copyOf(alive).forEach(peer -> peer.end(reason));
            control.stop();
            bulk.stop();
            board.leave(this);
            lock.changed();
        }
    }

    boolean isClosing() {
        return closing;
    }

    String uid() {
        return options.identity().uid();
    }

    MeshOptions options() {
        return options;
    }

    NetworkLock lock() {
        return lock;
    }

    Timeline time() {
        return time;
    }

    /** Has an event run on one of this unit's lanes, without the lock. */
    void post(Lane lane, long atNanos, Runnable event) {
        (lane == Lane.CONTROL ? control : bulk).post(atNanos, event);
    }

    /** Tells the owner something as an event of the control lane. */
    void tell(Consumer<Receiver> news) {
        if (!closing) {
            post(Lane.CONTROL, time.nowNanos(), () -> tellNow(news));
        }
    }

    /** Within an event of the control lane, without the lock. */
    void tellNow(Consumer<Receiver> news) {
        try {
            news.accept(receiver);
        } catch (Throwable thrown) {
            LOG.log(Level.ERROR, identity() + ": the receiver threw and was not heeded", thrown);
        }
    }

    /** Within an event of the lane the message came on, without the lock. */
    @Nullable String deliver(MemoryPeer from, Parcel parcel) {
        return delivery.deliver(from, parcel);
    }

    @Nullable MemoryPeer named(String uid) {
        return peers.get(uid);
    }

    MemoryPeer viewOf(String uid) {
        return peers.computeIfAbsent(uid, name -> {
            MemoryPeer peer = new MemoryPeer(name, this, board);
            alive.add(peer);
            return peer;
        });
    }

    /** The name is free for another peer. */
    void forget(MemoryPeer peer) {
        peers.remove(peer.identity().uid(), peer);
    }

    void ended(MemoryPeer peer) {
        forget(peer);
        alive.remove(peer);
        endIfClosed();
    }

    /** Of a unit that came back, whatever its earlier instance still does is not to be taken for the unit. */
    void retire(Identity before, Identity now) {
        if (before.instance() != 0 && before.instance() != now.instance()) {
            replaced.put(before.uid(), before.instance());
        }
    }

    boolean wasReplaced(Identity unit) {
        Long before = replaced.get(unit.uid());
        return before != null && before == unit.instance();
    }

    long links() {
        return alive.stream().filter(MemoryPeer::isBound).count();
    }

    void breakLinks(String uid, String reason) {
        alive.stream().filter(peer -> peer.identity().uid().equals(uid)).forEach(peer -> peer.breakLink(reason));
    }

    private void endIfClosed() {
        if (closing && alive.isEmpty()) {
            end(identity() + " closed");
        }
    }

    private boolean isKnown(Peer peer) {
        return peer instanceof MemoryPeer memoryPeer && memoryPeer.isKnown();
    }

    private Endpoint.InProcess inProcess(Endpoint endpoint) {
        if (closing) {
            throw new MeshException(MeshException.Code.CLOSED, "mesh=" + identity() + " was closed");
        }
        if (endpoint instanceof Endpoint.InProcess inProcess) {
            return inProcess;
        }
        throw new MeshException(
                MeshException.Code.ENDPOINT, "endpoint=" + endpoint + " is none of a mesh in memory: inproc://name");
    }
}
