package dev.mosaic.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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
        List<byte[]> pieces = new ArrayList<>();
        int size = 0;
        long own = 0;
        try {
            while (size <= limitBytes) {
                int most = size < FREE_BYTES ? FREE_BYTES - size : PIECE_BYTES;
                byte[] piece = in.readNBytes(Math.min(most, limitBytes + 1 - size));
                if (piece.length == 0) {
                    break;
                }
                if (size >= FREE_BYTES) {
                    own += piece.length;
                    if (taken.addAndGet(piece.length) > mostBytes) {
                        return Optional.empty();
                    }
                }
                pieces.add(piece);
                size += piece.length;
            }
            return Optional.of(joined(pieces, size));
        } finally {
            taken.addAndGet(-own);
        }
    }

    /** An array that grows while it is read would take twice what has come, for as long as its sender takes. */
    private static byte[] joined(List<byte[]> pieces, int size) {
        ByteBuffer all = ByteBuffer.allocate(size);
        pieces.forEach(all::put);
        return all.array();
    }
}
