package dev.mosaic.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class CopiesTest {
    @Test
    void shouldCopyAllBytes() {
        for (long bytes : new long[] {0, 1, 4095, Copies.SHARED - 1, Copies.SHARED, 3 * Copies.SHARED + 13}) {
            MemorySegment from = MemorySegment.ofArray(new byte[(int) bytes]);
            MemoryPeer.write(from, 3);
            MemorySegment to = MemorySegment.ofArray(new byte[(int) bytes + 8]);

            Copies.copy(from, to);

            assertThat(to.asSlice(0, bytes).mismatch(from)).isEqualTo(-1);
            assertThat(to.asSlice(bytes).mismatch(MemorySegment.ofArray(new byte[8])))
                    .isEqualTo(-1);
        }
    }

    @Test
    void shouldCopyMemoryThatOnlyTheCallerMayUse() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(2 * Copies.SHARED).fill((byte) 7);
            MemorySegment to = arena.allocate(2 * Copies.SHARED);
            Copies.copy(from, to);
            assertThat(to.mismatch(from)).isEqualTo(-1);
        }
    }

    @Test
    void shouldRefuseATargetThatIsTooSmallOrClosed() {
        MemorySegment from = MemorySegment.ofArray(new byte[(int) Copies.SHARED]);
        assertThatThrownBy(() -> Copies.copy(from, from.asSlice(1))).isInstanceOf(IndexOutOfBoundsException.class);
        MemorySegment closed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(Copies.SHARED);
        }
        assertThatThrownBy(() -> Copies.copy(from, closed)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldKeepAnInterruptForTheCaller() {
        MemorySegment from =
                MemorySegment.ofArray(new byte[(int) (2 * Copies.SHARED)]).fill((byte) 1);
        MemorySegment to = MemorySegment.ofArray(new byte[(int) (2 * Copies.SHARED)]);
        Thread.currentThread().interrupt();
        Copies.copy(from, to);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(to.mismatch(from)).isEqualTo(-1);
    }
}
