package dev.mosaic.node;

import dev.mosaic.code.Packing;
import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Payload;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * A file on its way here. It has its name only once it is whole and has the right hash.
 *
 * <p><b>Threading:</b> the node's loop.
 */
final class Download {
    final CodeMessage.CodeFile file;

    private final Path target;
    private final Path partial;
    private final FileChannel channel;
    private final MessageDigest digest;
    private long written;

    Download(CodeMessage.CodeFile file, Path target) throws IOException {
        this.file = file;
        this.target = target;
        this.partial = target.resolveSibling(target.getFileName() + ".part");
        this.digest = Packing.sha256();
        this.channel = FileChannel.open(
                partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    long written() {
        return written;
    }

    boolean isComplete() {
        return written >= file.sizeBytes();
    }

    void write(Payload bytes) throws IOException {
        for (MemorySegment part : bytes.outOfBand()) {
            ByteBuffer buffer = part.asByteBuffer();
            digest.update(buffer.duplicate());
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            written += part.byteSize();
        }
    }

    void finish() throws IOException {
        channel.close();
        String hash = HexFormat.of().formatHex(digest.digest());
        if (!hash.equals(file.hash())) {
            Files.deleteIfExists(partial);
            throw new IOException("file=" + file.name() + " came with hash=" + hash);
        }
        Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    }

    void giveUp() {
        try {
            channel.close();
            Files.deleteIfExists(partial);
        } catch (IOException left) {
            // It goes with the folder.
        }
    }
}
