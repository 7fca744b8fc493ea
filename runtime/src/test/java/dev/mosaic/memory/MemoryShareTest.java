package dev.mosaic.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryShareTest {
    @Test
    void shouldShareMemoryAmongManyWorkers() {
        long gib = 1L << 30;
        assertThat(MemoryShare.of(2, 16 * gib, 16 * gib, 64 * gib))
                .isEqualTo(new MemoryShare(4 * gib, 4 * gib / 3, 25, 96L << 20));
        assertThat(MemoryShare.of(10, 16 * gib, 16 * gib, 64 * gib).heapPercent())
                .isEqualTo(7.5);
        assertThat(MemoryShare.of(1, 16 * gib, 16 * gib, 3 * gib).store())
                .as("a third of what the file system has")
                .isEqualTo(gib);
    }

    @Test
    void shouldGiveYoungObjectsAThirdOfASmallHeap() {
        long limit = 300L << 20;
        assertThat(MemoryShare.of(2, limit, 16L << 30, limit).young()).isEqualTo(20L << 20);
    }

    @Test
    void shouldFitIntoTheLimitOfAContainer() {
        long limit = 5L << 30;
        MemoryShare share = MemoryShare.of(4, limit, 16L << 30, limit);
        assertThat(share).isEqualTo(new MemoryShare(1L << 30, (1L << 30) / 5, 10, 96L << 20));
        double shared = share.store() + share.unit() * 5.0;
        assertThat(shared / limit + 4 * share.heapPercent() / 100).isLessThanOrEqualTo(0.8);
    }
}
