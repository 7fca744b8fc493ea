package dev.mosaic.benchmarks.monitor;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.process.Access;
import dev.mosaic.service.Service;
import dev.mosaic.service.ServiceUnit;
import java.time.Duration;
import java.util.List;

/** A unit that says who it is and that it lives, each second, over a mesh and a socket of its own; it runs nothing. */
final class LightUnit implements Service {
    private static final String MONITOR = "monitor";

    private final ServiceUnit unit;
    private final Endpoint monitor;
    private final Member self;

    private LightUnit(ServiceUnit unit, Endpoint monitor, Member self) {
        this.unit = unit;
        this.monitor = monitor;
        this.self = self;
    }

    /** A worker of the program with that instance. */
    static ServiceUnit open(int number, long program, Endpoint monitor) {
        long instance = 2L * number + 100_001;
        String uid = "worker:" + number / 8 + ":" + number % 8;
        Identity identity = new Identity(uid, instance, MeshOptions.PROTOCOL);
        ServiceUnit unit = ServiceUnit.open(
                MeshOptions.of(uid).withIdentity(identity), Access.local("").opener());
        Member self = new Member(
                uid, instance, Member.Kind.WORKER, "", "node:" + number / 8, 1, program, Resources.NONE, List.of());
        unit.run(new LightUnit(unit, monitor, self), Duration.ofSeconds(1));
        return unit;
    }

    @Override
    public void connected(long now, Identity who) {
        unit.send(who.instance(), new ClusterMessage.Hello(self, 0, List.of(), List.of(), List.of()));
    }

    @Override
    public void disconnected(long instance) {}

    @Override
    public void received(long now, Identity from, UnitMessage message) {}

    @Override
    public void tick(long now) {
        unit.send(MONITOR, monitor, new ClusterMessage.Heartbeat(0, 0, 0));
    }
}
