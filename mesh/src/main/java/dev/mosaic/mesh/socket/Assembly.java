package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Landing;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the parts of the message that is arriving on one link, and shows them as an {@link Incoming}.
 *
 * <p>A message of one small part, the usual one, is seen in the read buffer. Small parts of a longer message are copied
 * behind each other, because the read buffer moves on before the last of them is there.
 *
 * <p><b>Threading:</b> the link's reader. <b>Cost:</b> nothing is allocated once the buffers have grown to the message;
 * they shrink again above {@value #KEEP_BYTES} bytes.
 */
final class Assembly implements Incoming {
    private static final int KEEP_BYTES = 256 << 10;

    private ByteBuffer copied = ByteBuffer.allocate(0);
    private final ByteBuffer empty = ByteBuffer.allocate(0);
    private int[] starts = new int[8];
    private int[] ends = new int[8];
    private @Nullable MemorySegment[] landed = new MemorySegment[8];
    private int parts;
    private @Nullable ByteBuffer inPlace;
    private int inPlaceStart;
    private int inPlaceEnd;
    private @Nullable ByteBuffer view;

    /** True where no message has begun. */
    boolean isEmpty() {
        return parts == 0;
    }

    /** Shows a message of one part without copying it. */
    void single(ByteBuffer body) {
        inPlace = body;
        inPlaceStart = body.position();
        inPlaceEnd = body.limit();
        parts = 1;
    }

    /** Adds a small part by copying it. */
    void add(ByteBuffer body) {
        grow();
        int size = body.remaining();
        if (copied.remaining() < size) {
            ByteBuffer larger =
                    ByteBuffer.allocate(Math.max(copied.position() + size, Math.max(1024, copied.capacity() * 2)));
            copied = larger.put(copied.flip());
            view = null;
        }
        starts[parts] = copied.position();
        copied.put(body);
        ends[parts] = copied.position();
        landed[parts++] = null;
    }

    /** Adds a large part. */
    void add(MemorySegment segment, long sizeBytes) {
        grow();
        landed[parts++] = segment.byteSize() == sizeBytes ? segment : segment.asSlice(0, sizeBytes);
    }

    /** Forgets the message that was delivered. */
    void clear() {
        ByteBuffer place = inPlace;
        if (place != null) {
            place.limit(inPlaceEnd).position(inPlaceEnd);
            inPlace = null;
        } else {
            Arrays.fill(landed, 0, parts, null);
            if (copied.capacity() > KEEP_BYTES) {
                copied = ByteBuffer.allocate(0);
                view = null;
            }
            copied.clear();
        }
        parts = 0;
    }

    /** Gives the large parts of a message that will never be complete back to where they came from. */
    void abandon(Landing landing) {
        if (inPlace == null) {
            for (int i = 0; i < parts; i++) {
                MemorySegment segment = landed[i];
                if (segment != null) {
                    OwnerCode.run("abandoned", () -> landing.abandoned(segment));
                }
            }
        }
        clear();
    }

    @Override
    public int parts() {
        return parts;
    }

    @Override
    public long sizeBytes(int part) {
        Objects.checkIndex(part, parts);
        if (inPlace != null) {
            return (long) inPlaceEnd - inPlaceStart;
        }
        MemorySegment segment = landed[part];
        return segment == null ? (long) ends[part] - starts[part] : segment.byteSize();
    }

    @Override
    public boolean isLanded(int part) {
        Objects.checkIndex(part, parts);
        return inPlace == null && landed[part] != null;
    }

    @Override
    public ByteBuffer bytes(int part) {
        Objects.checkIndex(part, parts);
        ByteBuffer place = inPlace;
        if (place != null) {
            return place.limit(inPlaceEnd).position(inPlaceStart);
        }
        MemorySegment segment = landed[part];
        if (segment != null) {
            return segment.asByteBuffer();
        }
        ByteBuffer window = view;
        if (window == null) {
            window = copied.duplicate();
            view = window;
        }
        return ends[part] == starts[part] ? empty : window.limit(ends[part]).position(starts[part]);
    }

    @Override
    public MemorySegment segment(int part) {
        Objects.checkIndex(part, parts);
        MemorySegment segment = inPlace == null ? landed[part] : null;
        return segment != null ? segment : MemorySegment.ofBuffer(bytes(part));
    }

    private void grow() {
        if (parts == starts.length) {
            starts = Arrays.copyOf(starts, parts * 2);
            ends = Arrays.copyOf(ends, parts * 2);
            landed = Arrays.copyOf(landed, parts * 2);
        }
    }
}
