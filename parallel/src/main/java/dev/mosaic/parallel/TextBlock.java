package dev.mosaic.parallel;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A part of a text file in UTF-8: the lines that begin in it. So each line is in one block, wherever blocks are cut.
 *
 * @param from position of its first byte
 * @param to position behind its last byte
 */
record TextBlock(String file, long from, long to) implements Serializable {
    private static final int BUFFER = 1 << 20;

    /** The blocks of a file. */
    static List<TextBlock> of(Path file, long bytes) {
        long size;
        try {
            size = Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("file=" + file + " cannot be read", e);
        }
        List<TextBlock> blocks = new ArrayList<>();
        for (long from = 0; from < size; from += bytes) {
            blocks.add(new TextBlock(file.toString(), from, Math.min(size, from + bytes)));
        }
        return blocks;
    }

    /** Its lines, without what ends them. Closing the stream closes the file; so does its end. */
    Stream<String> lines() {
        try {
            InputStream bytes = Files.newInputStream(Path.of(file));
            Lines lines;
            try {
                lines = new Lines(bytes, to - from);
                if (from > 0) {
                    bytes.skipNBytes(from - 1);
                    lines.skipLine();
                }
            } catch (IOException e) {
                bytes.close();
                throw e;
            }
            return stream(lines);
        } catch (IOException e) {
            throw new UncheckedIOException("file=" + file + " cannot be read", e);
        }
    }

    /** All lines of a stream, which is closed at its end. */
    static Stream<String> lines(InputStream bytes) {
        return stream(new Lines(bytes, Long.MAX_VALUE));
    }

    private static Stream<String> stream(Lines lines) {
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(lines, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(lines::close);
    }

    /** Lines that begin before a limit. */
    private static final class Lines implements Iterator<String> {
        private final InputStream in;
        private final long limit;
        private byte[] buffer = new byte[BUFFER];
        private int position;
        private int end;

        /** Bytes that were read before those in the buffer, from the first line's first on. */
        private long before;

        private @Nullable String next;
        private boolean isOver;

        private Lines(InputStream in, long limit) {
            this.in = in;
            this.limit = limit;
        }

        /** Up to the end of the line that the byte before the block is in: that line is the block's before. */
        private void skipLine() throws IOException {
            before = -1; // the byte before the block
            String any = read();
            isOver = any == null;
        }

        @Override
        public boolean hasNext() {
            if (next == null && !isOver) {
                try {
                    next = before + position < limit ? read() : null;
                } catch (IOException e) {
                    close();
                    throw new UncheckedIOException(e);
                }
                if (next == null) {
                    close();
                }
            }
            return next != null;
        }

        @Override
        public String next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException("all lines were read");
            }
            String line = next;
            next = null;
            return line;
        }

        /** Null at the end. */
        private @Nullable String read() throws IOException {
            int scanned = position;
            while (true) {
                for (; scanned < end; scanned++) {
                    if (buffer[scanned] == '\n') {
                        String line = text(position, scanned);
                        position = scanned + 1;
                        return line;
                    }
                }
                int kept = end - position;
                if (!fill()) {
                    if (kept == 0) {
                        return null;
                    }
                    String line = text(position, end);
                    position = end;
                    return line;
                }
                scanned = position + kept;
            }
        }

        private String text(int from, int to) {
            int last = to > from && buffer[to - 1] == '\r' ? to - 1 : to;
            return new String(buffer, from, last - from, StandardCharsets.UTF_8);
        }

        /** Reads more behind what is there; false at the end. */
        private boolean fill() throws IOException {
            if (position > 0) {
                System.arraycopy(buffer, position, buffer, 0, end - position);
                before += position;
                end -= position;
                position = 0;
            }
            if (end == buffer.length) {
                buffer = Arrays.copyOf(buffer, buffer.length * 2);
            }
            int read = in.read(buffer, end, buffer.length - end);
            end += Math.max(0, read);
            return read > 0;
        }

        private void close() {
            isOver = true;
            try {
                in.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
