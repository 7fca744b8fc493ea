package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many items travel together. */
class ChunkSizeTest {
    private static final long MILLI = 1_000_000;
    private static final long MANY = Long.MAX_VALUE;

    @Test
    void shouldBeginWithOneItem() {
        assertThat(new ChunkSize(0, MANY).next(MANY, 4)).isEqualTo(1);
    }

    @Test
    void shouldGrowUntilAChunkTakesFiftyMillis() {
        ChunkSize size = new ChunkSize(0, MANY);
        size.took(1, MILLI / 10);
        assertThat(size.next(MANY, 4)).as("eight times the largest before").isEqualTo(8);
        size.took(8, 8 * MILLI / 10);
        size.took(64, 64 * MILLI / 10);
        assertThat(size.next(MANY, 4)).isEqualTo(500);
    }

    @Test
    void shouldShrinkWhereItemsTakeLonger() {
        ChunkSize size = new ChunkSize(0, MANY);
        size.took(1_000, MILLI);
        for (int i = 0; i < 20; i++) {
            size.took(10, 10 * 50 * MILLI);
        }
        assertThat(size.next(MANY, 4)).isEqualTo(1);
    }

    @Test
    void shouldHaveNoMoreThanTenThousandItems() {
        ChunkSize size = new ChunkSize(0, MANY);
        size.took(10_000, 0);
        assertThat(size.next(MANY, 4)).isEqualTo(10_000);
    }

    @Test
    void shouldSendASecondChunkAheadWhereItemsAreShort() {
        ChunkSize size = new ChunkSize(0, MANY);
        assertThat(size.perWorker()).as("not known yet").isEqualTo(1);
        size.took(1, 10 * MILLI);
        assertThat(size.perWorker()).isEqualTo(2);
        size.took(1, 1_000 * MILLI);
        assertThat(size.perWorker()).isEqualTo(1);
    }

    @Test
    void shouldBeWhatWasSaid() {
        ChunkSize size = new ChunkSize(7, MANY);
        size.took(7, 1);
        assertThat(size.next(MANY, 4)).isEqualTo(7);
    }

    @Test
    void shouldShrinkNearTheEndDownToWhatTakesAMilli() {
        ChunkSize size = new ChunkSize(0, MANY);
        size.took(1_000, 100 * MILLI);
        assertThat(size.next(4_000, 4)).isEqualTo(500);
        assertThat(size.next(100, 4)).isEqualTo(25);
        assertThat(size.next(8, 4)).as("1 ms").isEqualTo(10);
    }

    @Test
    void shouldGiveAWorkerNoMoreThanItMayHave() {
        ChunkSize size = new ChunkSize(0, 50);
        size.took(1_000, 100 * MILLI);
        assertThat(size.next(MANY, 4)).isEqualTo(50);
        assertThat(new ChunkSize(80, 50).next(MANY, 4)).isEqualTo(50);
    }
}
