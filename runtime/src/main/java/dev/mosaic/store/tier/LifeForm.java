package dev.mosaic.store.tier;

import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.unit.objects.LifeRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What is known of a durable life, as a file or an object:
 *
 * <pre>
 *   i64 magic, i32 bytes of all after the sum, i32 CRC-32C of that
 *   i64 writer, i64 worker, i64 program, i64 number, i32 flags: 1 = retires, 2 = over
 *   i32 parts, Id (16 B) each
 *   a Raise message
 * </pre>
 *
 * @param writer the instance of the home that wrote it
 * @param record what it says
 */
public record LifeForm(long writer, LifeRecord record) {
    private static final long MAGIC = 0x4d4f5341494c3031L; // MOSAIL01
    private static final int HEAD_BYTES = 16;
    private static final int FIXED_BYTES = 40;
    private static final int ID_BYTES = 16;
    private static final int RETIRES = 1;
    private static final int OVER = 2;

    /** All of it. */
    public byte[] bytes() {
        ByteBuffer raise = new MessageWriter().write(record.raise());
        int length = FIXED_BYTES + ID_BYTES * record.parts().size() + raise.remaining();
        ByteBuffer all = ByteBuffer.allocate(HEAD_BYTES + length);
        all.position(HEAD_BYTES);
        all.putLong(writer).putLong(record.worker()).putLong(record.program()).putLong(record.number());
        all.putInt((record.retires() ? RETIRES : 0) | (record.isOver() ? OVER : 0));
        all.putInt(record.parts().size());
        record.parts().forEach(part -> all.putLong(part.origin()).putLong(part.number()));
        all.put(raise);
        all.putLong(0, MAGIC).putInt(8, length).putInt(12, crc(all.slice(HEAD_BYTES, length)));
        return all.array();
    }

    /** True where it is one of another release, whose form is not known here. */
    public static boolean isLater(byte[] bytes) {
        return bytes.length >= Long.BYTES
                && ByteBuffer.wrap(bytes).getLong() != MAGIC
                && ByteBuffer.wrap(bytes).getLong() >>> 16 == MAGIC >>> 16;
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /**
     * Reads one.
     *
     * @throws MessageFormatException where this is none, or a damaged one
     */
    public static LifeForm read(byte[] bytes) throws MessageFormatException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        boolean isOne = bytes.length >= HEAD_BYTES + FIXED_BYTES && in.getLong() == MAGIC;
        if (!isOne || in.getInt() != bytes.length - HEAD_BYTES) {
            throw new MessageFormatException("it is no life");
        }
        if (in.getInt() != crc(in.slice(HEAD_BYTES, bytes.length - HEAD_BYTES))) {
            throw new MessageFormatException("it has a wrong checksum");
        }
        long writer = in.getLong();
        long worker = in.getLong();
        long program = in.getLong();
        long number = in.getLong();
        int flags = in.getInt();
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / ID_BYTES) {
            throw new MessageFormatException("parts=" + count + " cannot be");
        }
        List<Id> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            parts.add(new Id(in.getLong(), in.getLong()));
        }
        if (!(new MessageReader().read(in.slice(), List.of()) instanceof LifeMessage.Raise raise)) {
            throw new MessageFormatException("it does not say how it is made");
        }
        return new LifeForm(
                writer,
                new LifeRecord(raise, parts, worker, program, number, (flags & RETIRES) != 0, (flags & OVER) != 0));
    }
}
