package dev.mosaic.gateway;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.GatewayGreeting;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.process.Access;
import dev.mosaic.service.Service;
import dev.mosaic.service.ServiceUnit;
import dev.mosaic.unit.links.Epochs;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the units of the cluster are, as the monitor says: a gateway leads there and nowhere else.
 *
 * <p><b>Threading:</b> any thread asks. <b>Cost:</b> one mesh, one entry for each unit.
 */
final class Directory implements AutoCloseable {
    private static final String UID = "gateway";
    private static final Duration TICK = Duration.ofSeconds(1);

    private final ServiceUnit unit;
    private final Endpoint.Tcp monitor;
    private final Map<String, Endpoint.Tcp> known = new ConcurrentHashMap<>();
    private final Desk desk = new Desk();
    private final CompletableFuture<String> excluded = new CompletableFuture<>();

    private Directory(ServiceUnit unit, Endpoint.Tcp monitor) {
        this.unit = unit;
        this.monitor = monitor;
    }

    static Directory open(Endpoint.Tcp monitor, Access access) {
        ServiceUnit unit = ServiceUnit.open(MeshOptions.of(UID).withToken(access.token()), access.opener());
        Directory directory = new Directory(unit, monitor);
        unit.run(directory.desk, TICK);
        return directory;
    }

    /** Null where no unit is there. */
    @Nullable InetSocketAddress address(String target) {
        Endpoint.Tcp found = target.equals(GatewayGreeting.MONITOR) ? monitor : known.get(target);
        return found == null ? null : new InetSocketAddress(found.host(), found.port());
    }

    /** Ends with the reason where the monitor holds it for dead, and tells it nothing more. */
    CompletableFuture<String> excluded() {
        return excluded.copy();
    }

    /** Why it does nothing any more; empty where it does. */
    Optional<String> stuck() {
        return unit.stuck();
    }

    /** Why it cannot know where units are; empty where it can. */
    Optional<String> unready() {
        return unit.ask(() -> unit.isLinked(desk.monitorInstance)).orElse(false)
                ? Optional.empty()
                : Optional.of("the gateway has no link with the monitor");
    }

    @Override
    public void close() {
        unit.close();
    }

    private final class Desk implements Service {
        private final Map<Long, Endpoint.Tcp> members = new ConcurrentHashMap<>();
        private final Epochs epochs = new Epochs();

        /** Known before this link with the monitor came up: their verdicts may have come in between. */
        private final Set<Long> doubtful = new HashSet<>();

        private long monitorInstance;

        @Override
        public void connected(long now, Identity who) {
            if (who.uid().equals(Member.MONITOR)) {
                monitorInstance = who.instance();
                Member self = new Member(UID, unit.self().instance(), Member.Kind.GATEWAY, "", "", 0);
                unit.send(
                        monitorInstance,
                        new ClusterMessage.Hello(
                                self,
                                0,
                                List.of(),
                                List.of(),
                                List.of(),
                                List.of(),
                                epochs.toTell(monitorInstance),
                                epochs.isKnownTo(monitorInstance)));
                doubtful.addAll(members.keySet());
            }
        }

        @Override
        public void disconnected(long instance) {}

        @Override
        public void received(long now, Identity from, UnitMessage message) {
            if (from.instance() == monitorInstance && message instanceof ClusterMessage.Looked looked) {
                doubtful.remove(looked.instance());
            }
            if (from.instance() == monitorInstance
                    && message instanceof ClusterMessage.Members said
                    && epochs.heeds(monitorInstance, said.epoch())) {
                said.joined().forEach(this::joined);
                said.lost().forEach(loss -> {
                    if (loss.instance() == unit.self().instance()) {
                        excluded.complete("the monitor holds the gateway for dead: " + loss.reason());
                    }
                    doubtful.remove(loss.instance());
                    Endpoint.Tcp gone = members.remove(loss.instance());
                    if (gone != null && !members.containsValue(gone)) { // else another has that address by now
                        known.remove(gone.address(), gone);
                    }
                });
            }
        }

        private void joined(Member member) {
            doubtful.remove(member.instance());
            String endpoint = member.endpointFrom("");
            if (!endpoint.isEmpty() && Endpoint.parse(endpoint) instanceof Endpoint.Tcp tcp) {
                members.put(member.instance(), tcp);
                known.put(tcp.address(), tcp);
            }
        }

        @Override
        public void tick(long now) {
            // The first one dials; where it comes before the introduction the monitor passes over it.
            unit.send(Member.MONITOR, monitor, new ClusterMessage.Heartbeat(0, 0, 0));
            doubtful.forEach(instance -> unit.send(monitorInstance, new ClusterMessage.Look(instance)));
        }
    }
}
