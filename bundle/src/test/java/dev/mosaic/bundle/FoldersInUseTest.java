package dev.mosaic.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of unpacked jars, of which some are used. */
class FoldersInUseTest {
    private static final String MARK = "checked";

    @TempDir
    private Path folders;

    @Test
    void shouldDeleteWhatNobodyHasUsedForLong() throws IOException {
        Path old = folder("runtime-1", 31);
        folder("runtime-2", 29);
        FoldersInUse.use(folder("runtime-3", 31).resolve(MARK));
        Path touched = folder("runtime-4", 31).resolve(MARK);
        FoldersInUse.touch(touched);
        Files.delete(folder("not-ours", 31).resolve(MARK));

        FoldersInUse.deleteOthers(folders, MARK);

        assertThat(old).doesNotExist();
        assertThat(folders)
                .isDirectoryNotContaining("glob:**/runtime-1")
                .isDirectoryContaining("glob:**/runtime-2")
                .isDirectoryContaining("glob:**/runtime-3")
                .isDirectoryContaining("glob:**/runtime-4")
                .isDirectoryContaining("glob:**/not-ours");
    }

    private Path folder(String name, int daysAgo) throws IOException {
        Path folder = Files.createDirectories(folders.resolve(name));
        Files.writeString(folder.resolve("some.jar"), "jar");
        Path mark = Files.writeString(folder.resolve(MARK), "\n");
        Files.setLastModifiedTime(mark, FileTime.from(Instant.now().minus(Duration.ofDays(daysAgo))));
        return folder;
    }
}
