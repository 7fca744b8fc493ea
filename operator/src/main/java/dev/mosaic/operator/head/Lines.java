package dev.mosaic.operator.head;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Lines out of bytes that come in pieces. What has no end of line yet is kept.
 *
 * <p><b>Threading:</b> one thread at a time. <b>Cost:</b> what is kept is no longer than the limit. <b>Failure:</b> an {@link IOException}
 * for a line that is longer.
 */
final class Lines {
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private final int mostBytes;
    private final Consumer<String> onLine;

    Lines(int mostBytes, Consumer<String> onLine) {
        this.mostBytes = mostBytes;
        this.onLine = onLine;
    }

    /** Hands on the lines that are whole now; true where there was one. */
    boolean take(ByteBuffer piece) throws IOException {
        boolean isWhole = false;
        while (piece.hasRemaining()) {
            byte next = piece.get();
            if (next == '\n') {
                String line = begun.toString(StandardCharsets.UTF_8);
                begun.reset();
                onLine.accept(line);
                isWhole = true;
            } else if (begun.size() == mostBytes) {
                throw new IOException("the head says a line of more than limitBytes=" + mostBytes);
            } else {
                begun.write(next);
            }
        }
        return isWhole;
    }

    /** What has no end of line. */
    String rest() {
        return begun.toString(StandardCharsets.UTF_8);
    }
}
