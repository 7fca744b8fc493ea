package dev.mosaic.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many items travel together. */
class ChunkSizeTest {
    private static final long MILLI = 1_000_000;
    private static final long MANY = Long.MAX_VALUE;

    @Test
    void shouldBeginWithOneItemOrASmallPartOfAList() {
        assertThat(new ChunkSize(0, MANY).next(MANY, 4)).isEqualTo(1);
        assertThat(new ChunkSize(0, MANY).next(100, 4)).isEqualTo(1);
        assertThat(new ChunkSize(0, MANY).next(64 * 4 * 30, 4)).isEqualTo(30);
        assertThat(new ChunkSize(0, 5).next(1_000_000, 4)).isEqualTo(5);
    }

    @Test
    void shouldGrowUntilAChunkTakesLongEnough() {
        ChunkSize size = new ChunkSize(0, MANY);
        size.took(1, MILLI / 10, 0);
        assertThat(size.next(MANY, 4)).as("eight times the largest before").isEqualTo(8);
        size.took(8, 8 * MILLI / 10, 0);
        size.took(64, 64 * MILLI / 10, 0);
        size.took(512, 512 * MILLI / 10, 0);
        assertThat(size.next(MANY, 4)).isEqualTo(2_000);
    }

    @Test
    void shouldShrinkWhereItemsTakeLonger() {
        ChunkSize size = new ChunkSize(0, MANY);
        size.took(1_000, MILLI, 0);
        for (int i = 0; i < 20; i++) {
            size.took(10, 10 * 500 * MILLI, 0);
        }
        assertThat(size.next(MANY, 4)).isEqualTo(1);
    }

    @Test
    void shouldShrinkWhereItemsAreLarge() {
        ChunkSize size = new ChunkSize(0, MANY);
        for (int i = 0; i < 20; i++) {
            size.took(100, 0, 100 * MILLI / 2);
        }
        assertThat(size.next(MANY, 4)).as("5 ms to send and fetch").isEqualTo(10);
    }

    @Test
    void shouldForgetALongFirstItemSoon() {
        ChunkSize size = new ChunkSize(0, MANY);
        size.took(1, 10_000 * MILLI, 0);
        size.took(1, MILLI, 0);
        assertThat(size.next(MANY, 4)).isEqualTo(8);
        assertThat(size.perWorker()).isEqualTo(2);
    }

    @Test
    void shouldHaveNoMoreThanAHundredThousandItems() {
        ChunkSize size = new ChunkSize(0, MANY);
        size.took(100_000, 0, 0);
        assertThat(size.next(MANY, 4)).isEqualTo(100_000);
    }

    @Test
    void shouldSendASecondChunkAheadWhereItemsAreShort() {
        ChunkSize size = new ChunkSize(0, MANY);
        assertThat(size.perWorker()).as("not known yet").isEqualTo(1);
        size.took(1, 10 * MILLI, 0);
        assertThat(size.perWorker()).isEqualTo(2);
        size.took(1, 1_000 * MILLI, 0);
        assertThat(size.perWorker()).isEqualTo(1);
    }

    @Test
    void shouldBeWhatWasSaid() {
        ChunkSize size = new ChunkSize(7, MANY);
        size.took(7, 1, 0);
        assertThat(size.next(MANY, 4)).isEqualTo(7);
    }

    @Test
    void shouldShrinkNearTheEndDownToWhatTakesAMilli() {
        ChunkSize size = new ChunkSize(0, MANY);
        size.took(1_000, 100 * MILLI, 0);
        assertThat(size.next(40_000, 4)).isEqualTo(2_000);
        assertThat(size.next(100, 4)).isEqualTo(25);
        assertThat(size.next(8, 4)).as("1 ms").isEqualTo(10);
    }

    @Test
    void shouldGiveAWorkerNoMoreThanItMayHave() {
        ChunkSize size = new ChunkSize(0, 50);
        size.took(1_000, 100 * MILLI, 0);
        assertThat(size.next(MANY, 4)).isEqualTo(50);
        assertThat(new ChunkSize(80, 50).next(MANY, 4)).isEqualTo(50);
    }
}
