package dev.mosaic.monitor;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.placement.Placement;
import dev.mosaic.service.Health;
import dev.mosaic.service.Service;
import dev.mosaic.service.ServiceUnit;
import dev.mosaic.unit.shell.MeshOpener;
import java.time.Duration;
import java.util.Optional;

/**
 * The monitor as a unit: {@link MonitorMachine} over a mesh of its own.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one mesh, four ticks a second. <b>Failure:</b> {@link dev.mosaic.mesh.MeshException}
 * where the endpoint cannot be listened on. Time in which its own process was stopped counts as nobody's silence.
 */
public final class MonitorShell implements Health, AutoCloseable {
    /** The uid of every monitor. */
    public static final String UID = "monitor";

    private static final System.Logger LOG = System.getLogger("dev.mosaic.monitor");
    private static final Duration TICK = Duration.ofMillis(250);

    private final ServiceUnit unit;
    private final Endpoint endpoint;

    private MonitorShell(ServiceUnit unit, Endpoint endpoint) {
        this.unit = unit;
        this.endpoint = endpoint;
    }

    /** Listens there. Its epoch is the time of day, so that a later monitor has a higher one. */
    public static MonitorShell open(
            Endpoint listen, String token, MonitorSettings settings, Placement placement, MeshOpener opener) {
        long epoch = System.currentTimeMillis();
        ServiceUnit unit = ServiceUnit.open(MeshOptions.of(UID).withToken(token), opener);
        try {
            Endpoint endpoint = unit.listen(listen);
            Desk desk = new Desk(unit);
            unit.run(new Ear(new MonitorMachine(unit.now(), epoch, settings, placement, desk)), TICK);
            return new MonitorShell(unit, endpoint);
        } catch (RuntimeException e) {
            unit.close();
            throw e;
        }
    }

    /** Where to dial it. */
    public Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public Optional<String> stuck() {
        return unit.stuck();
    }

    /** It listens as soon as it is there. */
    @Override
    public Optional<String> unready() {
        return unit.stuck();
    }

    @Override
    public void close() {
        unit.close();
    }

    /** Leads events to the machine. */
    private record Ear(MonitorMachine machine) implements Service {
        @Override
        public void connected(long now, Identity who) {
            machine.connected(now, who.instance());
        }

        @Override
        public void disconnected(long instance) {
            machine.disconnected(instance);
        }

        @Override
        public void received(long now, Identity from, UnitMessage message) {
            if (message instanceof ClusterMessage cluster) {
                machine.received(now, from.instance(), cluster);
            }
        }

        @Override
        public void tick(long now) {
            machine.tick(now);
        }
    }

    /** Carries out what the machine says. */
    private record Desk(ServiceUnit unit) implements MonitorOutput {
        @Override
        public void send(long to, ClusterMessage message) {
            unit.send(to, message);
        }

        @Override
        public void joined(Member member) {
            LOG.log(System.Logger.Level.DEBUG, "{0} has joined, instance {1}", member.uid(), member.instance());
        }

        @Override
        public void lost(Member member, String reason, boolean orderly) {
            LOG.log(
                    orderly ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                    "{0} is lost: {1}",
                    member.uid(),
                    reason);
        }
    }
}
