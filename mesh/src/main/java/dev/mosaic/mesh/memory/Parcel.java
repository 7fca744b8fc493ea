package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Message;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A message on its way. Small parts were copied when it was sent, into one array; large ones are the sender's, on loan.
 *
 * <p><b>Threading:</b> has one owner at a time: the outbox it waits in, then whoever delivers it. That one calls {@link
 * #release}, once.
 */
final class Parcel {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");

    private final byte[] copied;
    private final List<MemorySegment> parts;
    private final Runnable released;
    private final boolean lends;

    private Parcel(byte[] copied, List<MemorySegment> parts, Runnable released, boolean lends) {
        this.copied = copied;
        this.parts = parts;
        this.released = released;
        this.lends = lends;
    }

    static Parcel copyOf(ByteBuffer part) {
        byte[] copied = new byte[part.remaining()];
        part.get(part.position(), copied);
        return new Parcel(copied, List.of(view(copied, 0, copied.length)), () -> {}, false);
    }

    /** Borrows the parts of at least {@code bulkBytes} and copies the others. */
    static Parcel of(Message message, int bulkBytes) {
        byte[] copied = new byte
                [Math.toIntExact(message.parts().stream()
                        .mapToLong(MemorySegment::byteSize)
                        .filter(sizeBytes -> sizeBytes < bulkBytes)
                        .sum())];
        List<MemorySegment> parts = new ArrayList<>(message.parts().size());
        int offset = 0;
        boolean lends = false;
        for (MemorySegment part : message.parts()) {
            if (part.byteSize() < bulkBytes) {
                int sizeBytes = (int) part.byteSize();
                MemorySegment.copy(part, 0, MemorySegment.ofArray(copied), offset, sizeBytes);
                parts.add(view(copied, offset, sizeBytes));
                offset += sizeBytes;
            } else {
                parts.add(part.asReadOnly());
                lends = true;
            }
        }
        return new Parcel(copied, List.copyOf(parts), message.released(), lends);
    }

    List<MemorySegment> parts() {
        return parts;
    }

    /** True where parts are on loan. Where none is, the message counts as written once it was copied. */
    boolean lends() {
        return lends;
    }

    /** What the message would take on a wire: each part under a ZMTP frame header of 2 or 9 bytes. */
    long wireBytes() {
        long sum = 0;
        for (MemorySegment part : parts) {
            sum += part.byteSize() + (part.byteSize() <= 255 ? 2 : 9);
        }
        return sum;
    }

    void release() {
        try {
            released.run();
        } catch (Throwable thrown) {
            LOG.log(Level.ERROR, "a message's released threw and was not heeded", thrown);
        }
    }

    /** Makes it show when a receiver keeps a view of bytes that, on a socket, the next message would overwrite. */
    void overwriteCopies() {
        Arrays.fill(copied, (byte) 0xDB);
    }

    private static MemorySegment view(byte[] array, int offset, int sizeBytes) {
        return MemorySegment.ofArray(array).asSlice(offset, sizeBytes).asReadOnly();
    }
}
