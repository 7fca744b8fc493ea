package dev.mosaic.node;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/**
 * Reads a pipe of a worker to its end.
 *
 * <p><b>Threading:</b> a daemon thread of its own; a pipe cannot be awaited otherwise. <b>Failure:</b> a pipe that cannot be read has
 * ended.
 */
final class LinePump implements Runnable {
    private final InputStream pipe;
    private final LineBuffer buffer;

    private LinePump(InputStream pipe, Consumer<String> lines) {
        this.pipe = pipe;
        this.buffer = new LineBuffer(lines);
    }

    static Thread start(String name, InputStream pipe, Consumer<String> lines) {
        return Thread.ofPlatform().daemon().name(name).start(new LinePump(pipe, lines));
    }

    @Override
    public void run() {
        byte[] chunk = new byte[8 << 10];
        try (pipe) {
            for (int read = pipe.read(chunk); read >= 0; read = pipe.read(chunk)) {
                buffer.add(chunk, 0, read);
            }
        } catch (IOException ended) {
            // The process is gone, and what it said last was read.
        } finally {
            buffer.finish();
        }
    }
}
