package dev.mosaic.operator.head;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Lines out of bytes that come in pieces. What has no end of line yet is kept.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Lines {
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private final Consumer<String> onLine;

    Lines(Consumer<String> onLine) {
        this.onLine = onLine;
    }

    void take(ByteBuffer piece) {
        while (piece.hasRemaining()) {
            byte next = piece.get();
            if (next == '\n') {
                String line = begun.toString(StandardCharsets.UTF_8);
                begun.reset();
                onLine.accept(line);
            } else {
                begun.write(next);
            }
        }
    }

    static String text(ByteBuffer piece) {
        return StandardCharsets.UTF_8.decode(piece).toString();
    }
}
