package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Message;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private static final int EACH = 100 + Backlog.MESSAGE_BYTES;

    private final Backlog backlog = new Backlog(10 * EACH);
    private final TakingPeer peer = new TakingPeer(0);

    private static Message message(int first) {
        return Message.of(MemorySegment.ofArray(new byte[first]));
    }

    @Test
    @DisplayName("S7.4 it takes what it may keep, and more once some was sent")
    void shouldTakeNoMoreThanItMayKeep() {
        List<Message> added = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Message message = message(100);
            added.add(message);
            assertThat(backlog.add(i % 2 == 0, message)).isTrue();
        }
        assertThat(backlog.add(false, message(0))).isFalse();
        assertThat(backlog.add(true, message(0))).isFalse();
        assertThat(backlog.bytes()).isEqualTo(10 * EACH);
        assertThat(backlog.messages()).isEqualTo(10);

        peer.room = 3;
        backlog.drain(peer);
        assertThat(backlog.bytes()).isEqualTo(7 * EACH);
        assertThat(backlog.add(false, message(100))).isTrue();

        peer.room = Integer.MAX_VALUE;
        backlog.drain(peer);
        assertThat(backlog.bytes()).isZero();
        assertThat(backlog.isEmpty()).isTrue();
        assertThat(peer.taken).hasSize(11);
        assertThat(peer.taken.stream().filter(added::contains).filter(each -> added.indexOf(each) % 2 == 0))
                .as("each lane in order")
                .containsExactly(added.get(0), added.get(2), added.get(4), added.get(6), added.get(8));
    }

    @Test
    @DisplayName("Parts that are lent count where they are kept; a message alone may be larger than all the room")
    void shouldCountWhatItKeepsItself() {
        assertThat(backlog.add(true, message(100 * EACH))).isTrue();
        assertThat(backlog.add(false, message(0))).isFalse();
        backlog.clear();
        assertThat(backlog.bytes()).isZero();
        MemorySegment lent = MemorySegment.ofArray(new byte[1 << 20]);
        assertThat(backlog.add(true, Message.of(MemorySegment.ofArray(new byte[10]), lent, lent)))
                .isTrue();
        assertThat(backlog.bytes()).isLessThan(2 * EACH);
    }
}
