package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Receiver;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who is on a network, who listens where, and who may be connected with whom.
 *
 * <p><b>Threading:</b> the public calls of {@link MemoryNetwork} take the lock; the others are made under it.
 */
final class Switchboard {
    /** How a dial went. */
    sealed interface Answer {}

    /** There is a link now. */
    record Connected() implements Answer {}

    /** There will be none, however often it is tried. */
    record Refused(String reason) implements Answer {}

    /** It is worth another try. */
    record Unreachable(String reason) implements Answer {}

    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");

    private final NetworkLock lock;
    private final Timeline time;
    private final Set<MemoryMesh> meshes = new LinkedHashSet<>();
    private final Map<Endpoint, MemoryMesh> listeners = new HashMap<>();
    private final Set<Set<String>> cuts = new HashSet<>();

    Switchboard(NetworkLock lock, Timeline time) {
        this.lock = lock;
        this.time = time;
    }

    Mesh join(MeshOptions options, Receiver receiver) {
        return lock.get(() -> {
            MemoryMesh mesh = new MemoryMesh(options, receiver, this, lock, time);
            meshes.add(mesh);
            return mesh;
        });
    }

    void leave(MemoryMesh mesh) {
        meshes.remove(mesh);
        stopListening(mesh);
    }

    void cut(String uidA, String uidB) {
        lock.run(() -> {
            cuts.add(pair(uidA, uidB));
            named(uidA).forEach(mesh -> mesh.breakLinks(uidB, "cut"));
        });
    }

    void heal(String uidA, String uidB) {
        lock.run(() -> cuts.remove(pair(uidA, uidB)));
    }

    void kill(String uid) {
        lock.run(() -> named(uid).forEach(mesh -> mesh.end("the unit was killed")));
    }

    void listen(MemoryMesh mesh, Endpoint endpoint) {
        if (listeners.putIfAbsent(endpoint, mesh) != null) {
            throw new MeshException(MeshException.Code.LISTEN, "endpoint=" + endpoint + " is in use");
        }
    }

    void stopListening(MemoryMesh mesh) {
        listeners.values().removeIf(listener -> listener == mesh);
    }

    long nowNanos() {
        return time.nowNanos();
    }

    long drawTravelNanos() {
        return time.drawTravelNanos(false);
    }

    /**
     * Links a peer with the unit it stands for. Where both dial, the first to get here makes the link and the other finds
     * it made.
     */
    Answer connect(MemoryPeer dialler, Endpoint endpoint) {
        MemoryMesh caller = dialler.mesh();
        MemoryMesh listener = listeners.get(endpoint);
        if (listener == null || cuts.contains(pair(caller.uid(), listener.uid()))) {
            return new Unreachable("nobody answers at " + endpoint);
        }
        if (!listener.uid().equals(dialler.identity().uid())) {
            return new Unreachable("uid=" + listener.uid() + " answers at " + endpoint);
        }
        String objection = objection(caller, listener);
        if (objection != null) {
            LOG.log(
                    Level.WARNING,
                    listener.identity() + ": " + caller.identity() + " is refused at " + endpoint + ": " + objection);
            return new Refused(objection);
        }
        MemoryPeer known = listener.named(caller.uid());
        int maxLinks = listener.options().limits().maxLinks();
        if ((known == null || !known.isBound()) && listener.links() >= maxLinks) {
            return new Unreachable("maxLinks=" + maxLinks + " are open at " + endpoint);
        }
        MemoryPeer answering = listener.viewOf(caller.uid());
        answering.giveWayTo(caller.identity());
        new Link(time, dialler, answering).open();
        return new Connected();
    }

    private static @Nullable String objection(MemoryMesh caller, MemoryMesh listener) {
        Identity from = caller.identity();
        Identity to = listener.identity();
        List<String> known = listener.options().tokens().now();
        if (!(known.isEmpty() && caller.options().token().isEmpty())
                && Collections.disjoint(known, caller.options().tokens().now())) {
            return "the token differs";
        }
        if (from.isMosaic() && to.isMosaic() && Math.abs(from.protocol() - to.protocol()) > 1) {
            return "protocol=" + from.protocol() + " does not go with protocol=" + to.protocol();
        }
        return listener.wasReplaced(from) || caller.wasReplaced(to) ? "it was replaced by a newer instance" : null;
    }

    private List<MemoryMesh> named(String uid) {
        List<MemoryMesh> found = new ArrayList<>(meshes);
        found.removeIf(mesh -> !mesh.uid().equals(uid));
        return found;
    }

    private static Set<String> pair(String uidA, String uidB) {
        return new HashSet<>(List.of(uidA, uidB));
    }
}
