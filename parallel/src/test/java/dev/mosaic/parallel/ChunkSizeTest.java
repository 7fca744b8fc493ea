package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many items travel together. */
class ChunkSizeTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldBeginWithOneItem() {
        assertThat(new ChunkSize(0).next()).isEqualTo(1);
    }

    @Test
    void shouldGrowUntilAChunkTakesTwentyMillis() {
        ChunkSize size = new ChunkSize(0);
        size.took(1, MILLI / 10);
        assertThat(size.next()).as("eight times the largest before").isEqualTo(8);
        size.took(8, 8 * MILLI / 10);
        size.took(64, 64 * MILLI / 10);
        assertThat(size.next()).isEqualTo(200);
    }

    @Test
    void shouldShrinkWhereItemsTakeLonger() {
        ChunkSize size = new ChunkSize(0);
        size.took(1_000, MILLI);
        for (int i = 0; i < 20; i++) {
            size.took(10, 10 * 50 * MILLI);
        }
        assertThat(size.next()).isEqualTo(1);
    }

    @Test
    void shouldHaveNoMoreThanTenThousandItems() {
        ChunkSize size = new ChunkSize(0);
        size.took(10_000, 0);
        assertThat(size.next()).isEqualTo(10_000);
    }

    @Test
    void shouldBeWhatWasSaid() {
        ChunkSize size = new ChunkSize(7);
        size.took(7, 1);
        assertThat(size.next()).isEqualTo(7);
    }
}
