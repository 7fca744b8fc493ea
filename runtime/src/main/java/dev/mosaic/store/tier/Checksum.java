package dev.mosaic.store.tier;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/** CRC-32C (RFC 3720, appendix B.4) of memory of any size. */
public final class Checksum {
    private static final long SLICE_BYTES = 1L << 30;

    private Checksum() {}

    /** Of one piece of memory. */
    public static int of(MemorySegment bytes) {
        CRC32C crc = new CRC32C();
        add(crc, bytes);
        return (int) crc.getValue();
    }

    /** Goes on with a further piece. */
    public static void add(CRC32C crc, MemorySegment bytes) {
        for (long at = 0; at < bytes.byteSize(); at += SLICE_BYTES) {
            crc.update(bytes.asSlice(at, Math.min(SLICE_BYTES, bytes.byteSize() - at))
                    .asByteBuffer());
        }
    }
}
