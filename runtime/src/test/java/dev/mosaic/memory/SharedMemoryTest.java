package dev.mosaic.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.message.Place;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SharedMemoryTest {
    private static final long MIB = 1 << 20;

    private final SharedMemory memory = SharedMemory.open(0x5eed, 200 * MIB);
    private final Mappings mappings = new Mappings();

    @AfterEach
    void close() {
        mappings.close();
        memory.close();
    }

    @Test
    void shouldShowWhatWasWritten() throws StaleException {
        for (long bytes : new long[] {1, 63, 64, 1000, 5 * MIB, 33 * MIB + 1}) {
            SharedMemory.Range range = memory.allocate(bytes);
            range.segment().fill((byte) bytes);
            MemorySegment read = mappings.read(range.place());

            assertThat(read.byteSize()).isEqualTo(bytes);
            assertThat(read.isReadOnly()).isTrue();
            assertThat(read.address() % 64).isZero();
            assertThat(range.segment().mismatch(read)).isEqualTo(-1);
            assertThat(mappings.view(range.place()).mismatch(read)).isEqualTo(-1);
            assertThat(memory.find(range.place())).isSameAs(range);
        }
    }

    /** Somebody else has filled the file system of shared memory. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldGoOnOnDiskWhereThereIsNoRoom(@TempDir Path disk) throws IOException, StaleException {
        SlabFolder full = new SlabFolder(Path.of("/proc/self"), false); // which has none
        try (SharedMemory refused = SharedMemory.open(6, 200 * MIB, full, null)) {
            assertThat(refused.allocate(100)).isNull();
        }
        try (SharedMemory slower = SharedMemory.open(6, 200 * MIB, full, new SlabFolder(disk, false))) {
            for (long bytes : new long[] {100, 5 * MIB, 33 * MIB}) {
                SharedMemory.Range range = slower.allocate(bytes);
                range.fill(MemorySegment.ofArray(new byte[(int) bytes]).fill((byte) 9));
                assertThat(mappings.read(range.place()).mismatch(range.segment()))
                        .isEqualTo(-1);
                range.free();
                assertThatThrownBy(() -> mappings.read(range.place())).isInstanceOf(StaleException.class);
            }
            assertThat(disk).as("names of slabs").isEmptyDirectory();
        }
    }

    @Test
    void shouldKnowThatARangeWasFreed() throws StaleException {
        for (long bytes : new long[] {100, 40 * MIB}) {
            SharedMemory.Range range = memory.allocate(bytes);
            Place place = range.place();
            mappings.read(place);
            range.free();
            range.free();

            assertThat(memory.find(place)).isNull();
            assertThat(mappings.isCurrent(place)).isFalse();
            assertThatThrownBy(() -> mappings.read(place)).isInstanceOf(StaleException.class);
            assertThatThrownBy(() -> mappings.write(place)).isInstanceOf(StaleException.class);
            assertThatThrownBy(() -> mappings.view(place)).isInstanceOf(StaleException.class);
            assertThat(memory.usedBytes()).isZero();
        }
    }

    @Test
    void shouldGiveMemoryAgainUnderAnotherGeneration() throws StaleException {
        SharedMemory.Range first = memory.allocate(1000);
        first.free();
        SharedMemory.Range second = memory.allocate(1000);

        assertThat(second.place().offset()).isEqualTo(first.place().offset());
        assertThat(mappings.isCurrent(first.place())).isFalse();
        assertThat(mappings.read(second.place()).byteSize()).isEqualTo(1000);
    }

    @Test
    void shouldRefuseWhatIsAboveTheLimit() {
        SharedMemory.Range most = memory.allocate(200 * MIB);
        assertThat(most).isNotNull();
        assertThat(memory.allocate(1)).isNull();
        most.free();
        memory.trim();
        assertThat(memory.mappedBytes()).isZero();
        assertThat(memory.allocate(200 * MIB + 1)).isNull();
        assertThat(IntStream.range(0, 200).allMatch(_ -> memory.allocate(MIB) != null))
                .isTrue();
        assertThat(memory.usedBytes()).isEqualTo(200 * MIB);
        assertThat(memory.allocate(1)).isNull();
    }

    @Test
    void shouldLetAnotherProcessFillARange() throws StaleException {
        SharedMemory.Range range = memory.allocate(1000);
        mappings.fill(range.place(), 8, MemorySegment.ofArray(new long[] {42}));
        assertThat(range.segment().get(ValueLayout.JAVA_LONG, 8)).isEqualTo(42);
    }

    @Test
    void shouldRefuseWhatTheFileSystemHasNoRoomFor() {
        try (SharedMemory vast = SharedMemory.open(1, Long.MAX_VALUE)) {
            assertThat(vast.allocate(1L << 50)).isNull();
            assertThat(vast.usedBytes()).isZero();
            assertThat(vast.allocate(1)).isNotNull();
        }
    }

    @Test
    void shouldKeepTwoEmptySlabsAndNoMore() {
        List<SharedMemory.Range> ranges =
                IntStream.range(0, 6).mapToObj(_ -> memory.allocate(30 * MIB)).toList();
        assertThat(ranges).doesNotContainNull();
        ranges.forEach(SharedMemory.Range::free);
        assertThat(memory.mappedBytes()).isBetween(1L, 128 * MIB);
        memory.trim();
        assertThat(memory.mappedBytes()).isZero();
        assertThat(memory.allocate(MIB)).isNotNull();
    }

    @Test
    void shouldUseTheSlabOfALargeRangeAgainWithinASecond() throws StaleException {
        SharedMemory.Range first = memory.allocate(60 * MIB);
        first.fill(MemorySegment.ofArray(new byte[(int) (60 * MIB)]).fill((byte) 1));
        mappings.read(first.place());
        first.free();
        SharedMemory.Range second = memory.allocate(59 * MIB);
        second.fill(MemorySegment.ofArray(new byte[(int) (59 * MIB)]).fill((byte) 2));

        assertThat(second.place().slab()).isEqualTo(first.place().slab());
        assertThat(mappings.isCurrent(first.place())).isFalse();
        assertThat(mappings.read(second.place()).get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 2);
        assertThat(memory.allocate(70 * MIB).place().slab())
                .isNotEqualTo(first.place().slab());
    }

    @Test
    void shouldGiveTheSlabOfALargeRangeBackBeforeTheLimitIsPassed() {
        memory.allocate(60 * MIB).free();
        assertThat(memory.mappedBytes()).isGreaterThan(60 * MIB);
        assertThat(memory.allocate(150 * MIB)).isNotNull();
        assertThat(memory.mappedBytes()).isLessThan(160 * MIB);
    }

    @Test
    void shouldGiveTheSlabOfALargeRangeBackAfterASecond() throws InterruptedException {
        memory.allocate(60 * MIB).free();
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < 200 && memory.mappedBytes() > 0; i++) {
            assertThat(never.await(50, TimeUnit.MILLISECONDS)).isFalse();
        }
        assertThat(memory.mappedBytes()).isZero();
    }

    @Test
    void shouldRefuseAfterClose() {
        SharedMemory.Range range = memory.allocate(1000);
        memory.close();
        memory.close();
        range.free();
        assertThat(memory.allocate(1)).isNull();
        assertThat(memory.allocate(40 * MIB)).isNull();
        assertThat(memory.find(range.place())).isNull();
        assertThat(memory.usedBytes()).isZero();
        assertThat(memory.mappedBytes()).isZero();
    }
}
