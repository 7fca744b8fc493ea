package dev.mosaic.operator.head;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The body of a head's answer on its way from the threads of an http client to the thread that reads it. The next piece is asked for when
 * the one before was read, so no more than one waits here.
 *
 * <p><b>Threading:</b> the client puts, one thread reads. <b>Failure:</b> {@link IOException} where it breaks off, says more than the
 * bounds allow, or nothing for too long.
 */
final class Pieces {
    private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    private final Bounds bounds;

    Pieces(Bounds bounds) {
        this.bounds = bounds;
    }

    private sealed interface Piece {}

    private record Some(List<ByteBuffer> buffers) implements Piece {}

    private record End(@Nullable Throwable failure) implements Piece {}

    void put(List<ByteBuffer> buffers) {
        pieces.add(new Some(buffers));
    }

    /** @param failure null where all is there */
    void end(@Nullable Throwable failure) {
        pieces.add(new End(failure));
    }

    /**
     * All of it, as text.
     *
     * @param more asks for the next piece
     * @param endNanos when all has to be there, by {@link System#nanoTime}
     */
    String whole(Runnable more, long endNanos) throws IOException, InterruptedException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        Optional<List<ByteBuffer>> next = next(more, endNanos, bounds.patience());
        while (next.isPresent()) {
            for (ByteBuffer each : next.get()) {
                byte[] bytes = new byte[each.remaining()];
                if (bytes.length > bounds.mostBytes() - whole.size()) {
                    throw new IOException("the head answers more than limitBytes=" + bounds.mostBytes());
                }
                each.get(bytes);
                whole.writeBytes(bytes);
            }
            next = next(more, endNanos, bounds.patience());
        }
        return whole.toString(StandardCharsets.UTF_8);
    }

    /** Hands on each line as it comes, until the end. */
    void lines(Runnable more, Consumer<String> onLine) throws IOException, InterruptedException {
        Lines lines = new Lines(bounds.mostBytes(), onLine);
        long endNanos = System.nanoTime() + bounds.silence().toNanos();
        Optional<List<ByteBuffer>> next = next(more, endNanos, bounds.silence());
        while (next.isPresent()) {
            boolean isWhole = false;
            for (ByteBuffer each : next.get()) {
                isWhole |= lines.take(each);
            }
            // A part of a line is no sign of life.
            endNanos = isWhole ? System.nanoTime() + bounds.silence().toNanos() : endNanos;
            next = next(more, endNanos, bounds.silence());
        }
        if (!lines.rest().isEmpty()) {
            onLine.accept(lines.rest());
        }
    }

    /** Empty at the end. */
    private Optional<List<ByteBuffer>> next(Runnable more, long endNanos, Duration limit)
            throws IOException, InterruptedException {
        more.run();
        @Nullable Piece piece = pieces.poll(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        return switch (piece) {
            case null -> throw silent(limit);
            case Some(List<ByteBuffer> buffers) -> Optional.of(buffers);
            case End end -> {
                Throwable failure = end.failure();
                if (failure != null) {
                    throw new IOException(
                            Objects.requireNonNullElse(
                                    failure.getMessage(), failure.getClass().getSimpleName()),
                            failure);
                }
                yield Optional.empty();
            }
        };
    }

    static IOException silent(Duration limit) {
        return new IOException("the head does not end what it says within " + limit.toMillis() / 1_000.0 + " s");
    }
}
