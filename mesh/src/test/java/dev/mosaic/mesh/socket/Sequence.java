package dev.mosaic.mesh.socket;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Bytes that both ends of an interop test can make by themselves; {@code zmq_peer.py} makes the same. */
final class Sequence {
    /** The period of the bytes of a large part. */
    static final int LARGE_BLOCK_BYTES = 1_000_003;

    private static final byte[] BLOCK = block(8_192);

    private Sequence() {}

    /** What was received so far, as a number: lengths and bytes, in order. */
    static final class Tally {
        private final CRC32 sum = new CRC32();
        private final ByteBuffer length = ByteBuffer.allocate(4);
        private int count;

        synchronized void add(ByteBuffer message) {
            sum.update(length.putInt(0, message.remaining()).rewind());
            sum.update(message);
            count++;
        }

        synchronized int count() {
            return count;
        }

        synchronized long checksum() {
            return sum.getValue();
        }
    }

    /** The i-th message of an exchange: 0 to 300 bytes. */
    static byte[] message(int i) {
        int start = i * 17 % 4_096;
        return Arrays.copyOfRange(BLOCK, start, start + i * 31 % 301);
    }

    /** What a receiver of the first messages has to have. */
    static long checksum(int messages) {
        Tally tally = new Tally();
        for (int i = 0; i < messages; i++) {
            tally.add(ByteBuffer.wrap(message(i)));
        }
        return tally.checksum();
    }

    /** A large part; the period of its bytes fits no power of two, so that a shifted or swapped piece is found. */
    static MemorySegment large(Arena arena, long sizeBytes) {
        MemorySegment segment = arena.allocate(sizeBytes);
        MemorySegment block = MemorySegment.ofArray(new byte[LARGE_BLOCK_BYTES]);
        for (int at = 0; at < LARGE_BLOCK_BYTES; at += BLOCK.length) {
            int bytes = Math.min(BLOCK.length, LARGE_BLOCK_BYTES - at);
            MemorySegment.copy(MemorySegment.ofArray(BLOCK), 0, block, at, bytes);
        }
        for (long at = 0; at < sizeBytes; at += LARGE_BLOCK_BYTES) {
            MemorySegment.copy(block, 0, segment, at, Math.min(LARGE_BLOCK_BYTES, sizeBytes - at));
        }
        return segment;
    }

    static long checksum(MemorySegment bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes.asByteBuffer());
        return sum.getValue();
    }

    private static byte[] block(int bytes) {
        byte[] block = new byte[bytes];
        for (int j = 0; j < bytes; j++) {
            block[j] = (byte) (j * 131 + (j >> 8) * 17);
        }
        return block;
    }
}
