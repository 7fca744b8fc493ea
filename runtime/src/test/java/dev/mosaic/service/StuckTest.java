package dev.mosaic.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.message.UnitMessage;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A unit whose events do not run says so, which is what liveness is. */
class StuckTest {
    @Test
    void shouldSayThatEventsDoNotRunUntilTheyDo() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (ServiceUnit unit = ServiceUnit.open(MeshOptions.of("unit"), SocketMesh::open)) {
            unit.run(new Idle(), Duration.ofMillis(250));
            assertThat(unit.stuck()).isEmpty();
            Thread holder = Thread.ofVirtual()
                    .start(() -> unit.execute(() -> {
                        begun.countDown();
                        try {
                            released.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }));
            begun.await();
            assertThat(unit.stuck())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("unit has not come to an event"));
            released.countDown();
            holder.join();
            assertThat(unit.stuck()).isEmpty();
        }
    }

    private static final class Idle implements Service {
        @Override
        public void connected(long now, Identity who) {}

        @Override
        public void disconnected(long instance) {}

        @Override
        public void received(long now, Identity from, UnitMessage message) {}

        @Override
        public void tick(long now) {}
    }
}
