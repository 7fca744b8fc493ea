package dev.mosaic.mesh.socket;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Where a large part is read into when the heap has no memory for it: a mapped file of its own without a name, which goes with the last use
 * of the segment. So a message that is too large for the moment costs its receiver disk, and not the link, on which it would come again and
 * again.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a temporary file. <b>Failure:</b> null where there is no disk either.
 */
final class Spill {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");

    /** What is left to others on the disk. */
    private static final long RESERVE_BYTES = 64L << 20;

    private Spill() {}

    /** A segment of that size; null where the disk has no room, or a message cannot be so large. */
    static @Nullable MemorySegment of(long sizeBytes) {
        if (sizeBytes > Integer.MAX_VALUE - 8) {
            return null; // what is received is seen as a ByteBuffer, too
        }
        try {
            Path file = Files.createTempFile("mosaic-part-", "");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                Files.delete(file);
                return Files.getFileStore(file.toAbsolutePath().getParent()).getUsableSpace()
                                < sizeBytes + RESERVE_BYTES
                        ? null
                        : channel.map(FileChannel.MapMode.READ_WRITE, 0, sizeBytes, Arena.ofAuto());
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException | OutOfMemoryError refused) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "a part of {0} B finds no room in the folder for temporary files: {1}",
                    sizeBytes,
                    refused.toString());
            return null;
        }
    }
}
