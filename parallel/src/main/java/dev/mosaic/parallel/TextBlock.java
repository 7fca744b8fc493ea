package dev.mosaic.parallel;

import dev.mosaic.InvalidOptionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A part of a text file: the lines that begin in it. So each line is in one block, wherever blocks are cut.
 *
 * @param from position of its first byte
 * @param to position behind its last byte, or a number that is larger where the file is not cut
 * @param charset its name
 */
record TextBlock(String file, long from, long to, String charset) implements Serializable {
    private static final int BUFFER = 1 << 20;

    /** What decoders give for bytes that are no letter. */
    private static final char REPLACEMENT = '\uFFFD';

    /** Those of more than a byte for each letter in which a byte of 10 is a line's end wherever it stands. */
    private static final Set<String> CUT_AT_LINES =
            Set.of("UTF-8", "GB18030", "GBK", "GB2312", "Big5", "EUC-JP", "EUC-KR", "Shift_JIS", "windows-31j");

    /** The blocks of a file: one where it is packed. */
    static List<TextBlock> of(Path file, long bytes, Charset charset) {
        long size;
        try {
            size = Files.size(file);
            if (size > 0 && isPacked(file)) {
                return List.of(new TextBlock(file.toString(), 0, Long.MAX_VALUE, charset.name()));
            }
        } catch (IOException e) {
            throw unread("file=" + file, e);
        }
        List<TextBlock> blocks = new ArrayList<>();
        for (long from = 0; from < size; from += bytes) {
            blocks.add(new TextBlock(file.toString(), from, Math.min(size, from + bytes), charset.name()));
        }
        return blocks;
    }

    /** Fails where it is packed in a way that is not read. */
    private static boolean isPacked(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file)) {
            Packing packing = Packing.of(bytes);
            packing.check("file=" + file);
            return packing != Packing.NONE;
        }
    }

    /** That charset, where lines can be found by their bytes. */
    static Charset checked(Charset charset) {
        boolean isOfBytes = charset.canEncode()
                && charset.newEncoder().maxBytesPerChar() == 1
                && "\n".equals(new String(new byte[] {'\n'}, charset));
        if (!isOfBytes && !CUT_AT_LINES.contains(charset.name())) {
            throw new InvalidOptionException(
                    "charset=" + charset + " has line ends that are not one byte of 10",
                    "convert the files to UTF-8, or read each as a whole: Bag.of(names, names.size()).flatMap(name ->"
                            + " Files.lines(Path.of(name), Charset.forName(\"" + charset + "\")))");
        }
        return charset;
    }

    /** Its lines, without what ends them. Closing the stream closes the file; so does its end. */
    Stream<String> lines() {
        String source = "file=" + file;
        Charset letters = Charset.forName(charset);
        try {
            InputStream bytes = Files.newInputStream(Path.of(file));
            if (from == 0) {
                bytes = Packing.unpacked(bytes, source);
            }
            Lines lines = new Lines(bytes, from, to, letters, source);
            if (from > 0) {
                lines.skipBefore();
            }
            return stream(lines);
        } catch (IOException e) {
            throw unread(source, e);
        }
    }

    /**
     * All lines of a stream, which is closed at its end.
     *
     * @param source names it
     */
    static Stream<String> lines(InputStream bytes, Charset charset, String source) {
        try {
            return stream(new Lines(Packing.unpacked(bytes, source), 0, Long.MAX_VALUE, charset, source));
        } catch (IOException e) {
            throw unread(source, e);
        }
    }

    private static UncheckedIOException unread(String source, IOException cause) {
        String message = cause.getMessage();
        return new UncheckedIOException(
                message != null && message.startsWith(source) ? message : source + " cannot be read", cause);
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
        private final Charset charset;
        private final String source;
        private byte[] buffer = new byte[BUFFER];

        /** Of the file, where the buffer begins. */
        private long offset;

        /** In the buffer, of what was not given yet. */
        private int position;

        private int end;
        private @Nullable String next;
        private boolean isOver;

        /**
         * @param offset of the first line, or in the line before
         * @param limit the offset where no more lines begin
         */
        private Lines(InputStream in, long offset, long limit, Charset charset, String source) {
            this.in = in;
            this.offset = offset;
            this.limit = limit;
            this.charset = charset;
            this.source = source;
        }

        /** Goes on behind the end of the line that the byte before is in: that line is the block's before. */
        private void skipBefore() throws IOException {
            try {
                offset--;
                in.skipNBytes(offset);
                int to = findEnd();
                isOver = to < 0;
                position = Math.min(to + 1, end);
            } catch (IOException e) {
                in.close();
                throw e;
            }
        }

        @Override
        public boolean hasNext() {
            if (next == null && !isOver) {
                try {
                    next = offset + position < limit ? read() : null;
                } catch (IOException e) {
                    close();
                    throw unread(source, e);
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
            int to = findEnd();
            if (to < 0) {
                return null;
            }
            String line = text(position, to > position && buffer[to - 1] == '\r' ? to - 1 : to);
            position = Math.min(to + 1, end);
            return line;
        }

        /** Where the line that begins at the position ends in the buffer; less than 0 where nothing is left. */
        private int findEnd() throws IOException {
            int scanned = position;
            while (true) {
                for (; scanned < end; scanned++) {
                    if (buffer[scanned] == '\n') {
                        return scanned;
                    }
                }
                int kept = end - position;
                if (!fill()) {
                    return kept == 0 ? -1 : end;
                }
                scanned = position + kept;
            }
        }

        private String text(int from, int to) throws IOException {
            String text = new String(buffer, from, to - from, charset);
            if (text.indexOf(REPLACEMENT) >= 0) { // it is in the file, or stands for bytes that are no letter
                checkLetters(from, to);
            }
            return text;
        }

        private void checkLetters(int from, int to) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(buffer, from, to - from);
            CharBuffer chars = CharBuffer.allocate(to - from); // no byte of these charsets makes two of them
            if (charset.newDecoder().decode(bytes, chars, true).isError()) {
                throw new IOException(source + " is no text in " + charset + " at byte " + (offset + bytes.position())
                        + "; give the charset that it is in: Bag.lines(.., charset)");
            }
        }

        /** Reads more behind what is there; false at the end. */
        private boolean fill() throws IOException {
            if (position > 0) {
                System.arraycopy(buffer, position, buffer, 0, end - position);
                offset += position;
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
                throw unread(source, e);
            }
        }
    }
}
