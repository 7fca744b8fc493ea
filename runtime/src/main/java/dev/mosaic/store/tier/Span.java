package dev.mosaic.store.tier;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Pieces of memory, one after another, as one range of bytes.
 *
 * <p><b>Threading:</b> any thread, for different bytes. <b>Cost:</b> O(pieces), and a copy.
 *
 * @param pieces in order
 */
public record Span(List<MemorySegment> pieces) {
    public Span {
        pieces = List.copyOf(pieces);
    }

    public long size() {
        return pieces.stream().mapToLong(MemorySegment::byteSize).sum();
    }

    /** Copies bytes of it, from {@code at} on. */
    public void read(long at, byte[] into, int count) {
        each(
                at,
                count,
                (piece, from, done, bytes) ->
                        MemorySegment.copy(piece, from, MemorySegment.ofArray(into), done, bytes));
    }

    /** Copies bytes into it, from {@code at} on. */
    public void write(long at, byte[] bytes, int from, int count) {
        each(
                at,
                count,
                (piece, to, done, size) ->
                        MemorySegment.copy(MemorySegment.ofArray(bytes), from + done, piece, to, size));
    }

    private interface Copy {
        void run(MemorySegment piece, long at, long done, long bytes);
    }

    private void each(long at, int count, Copy copy) {
        long start = 0;
        long done = 0;
        for (MemorySegment piece : pieces) {
            long from = at + done - start;
            if (done < count && from < piece.byteSize()) {
                long bytes = Math.min(count - done, piece.byteSize() - from);
                copy.run(piece, from, done, bytes);
                done += bytes;
            }
            start += piece.byteSize();
        }
        if (done < count) {
            throw new IndexOutOfBoundsException("bytes=" + count + " from " + at + " on are not in " + size() + " B");
        }
    }
}
