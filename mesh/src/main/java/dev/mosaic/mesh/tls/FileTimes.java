package dev.mosaic.mesh.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** What tells, without reading them, that the files of a key set are others than before. Links are followed. */
record FileTimes(Mark authorities, Mark certificate, Mark key) {
    /** Of one file. */
    record Mark(FileTime changed, long sizeBytes, @Nullable Object file) {
        static Mark of(Path path) throws IOException {
            BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
            return new Mark(found.lastModifiedTime(), found.size(), found.fileKey());
        }
    }

    static FileTimes of(Path folder) throws IOException {
        return new FileTimes(
                Mark.of(folder.resolve(KeySet.AUTHORITIES)),
                Mark.of(folder.resolve(KeySet.CERTIFICATE)),
                Mark.of(folder.resolve(KeySet.KEY)));
    }
}
