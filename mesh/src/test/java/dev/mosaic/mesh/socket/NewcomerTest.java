package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Outcome;
import org.junit.jupiter.api.Test;

/** A peer that came by itself can be found a moment before its link is attached; what is sent then waits for the link. */
class NewcomerTest {
    private final SocketPeer newcomer = new SocketPeer(new Owner(), Limits.DEFAULT, "newcomer", null);

    @Test
    void shouldQueueWhatIsSentBeforeTheLinkIsAttached() {
        assertThat(newcomer.send(HostFixture.text("hello"))).isEqualTo(Outcome.SENT);
        assertThat(newcomer.queuedBytes()).isPositive();
    }

    @Test
    void shouldBeGoneOnceItsLinkIsLost() {
        newcomer.down(LaneKind.CONTROL, "lost", Link.Ending.BREAK);

        assertThat(newcomer.send(HostFixture.text("hello"))).isEqualTo(Outcome.GONE);
    }

    /** Runs tasks at once, and dials nobody. */
    private static final class Owner implements SocketPeer.Owner {
        @Override
        public void connected(SocketPeer peer) {}

        @Override
        public void disconnected(SocketPeer peer, String reason) {}

        @Override
        public void closing(SocketPeer peer) {}

        @Override
        public void gone(SocketPeer peer) {}

        @Override
        public long closeNanos() {
            return 0;
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public Outbox outbox() {
            return new Outbox(Limits.DEFAULT, new BufferPool(16 << 10, java.nio.ByteBuffer::allocateDirect));
        }

        @Override
        public void dial(Endpoint endpoint, Lane lane) {
            throw new AssertionError("dials " + endpoint);
        }

        @Override
        public long giveUpNanos() {
            return 0;
        }
    }
}
