package dev.mosaic.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CorrespondentTest {
    private final Slow peer = new Slow();
    private final Correspondent correspondent = new Correspondent(peer, 1 << 16);

    private static final class Slow implements Peer {
        private final List<Integer> taken = new ArrayList<>();
        private int room;
        private int closed;

        @Override
        public Identity identity() {
            return new Identity("unit", 1, 2);
        }

        @Override
        public State state() {
            return State.UP;
        }

        @Override
        public Outcome send(ByteBuffer part) {
            return take(part.getInt(part.position()));
        }

        @Override
        public Outcome send(Message message) {
            return take(message.parts().getFirst().asByteBuffer().getInt(0));
        }

        private Outcome take(int number) {
            if (taken.size() == room) {
                return Outcome.BACK_PRESSURED;
            }
            taken.add(number);
            return Outcome.SENT;
        }

        @Override
        public long queuedBytes() {
            return 0;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    private void say(int number) {
        correspondent.send(ByteBuffer.allocate(4).putInt(0, number), List.of());
    }

    @Test
    @DisplayName(
            "S7.4 a unit that takes nothing: what waits is bounded, is taken before the link is closed, and nothing overtakes it")
    void shouldCloseTheLinkOnceWhatWaitedWasTaken() {
        for (int i = 0; i < 300_000; i++) {
            say(i);
        }
        assertThat(peer.closed).isZero();
        peer.room = 4_000;
        correspondent.writable();
        say(-1);
        assertThat(peer.closed).isZero();
        peer.room = Integer.MAX_VALUE;
        correspondent.writable();
        assertThat(peer.closed).isPositive();
        int kept = (64 << 20) / (256 + 4) + 1;
        assertThat(peer.taken).hasSize(kept).isSorted().startsWith(0).endsWith(kept - 1);
    }

    @Test
    @DisplayName("A unit to which a message was lost hears nothing more on that link")
    void shouldCloseTheLinkOnWhichAMessageWasLost() {
        peer.room = 1;
        say(1);
        say(2);
        correspondent.giveUp();
        peer.room = 10;
        say(3);
        correspondent.writable();
        assertThat(peer.taken).containsExactly(1);
        assertThat(peer.closed).isPositive();
    }
}
