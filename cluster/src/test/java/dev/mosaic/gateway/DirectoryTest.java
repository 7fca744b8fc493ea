package dev.mosaic.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.head.MonitorShell;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.process.Access;
import dev.mosaic.service.Service;
import dev.mosaic.service.ServiceUnit;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where a gateway leads, as units come and go. */
class DirectoryTest {
    private static final String TOKEN = "secret";
    private static final Duration LONG = Eventually.PATIENCE;
    private static final String ADDRESS = "127.0.0.1:7777";
    private static final String OTHER = "127.0.0.1:7778";

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private final Access access = Access.local(TOKEN);

    /** A node that says where it is, and later that it ends. */
    private final class Node implements Service, AutoCloseable {
        private final Endpoint monitor;
        private final String uid;
        private final String address;
        private final ServiceUnit unit;
        private volatile long known;

        Node(Endpoint monitor, String uid, String address) {
            this.monitor = monitor;
            this.uid = uid;
            this.address = address;
            this.unit = ServiceUnit.open(MeshOptions.of(uid).withToken(TOKEN), access.opener());
            unit.run(this, Duration.ofMillis(200));
        }

        @Override
        public void connected(long now, Identity who) {
            Member self = new Member(uid, unit.self().instance(), Member.Kind.NODE, "tcp://" + address, "", 1);
            known = who.instance();
            unit.send(known, new ClusterMessage.Hello(self, 0, List.of(), List.of(), List.of(), List.of()));
        }

        void leave() {
            unit.execute(
                    () -> unit.send(known, new ClusterMessage.Exited(unit.self().instance(), "it was closed")));
        }

        @Override
        public void tick(long now) {
            unit.send("monitor", monitor, new ClusterMessage.Heartbeat(0, 0, 0));
        }

        @Override
        public void disconnected(long instance) {}

        @Override
        public void received(long now, Identity from, UnitMessage message) {}

        @Override
        public void close() {
            unit.close();
        }
    }

    /** As where a node ends and another process gets its port. */
    @Test
    void shouldGoOnLeadingToAUnitWhoseAddressOneHadThatDiesLater_S1_2() {
        try (MonitorShell monitor = MonitorShell.open(
                        new Endpoint.Tcp("127.0.0.1", 0),
                        TOKEN,
                        MonitorSettings.DEFAULT,
                        new LeastBusy(),
                        access.opener());
                Directory directory = Directory.open((Endpoint.Tcp) monitor.endpoint(), access);
                Node before = new Node(monitor.endpoint(), "node:0", ADDRESS)) {
            Eventually.holds("the first is known", LONG, () -> directory.address(ADDRESS) != null);
            try (Node after = new Node(monitor.endpoint(), "node:1", ADDRESS)) {
                Eventually.holds("the monitor knows both", LONG, () -> after.known != 0);
                try (Node third = new Node(monitor.endpoint(), "node:2", OTHER)) {
                    Eventually.holds("all is known", LONG, () -> directory.address(OTHER) != null);
                    before.leave();
                    third.leave();
                    Eventually.holds("both are gone", LONG, () -> directory.address(OTHER) == null);

                    assertThat(directory.address(ADDRESS))
                            .as("that of the second")
                            .isNotNull();

                    after.leave();
                    Eventually.holds("it is gone, too", LONG, () -> directory.address(ADDRESS) == null);
                }
            }
        }
    }
}
