package dev.mosaic.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.message.Place;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared memory between this process and another. */
class ProcessesTest {
    private static final long OWNER = 0x70726f63L;
    private static final Path FOLDER = Path.of("/dev/shm");

    private final SharedMemory memory = SharedMemory.open(OWNER, 1L << 30);
    private final Mappings mappings = new Mappings();
    private MemoryPeer peer;

    @BeforeEach
    void start() throws Exception {
        peer = new MemoryPeer();
    }

    @AfterEach
    void close() throws Exception {
        peer.close();
        mappings.close();
        memory.close();
        assertThat(left(List.of(peer.pid(), ProcessHandle.current().pid()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1000, 5 << 20, 40 << 20})
    @DisplayName(
            "S4.2 large data is shared on one machine: another process reads a range by its place, until it is freed")
    void shouldReadInAnotherProcessUntilFreed(long bytes) throws Exception {
        SharedMemory.Range range = memory.allocate(bytes);
        MemoryPeer.write(range.segment(), 7);
        String place = MemoryPeer.text(range.place());

        assertThat(peer.ask("sum " + place)).isEqualTo(MemoryPeer.sum(range.segment()));
        assertThat(peer.ask("view " + place)).isEqualTo(MemoryPeer.sum(range.segment()));

        range.free();
        assertThat(peer.ask("sum " + place)).isEqualTo("stale");
        assertThat(peer.ask("view " + place)).isEqualTo("stale");
        memory.trim();
        assertThat(peer.ask("sum " + place)).isEqualTo("stale");
    }

    @ParameterizedTest
    @ValueSource(longs = {3 << 20, 40 << 20})
    void shouldLetAnotherProcessFillWhatIsReservedForIt(long bytes) throws Exception {
        SharedMemory.Range range = memory.allocate(bytes);
        String sum = peer.ask("fill " + MemoryPeer.text(range.place()));
        assertThat(MemoryPeer.sum(range.segment())).isEqualTo(sum);
    }

    @ParameterizedTest
    @ValueSource(longs = {1 << 20, 40 << 20})
    @DisplayName("S4.6 drop takes effect at once for readers: one in the middle of a copy finds it void and lives")
    void shouldTellAReaderInTheMiddleOfACopy(long bytes) throws Exception {
        for (int round = 0; round < 3; round++) {
            SharedMemory.Range range = memory.allocate(bytes);
            range.segment().fill((byte) 1);
            assertThat(peer.ask("spin " + MemoryPeer.text(range.place()))).isEqualTo("spinning");
            range.free();
            memory.trim();
            assertThat(peer.hear()).isEqualTo("stale");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1000, 40 << 20})
    void shouldKeepWhatIsMappedWhenTheOwnerIsKilled(long bytes) throws Exception {
        Place place = peer.own(5, bytes);
        MemorySegment expected = MemorySegment.ofArray(new byte[(int) bytes]);
        MemoryPeer.write(expected, 1);
        MemorySegment read = mappings.read(place);
        MemorySegment view = mappings.view(place);

        peer.kill();

        assertThat(read.mismatch(expected)).isEqualTo(-1);
        assertThat(view.mismatch(expected)).isEqualTo(-1);
        assertThat(mappings.isCurrent(place)).isTrue();
        mappings.forget(5);
        assertThat(mappings.isCurrent(place)).isFalse();
        assertThatThrownBy(() -> mappings.read(place))
                .isInstanceOf(StaleException.class)
                .hasMessageContaining("pid=" + peer.pid());
        assertThat(view.mismatch(expected)).isEqualTo(-1);
        assertThatThrownBy(() -> read.mismatch(expected)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {30 << 20, 40 << 20})
    @EnabledOnOs(OS.LINUX)
    void shouldGivePagesBackThoughOthersHaveThemMapped(long bytes) throws Exception {
        long before = sharedBytes();
        Place place = peer.own(6, bytes);
        assertThat(mappings.copy(place, MemoryPeer::sum)).isNotEmpty();
        assertThat(sharedBytes() - before).isGreaterThan(bytes * 9 / 10);

        assertThat(peer.ask("free")).isEqualTo("freed");

        assertThat(sharedBytes() - before).isLessThan(bytes / 10);
        assertThatThrownBy(() -> mappings.read(place)).isInstanceOf(StaleException.class);
    }

    /** What this process has in its memory of what it shares. */
    private static long sharedBytes() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("RssShmem:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        }
    }

    private static List<String> left(List<Long> pids) throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("mosaic-"))
                    .filter(name -> pids.stream().anyMatch(pid -> name.contains("-" + pid + "-")))
                    .toList();
        }
    }
}
