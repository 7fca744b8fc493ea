package dev.mosaic.process;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.message.Member;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a process without a name is told. */
class GuestTest {
    @RegisterExtension
    final LogGuard log = new LogGuard();

    @Test
    void shouldSayThatTheMonitorIsOfAnotherVersion() {
        MeshOptions older = MeshOptions.of(Member.MONITOR)
                .withToken("token")
                .withIdentity(new Identity(Member.MONITOR, 1, MeshOptions.PROTOCOL - 1));
        try (Mesh monitor = SocketMesh.open(older, (from, message) -> {})) {
            Endpoint place = monitor.listen(Endpoint.parse("tcp://127.0.0.1:0"));

            assertThatThrownBy(() -> Guest.number(Member.Kind.NODE, place, Access.local("token"), Eventually.PATIENCE))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("does not work with") // whoever of the two says it first
                    .hasMessageContaining("run the same version of Mosaic")
                    .hasMessageNotContainingAny("keys");
        }
        log.expect(log.count("does not work with"), "does not work with");
    }
}
