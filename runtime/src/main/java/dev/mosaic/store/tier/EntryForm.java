package dev.mosaic.store.tier;

import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.ObjectMessage;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * An entry outside of memory, as a file or an object; it says itself what it is, so that whoever finds it needs no other list:
 *
 * <pre>
 *   i64 magic, i32 shape length, i32 CRC-32C of the shape, i32 CRC-32C of all parts, i32 0
 *   the shape: an Announce message (ref, label, flags, inline bytes, what is inside, sizes of the parts)
 *   the parts, one after another
 * </pre>
 *
 * @param shape what it is
 * @param shapeBytes of the shape, as it stands there
 * @param crc of the parts
 */
public record EntryForm(ObjectMessage.Shape shape, int shapeBytes, int crc) {
    /** What comes before the shape. */
    public static final int HEAD_BYTES = 24;

    private static final long MAGIC = 0x4d4f534149433032L; // MOSAIC02
    private static final int MOST_SHAPE_BYTES = 64 << 20;

    /** Bytes of the whole. */
    public long size() {
        return partsAt() + shape.sizes().stream().mapToLong(Long::longValue).sum();
    }

    /** Where the parts begin. */
    public int partsAt() {
        return HEAD_BYTES + shapeBytes;
    }

    /** Head and shape. */
    public static byte[] head(ObjectMessage.Shape shape, List<MemorySegment> parts) {
        ByteBuffer written = new MessageWriter().write(new ObjectMessage.Announce(shape));
        CRC32C ofShape = new CRC32C();
        ofShape.update(written.duplicate());
        int length = written.remaining();
        return ByteBuffer.allocate(HEAD_BYTES + length)
                .putLong(MAGIC)
                .putInt(length)
                .putInt((int) ofShape.getValue())
                .putInt(crc(parts))
                .putInt(0)
                .put(written)
                .array();
    }

    /** CRC-32C of all parts. */
    public static int crc(List<MemorySegment> parts) {
        CRC32C crc = new CRC32C();
        parts.forEach(part -> Checksum.add(crc, part));
        return (int) crc.getValue();
    }

    /** True where these are the first bytes of an entry of another release, whose form is not known here. */
    public static boolean isLater(ByteBuffer head) {
        return head.limit() >= Long.BYTES && head.getLong(0) != MAGIC && head.getLong(0) >>> 16 == MAGIC >>> 16;
    }

    /**
     * How many bytes the shape has.
     *
     * @param head at least {@value #HEAD_BYTES} bytes, from position 0 on
     * @throws MessageFormatException where this is no entry
     */
    public static int shapeBytes(ByteBuffer head) throws MessageFormatException {
        if (head.limit() < HEAD_BYTES || head.getLong(0) != MAGIC) {
            throw new MessageFormatException("it is no entry");
        }
        int length = head.getInt(8);
        if (length < 0 || length > MOST_SHAPE_BYTES) {
            throw new MessageFormatException("shapeBytes=" + length + " cannot be");
        }
        return length;
    }

    /**
     * Reads head and shape.
     *
     * @param bytes both, from position 0 on; there may be more
     * @throws MessageFormatException where this is no entry, or a damaged one
     */
    public static EntryForm read(ByteBuffer bytes) throws MessageFormatException {
        int length = shapeBytes(bytes);
        if (bytes.limit() < HEAD_BYTES + length) {
            throw new MessageFormatException("it ends within its shape");
        }
        ByteBuffer shape = bytes.slice(HEAD_BYTES, length);
        CRC32C crc = new CRC32C();
        crc.update(shape.duplicate());
        if ((int) crc.getValue() != bytes.getInt(12)) {
            throw new MessageFormatException("its shape has a wrong checksum");
        }
        if (!(new MessageReader().read(shape, List.of()) instanceof ObjectMessage.Announce(ObjectMessage.Shape read))) {
            throw new MessageFormatException("its shape is none");
        }
        return new EntryForm(read, length, bytes.getInt(16));
    }
}
