package dev.mosaic.node;

import dev.mosaic.NoMosaicException;
import dev.mosaic.connect.WorkerOutput;
import dev.mosaic.unit.Unit;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Standard output while workers live in this JVM: what a worker's thread prints goes out as that worker's lines, all else as ever.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a look at the thread's unit for each write.
 */
final class RoutedStream extends OutputStream {
    private final PrintStream usual;
    private final boolean isError;
    private final WorkerOutput output;
    private final Map<String, LineBuffer> buffers = new ConcurrentHashMap<>();

    RoutedStream(PrintStream usual, boolean isError, WorkerOutput output) {
        this.usual = usual;
        this.isError = isError;
        this.output = output;
    }

    PrintStream asPrintStream() {
        return new PrintStream(this, true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(int oneByte) {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        String worker = worker();
        if (worker.isEmpty()) {
            usual.write(bytes, offset, length);
        } else {
            buffers.computeIfAbsent(worker, uid -> new LineBuffer(line -> output.line(uid, isError, line)))
                    .add(bytes, offset, length);
        }
    }

    @Override
    public void flush() {
        usual.flush();
    }

    /** Lines without an end go out too. */
    void finish() {
        buffers.values().forEach(LineBuffer::finish);
    }

    private static String worker() {
        try {
            return Unit.current().worker().map(dev.mosaic.Worker::uid).orElse("");
        } catch (NoMosaicException none) {
            return "";
        }
    }
}
