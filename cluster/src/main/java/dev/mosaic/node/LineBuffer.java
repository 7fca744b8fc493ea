package dev.mosaic.node;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Makes lines of bytes as they come.
 *
 * <p><b>Threading:</b> any thread; lines come in order. <b>Cost:</b> a buffer as long as the longest line, at most {@value #MOST_BYTES} B.
 * <b>Failure:</b> a longer line is cut into several.
 */
final class LineBuffer {
    private static final int MOST_BYTES = 1 << 20;

    private final Consumer<String> lines;
    private byte[] bytes = new byte[256];
    private int size;

    LineBuffer(Consumer<String> lines) {
        this.lines = lines;
    }

    synchronized void add(byte[] source, int offset, int length) {
        int start = offset;
        for (int i = offset; i < offset + length; i++) {
            if (source[i] == '\n') {
                append(source, start, i - start);
                end();
                start = i + 1;
            }
        }
        append(source, start, offset + length - start);
    }

    /** What has no end yet is a line too. */
    synchronized void finish() {
        if (size > 0) {
            end();
        }
    }

    private void append(byte[] source, int offset, int length) {
        if (size + length > MOST_BYTES && size > 0) {
            end();
        }
        if (size + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + length, 2 * bytes.length));
        }
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }

    private void end() {
        int length = size > 0 && bytes[size - 1] == '\r' ? size - 1 : size;
        lines.accept(new String(bytes, 0, length, StandardCharsets.UTF_8));
        size = 0;
    }
}
