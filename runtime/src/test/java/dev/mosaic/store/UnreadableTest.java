package dev.mosaic.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** S7.3: the start of a store deletes nothing that it cannot read. */
class UnreadableTest {
    private static final Id FIRST = new Id(0xa1, 1);
    private static final Id SECOND = new Id(0xa1, 2);
    private static final Id THIRD = new Id(0xa1, 3);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path parent;

    private Path folder;

    @BeforeEach
    void write() throws Exception {
        folder = parent.resolve("warehouse-0");
        try (DiskTier disk = new DiskTier(folder, true)) {
            for (Id ref : List.of(FIRST, SECOND, THIRD)) {
                CompletableFuture<String> end = new CompletableFuture<>();
                disk.write(
                        new ObjectMessage.Shape(ref, "double[]", ObjectMessage.DURABLE, Payload.EMPTY, List.of()),
                        List.of(),
                        true,
                        end::complete);
                assertThat(end.get(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isNull();
            }
        }
    }

    private Path file(Id ref) {
        return folder.resolve(ref + ".entry");
    }

    private DiskTier.Found found(DiskTier.Opener opener) throws IOException {
        try (DiskTier disk = new DiskTier(folder, true, opener)) {
            return disk.found();
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ);
    }

    @Test
    void shouldMoveADamagedFileAside_S7_3() throws Exception {
        byte[] bytes = Files.readAllBytes(file(FIRST));
        bytes[30] ^= 1;
        Files.write(file(FIRST), bytes);
        Files.write(folder.resolve("a1-9.entry.part"), new byte[10]);
        DiskTier.Found found = found(UnreadableTest::open);
        log.expect(1, "1 files *.entry cannot be read");
        assertThat(found.shapes()).extracting(ObjectMessage.Shape::ref).containsExactlyInAnyOrder(SECOND, THIRD);
        assertThat(found.unreadable()).containsOnlyKeys(FIRST);
        assertThat(found.unreadable().get(FIRST)).contains("tier=disk: ", "checksum");
        assertThat(parent.resolve("warehouse-0.unreadable").resolve(FIRST + ".entry"))
                .hasBinaryContent(bytes);
        assertThat(folder.resolve("a1-9.entry.part"))
                .as("of it nobody was told")
                .doesNotExist();
        assertThat(found(UnreadableTest::open).unreadable())
                .as("it is told once")
                .isEmpty();
    }

    @Test
    void shouldMoveAFileAsideThatIsFoundDamagedByARead_S7_3() throws Exception {
        byte[] bytes = Files.readAllBytes(file(FIRST));
        bytes[30] ^= 1;
        Files.write(file(FIRST), bytes);
        Path aside = parent.resolve("warehouse-0.unreadable").resolve(FIRST + ".entry");
        try (DiskTier disk = new DiskTier(folder, true)) {
            CompletableFuture<Exception> end = new CompletableFuture<>();
            disk.load(FIRST, List.of(), end::complete);
            assertThat(end.get(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(DiskTier.DamagedException.class)
                    .hasMessageContaining("checksum")
                    .hasMessageContaining(aside.toString());
        }
        log.expect(1, "an entry is damaged, and is not deleted");
        assertThat(aside).hasBinaryContent(bytes);
        assertThat(file(FIRST)).doesNotExist();
    }

    @Test
    void shouldLeaveNothingBehindOfAStoreThatDoesNotReturn() throws Exception {
        Files.write(file(FIRST), new byte[100]);
        try (DiskTier disk = new DiskTier(folder, false)) {
            CompletableFuture<Exception> end = new CompletableFuture<>();
            disk.load(FIRST, List.of(), end::complete);
            assertThat(end.get(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(DiskTier.DamagedException.class);
        }
        log.expect(1, "an entry is damaged, and is not deleted");
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void shouldLeaveWhatCannotBeReadNowForTheNextStart_S7_3() throws Exception {
        byte[] later = Files.readAllBytes(file(FIRST));
        later[7]++;
        Files.write(file(FIRST), later);
        DiskTier.Opener failing = file -> {
            if (file.equals(file(SECOND))) {
                throw new IOException("Input/output error");
            }
            return open(file);
        };
        DiskTier.Found found = found(failing);
        log.expect(1, "2 files *.entry cannot be read: 2 stay in ");
        assertThat(found.shapes()).extracting(ObjectMessage.Shape::ref).containsExactly(THIRD);
        assertThat(found.unreadable().get(FIRST)).contains("is of a later release");
        assertThat(found.unreadable().get(SECOND)).contains("Input/output error");
        later[7]--;
        Files.write(file(FIRST), later);
        assertThat(found(UnreadableTest::open).shapes()).hasSize(3);
    }

    @Test
    void shouldLeaveAFolderThatHasTheNameOfAnEntry_S7_3() throws Exception {
        Path odd = Files.createDirectory(folder.resolve("a1-7.entry"));
        assertThat(found(UnreadableTest::open).shapes()).hasSize(3);
        log.expect(1, "1 files *.entry cannot be read");
        assertThat(odd).isDirectory();
    }

    @Test
    void shouldNotStartWithoutAnyEntryThatThereWas_S7_3() throws Exception {
        assertThatThrownBy(() -> found(file -> {
                    throw new IOException("Permission denied");
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none of 3 files")
                .hasMessageContaining("Permission denied");
        int[] opened = new int[1];
        assertThatThrownBy(() -> found(file -> {
                    if (opened[0]++ > 0) {
                        throw new IOException("Too many open files");
                    }
                    return open(file);
                }))
                .hasMessageContaining("Too many open files");
        assertThat(found(UnreadableTest::open).shapes()).hasSize(3);
    }
}
