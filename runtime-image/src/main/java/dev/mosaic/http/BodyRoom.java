package dev.mosaic.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Room for bodies while they are read: so many bytes for all requests at once, so that many large ones do not take the heap. What has come
 * is counted, not what was announced, and of each body only what comes after its first {@value #FREE_BYTES} bytes: so a small call has
 * room though others send slowly and keep what there is.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> that of the bytes, twice for a moment, and 72 KiB at most of each body that are not counted.
 */
final class BodyRoom {
    static final int FREE_BYTES = 64 << 10;

    private static final int PIECE_BYTES = 8 << 10;
    private static final long LEAST_BYTES = 32L << 20;
    private static final int PART = 8;

    private final long mostBytes;
    private final AtomicLong taken = new AtomicLong();

    BodyRoom(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** An eighth of the heap, and 32 MiB at least. */
    static BodyRoom ofThisHeap() {
        return ofHeap(Runtime.getRuntime().maxMemory());
    }

    static BodyRoom ofHeap(long heapBytes) {
        return new BodyRoom(Math.max(LEAST_BYTES, heapBytes / PART));
    }

    /** A body; one byte more than allowed where it is longer; empty where there is no room for it now. */
    Optional<byte[]> read(InputStream in, int limitBytes) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        long own = 0;
        try {
            while (read.size() <= limitBytes) {
                int most = read.size() < FREE_BYTES ? FREE_BYTES - read.size() : PIECE_BYTES;
                byte[] piece = in.readNBytes(Math.min(most, limitBytes + 1 - read.size()));
                if (piece.length == 0) {
                    break;
                }
                if (read.size() >= FREE_BYTES) {
                    own += piece.length;
                    if (taken.addAndGet(piece.length) > mostBytes) {
                        return Optional.empty();
                    }
                }
                read.writeBytes(piece);
            }
            return Optional.of(read.toByteArray());
        } finally {
            taken.addAndGet(-own);
        }
    }
}
