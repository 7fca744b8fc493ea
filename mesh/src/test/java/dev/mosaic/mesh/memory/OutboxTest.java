package dev.mosaic.mesh.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A queue of one lane, which holds four messages of 102 bytes on the wire. */
class OutboxTest {
    private final Outbox outbox = new Outbox(4 * 102);

    @Test
    void shouldTakeAsMuchAsFits() {
        fill();
        assertThat(outbox.offer(parcel())).isFalse();
        assertThat(outbox.queuedBytes()).isEqualTo(4 * 102);
    }

    @Test
    void shouldBeRelievedOnceAndOnlyWhenHalfEmptyAgain() {
        fill();
        assertThat(outbox.isRelieved()).as("nothing was turned down").isFalse();
        assertThat(outbox.offer(parcel())).isFalse();
        outbox.arrived();
        assertThat(outbox.isRelieved()).as("three of four wait").isFalse();
        outbox.arrived();
        assertThat(outbox.isRelieved()).as("two of four wait").isTrue();
        assertThat(outbox.isRelieved()).as("said before").isFalse();
    }

    @Test
    void shouldLetNoMessageArriveBeforeThoseSentBefore() {
        fill();
        assertThat(outbox.send(100)).isEqualTo(100);
        assertThat(outbox.send(50)).isEqualTo(100);
        assertThat(outbox.send(120)).isEqualTo(120);
        outbox.clear();
        fill();
        assertThat(outbox.send(30)).as("after all others were lost").isEqualTo(30);
    }

    private void fill() {
        while (outbox.queuedBytes() < 4 * 102) {
            assertThat(outbox.offer(parcel())).isTrue();
            assertThat(outbox.hasUnsent()).isTrue();
        }
    }

    private static Parcel parcel() {
        return Parcel.copyOf(ByteBuffer.allocate(100));
    }
}
