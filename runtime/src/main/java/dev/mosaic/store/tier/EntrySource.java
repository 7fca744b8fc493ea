package dev.mosaic.store.tier;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The bytes of an entry in its form, from wherever they are. <b>Threading:</b> any thread. */
public interface EntrySource extends AutoCloseable {
    /** Bytes in all. */
    long size();

    /** Copies bytes of it to the start of an array. */
    void read(long at, byte[] into, int count) throws IOException;

    @Override
    void close() throws IOException;

    /** Head and shape, and the parts where they lie in memory. */
    static EntrySource of(byte[] head, List<MemorySegment> parts) {
        List<MemorySegment> pieces = new ArrayList<>(parts);
        pieces.addFirst(MemorySegment.ofArray(head));
        Span span = new Span(pieces);
        return new EntrySource() {
            @Override
            public long size() {
                return span.size();
            }

            @Override
            public void read(long at, byte[] into, int count) {
                span.read(at, into, count);
            }

            @Override
            public void close() {}
        };
    }

    /** A file. It may be deleted meanwhile. */
    static EntrySource of(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        long size = channel.size();
        return new EntrySource() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public void read(long at, byte[] into, int count) throws IOException {
                ByteBuffer buffer = ByteBuffer.wrap(into, 0, count);
                while (buffer.hasRemaining()) {
                    if (channel.read(buffer, at + buffer.position()) < 0) {
                        throw new IOException(file.getFileName() + " has shrunk");
                    }
                }
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}
