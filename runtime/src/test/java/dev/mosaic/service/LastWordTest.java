package dev.mosaic.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.testing.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A unit that has said its last word is told nothing more, such as that it is dead. */
class LastWordTest {
    private static final Duration TICK = Duration.ofMillis(250);

    @Test
    void shouldHearNothingBehindItsLastWord() {
        Heard heard = new Heard();
        try (ServiceUnit other = ServiceUnit.open(MeshOptions.of("other"), SocketMesh::open);
                ServiceUnit unit = ServiceUnit.open(MeshOptions.of("unit"), SocketMesh::open)) {
            other.run(
                    new Heard() {
                        @Override
                        public void received(long now, Identity from, UnitMessage message) {
                            other.send(from.instance(), new ClusterMessage.Looked(3, 0));
                        }
                    },
                    TICK);
            Endpoint endpoint = other.listen(new Endpoint.Tcp("127.0.0.1", 0));
            unit.run(heard, TICK);
            unit.execute(() -> unit.send("other", endpoint, new ClusterMessage.Look(3)));
            Eventually.holds("it hears while it lives", () -> heard.messages.size() == 1);

            long instance = unit.self().instance();
            unit.close(() -> {
                other.execute(() -> other.send(instance, new ClusterMessage.Looked(4, 0)));
                // It comes, and waits for this event to end.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(40));
            });
            assertThat(heard.messages).hasSize(1);
        }
    }

    private static class Heard implements Service {
        private final List<UnitMessage> messages = new CopyOnWriteArrayList<>();

        @Override
        public void connected(long now, Identity who) {}

        @Override
        public void disconnected(long instance) {}

        @Override
        public void received(long now, Identity from, UnitMessage message) {
            messages.add(message);
        }

        @Override
        public void tick(long now) {}
    }
}
