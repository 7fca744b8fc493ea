package dev.mosaic.mesh;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A message as it arrives: a view that the mesh reuses for the next one.
 *
 * <p><b>Threading:</b> only within the call of {@link Receiver#received} it was given to. <b>Cost:</b> small parts lie in
 * the read buffer and are not copied. <b>Failure:</b> a part index outside {@code 0..parts()-1} is an {@link
 * IndexOutOfBoundsException}.
 */
public interface Incoming {
    /** How many parts, at least 1. */
    int parts();

    /** The size of a part in bytes. */
    long sizeBytes(int part);

    /** True where the part lies in the segment that the receiver's {@link Landing} gave for it. */
    boolean isLanded(int part);

    /**
     * The bytes of a part that is not landed, position 0 to limit; big-endian, not to be written to, gone after {@code
     * received} returns. Each call may give the same buffer, rewound.
     */
    ByteBuffer bytes(int part);

    /** The bytes of any part. That of a landed part is the landing's own and outlives the call. */
    MemorySegment segment(int part);
}
