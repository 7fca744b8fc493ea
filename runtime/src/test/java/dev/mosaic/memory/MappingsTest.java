package dev.mosaic.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MappingsTest {
    private static final Cleaner CLEANER = Cleaner.create();

    private final SharedMemory memory = SharedMemory.open(0xa11, 300 << 20);
    private final Mappings mappings = new Mappings();

    @AfterEach
    void close() {
        mappings.close();
        memory.close();
    }

    @Test
    @DisplayName("S4.6 memory is reused after the last view ends: a view's scope tells when no slice of it is left")
    void shouldTellWhenAViewHasEnded() throws Exception {
        SharedMemory.Range range = memory.allocate(10_000);
        range.segment().set(ValueLayout.JAVA_LONG, 5000, 42);
        CountDownLatch ended = new CountDownLatch(1);
        MemorySegment slice = view(range.place(), ended).asSlice(5000);

        assertThat(endsAfterCollection(ended, 5)).isFalse();
        assertThat(slice.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
        assertThat(slice.isReadOnly()).isTrue();

        slice = null;
        assertThat(endsAfterCollection(ended, 100)).isTrue();
    }

    private MemorySegment view(Place place, CountDownLatch ended) throws StaleException {
        MemorySegment view = mappings.view(place);
        CLEANER.register(view.scope(), ended::countDown);
        return view;
    }

    private static boolean endsAfterCollection(CountDownLatch ended, int tries) throws InterruptedException {
        for (int i = 0; i < tries; i++) {
            System.gc();
            if (ended.await(20, TimeUnit.MILLISECONDS)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldRefusePlacesThatNobodyGave() {
        Place good = memory.allocate(1000).place();
        Stream.of(
                        at(good, good.offset(), good.size(), good.generation() + 1),
                        at(good, good.offset(), good.size(), -good.generation()),
                        at(good, good.offset(), good.size() + 1, good.generation()),
                        at(good, good.offset(), -1, good.generation()),
                        at(good, good.offset() + 64, good.size(), good.generation()),
                        at(good, good.offset() + 1, good.size(), good.generation()),
                        at(good, 0, good.size(), good.generation()),
                        at(good, -64, good.size(), good.generation()),
                        at(good, Long.MAX_VALUE - 63, good.size(), good.generation()),
                        at(good, good.offset(), Long.MAX_VALUE, good.generation()),
                        new Place(1, good.pid(), good.file(), good.slab(), good.offset(), 1000, good.generation()),
                        new Place(0xa11, good.pid(), good.file(), 0, good.offset(), 1000, good.generation()),
                        new Place(0xa11, good.pid(), 0, good.slab(), good.offset(), 1000, good.generation()),
                        new Place(0xa11, 1 << 30, 3, good.slab(), good.offset(), 1000, good.generation()),
                        new Place(0xa11, -1, -5, good.slab(), good.offset(), 1000, good.generation()))
                .forEach(place -> {
                    Mappings fresh = new Mappings();
                    assertThatThrownBy(() -> fresh.read(place))
                            .isInstanceOf(StaleException.class)
                            .hasMessageContaining("generation=" + place.generation());
                    assertThatThrownBy(() -> fresh.view(place)).isInstanceOf(StaleException.class);
                    assertThatThrownBy(() -> fresh.fill(place, 0, MemorySegment.ofArray(new byte[2 << 20])))
                            .isInstanceOf(StaleException.class);
                    fresh.close();
                });
    }

    private static Place at(Place place, long offset, long size, long generation) {
        return new Place(place.owner(), place.pid(), place.file(), place.slab(), offset, size, generation);
    }

    @ParameterizedTest
    @ValueSource(longs = {1000, 40 << 20})
    void shouldWorkOnInterruptedThreads(long bytes) throws Exception {
        MemorySegment from = MemorySegment.ofArray(new byte[(int) bytes]);
        MemoryPeer.write(from, 4);
        Thread.currentThread().interrupt();

        SharedMemory.Range range = memory.allocate(bytes);
        range.fill(from);
        MemorySegment read = mappings.read(range.place());
        MemorySegment view = mappings.view(range.place());
        mappings.fill(range.place(), 0, from);
        range.free();
        SharedMemory.Range next = memory.allocate(bytes);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(read.byteSize()).isEqualTo(bytes);
        assertThat(view.mismatch(from)).isEqualTo(-1);
        assertThat(mappings.read(next.place()).byteSize()).isEqualTo(bytes);
    }

    @Test
    void shouldPassOnWhatTheFunctionThrowsUnlessTheRangeWasFreed() {
        SharedMemory.Range range = memory.allocate(1000);
        assertThatThrownBy(() -> mappings.copy(range.place(), _ -> {
                    throw new IllegalArgumentException("mine");
                }))
                .hasMessage("mine");
        assertThatThrownBy(() -> mappings.copy(range.place(), _ -> {
                    range.free();
                    throw new IllegalArgumentException("mine");
                }))
                .isInstanceOf(StaleException.class);
    }

    @Test
    void shouldForgetOnlyTheOneOwner() throws StaleException {
        try (SharedMemory other = SharedMemory.open(2, 1000)) {
            Place place = memory.allocate(100).place();
            Place otherPlace = other.allocate(100).place();
            MemorySegment read = mappings.read(place);
            MemorySegment otherRead = mappings.read(otherPlace);
            mappings.forget(2);

            assertThat(read.scope().isAlive()).isTrue();
            assertThat(otherRead.scope().isAlive()).isFalse();
            assertThat(mappings.read(otherPlace).byteSize()).isEqualTo(100);
        }
    }

    @Test
    void shouldMapNothingAfterClose() {
        Place place = memory.allocate(100).place();
        mappings.close();
        assertThatThrownBy(() -> mappings.read(place)).isInstanceOf(StaleException.class);
    }

    @Test
    void shouldUseNamedFilesWhereDescriptorsAreNotShown(@TempDir Path path) throws Exception {
        SlabFolder folder = new SlabFolder(path, true);
        Path ofTheDead = Files.createFile(path.resolve("mosaic-00000000000000ff-2147483646-1"));
        Path notOurs = Files.createFile(path.resolve("mosaic-notes"));
        try (SharedMemory named = SharedMemory.open(3, 100 << 20, folder, null);
                Mappings readers = new Mappings(folder)) {
            assertThat(path).isDirectoryNotContaining(ofTheDead::equals).isDirectoryContaining(notOurs::equals);
            for (long bytes : new long[] {100, 33 << 20}) {
                SharedMemory.Range range = named.allocate(bytes);
                range.fill(MemorySegment.ofArray(new byte[(int) bytes]).fill((byte) 9));

                assertThat(range.place().file()).isEqualTo(SlabFolder.NAMED);
                assertThat(readers.view(range.place()).mismatch(range.segment()))
                        .isEqualTo(-1);
                range.free();
                named.trim();
                assertThatThrownBy(() -> readers.read(range.place())).isInstanceOf(StaleException.class);
            }
            named.allocate(100);
        }
        assertThat(path).isDirectoryContaining(notOurs::equals);
        try (Stream<Path> left = Files.list(path)) {
            assertThat(left).hasSize(1);
        }
    }
}
