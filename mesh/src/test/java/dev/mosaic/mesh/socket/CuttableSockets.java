package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.CuttableCarrier;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Sockets as a carrier that can part two units: each dials the other through a {@link Tap} of its own. */
final class CuttableSockets implements CuttableCarrier {
    private final SocketCarrier sockets;
    private final Map<Way, Tapped> taps = new HashMap<>();

    CuttableSockets(SocketCarrier sockets) {
        this.sockets = sockets;
    }

    /** From who dials to who is dialled. */
    private record Way(String from, String to) {}

    /** Where the one dials, what is there, and the tap while it is not cut. */
    private static final class Tapped {
        private final Endpoint at;
        private final Endpoint target;
        private Optional<Tap> tap = Optional.empty();

        Tapped(Endpoint at, Endpoint target) {
            this.at = at;
            this.target = target;
        }

        void heal() {
            try {
                tap = Optional.of(Tap.between(at, target));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void cut() {
            try {
                if (tap.isPresent()) {
                    tap.get().close();
                }
                tap = Optional.empty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public Mesh open(MeshOptions options, Receiver receiver) {
        return new TappedMesh(sockets.open(options, receiver));
    }

    @Override
    public Endpoint endpoint() {
        return sockets.endpoint();
    }

    @Override
    public void cut(String uidA, String uidB) {
        between(uidA, uidB).forEach(Tapped::cut);
    }

    @Override
    public void heal(String uidA, String uidB) {
        between(uidA, uidB).forEach(Tapped::heal);
    }

    private Collection<Tapped> between(String uidA, String uidB) {
        Set<Way> ways = Set.of(new Way(uidA, uidB), new Way(uidB, uidA));
        return taps.entrySet().stream()
                .filter(each -> ways.contains(each.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    @Override
    public void close() {
        taps.values().forEach(Tapped::cut);
        sockets.close();
    }

    /** Dials through taps. */
    private final class TappedMesh implements Mesh {
        private final Mesh mesh;

        TappedMesh(Mesh mesh) {
            this.mesh = mesh;
        }

        @Override
        public Peer peer(String uid, Endpoint endpoint) {
            Tapped way = taps.computeIfAbsent(new Way(identity().uid(), uid), _ -> {
                Tapped made = new Tapped(sockets.endpoint(), endpoint);
                made.heal();
                return made;
            });
            return mesh.peer(uid, way.at);
        }

        @Override
        public Identity identity() {
            return mesh.identity();
        }

        @Override
        public Endpoint listen(Endpoint endpoint) {
            return mesh.listen(endpoint);
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
}
