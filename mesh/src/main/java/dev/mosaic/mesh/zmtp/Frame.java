package dev.mosaic.mesh.zmtp;

import java.nio.ByteBuffer;

/**
 * The header in front of each message part and each command.
 *
 * <pre>
 *  bit 0 MORE: another part of this message follows      +-------+------------+---------- - -
 *  bit 1 LONG: the size has 8 bytes, else 1              | flags | 1 or 8     | body
 *  bit 2 COMMAND: a command, never with MORE             |       | bytes size |
 *  bits 3-7 zero                                         +-------+------------+---------- - -
 * </pre>
 */
public final class Frame {
    /** Most bytes that a header has. */
    public static final int MAX_HEADER_BYTES = 9;

    static final int MORE = 1;
    static final int LONG = 2;
    static final int COMMAND = 4;

    private Frame() {}

    /** Bytes of the header in front of a body of that size. */
    public static int headerBytes(long bodyBytes) {
        return bodyBytes > 255 ? MAX_HEADER_BYTES : 2;
    }

    /** Appends the header of a message part. */
    public static void putHeader(ByteBuffer out, long bodyBytes, boolean more) {
        put(out, more ? MORE : 0, bodyBytes);
    }

    static void put(ByteBuffer out, int flags, long bodyBytes) {
        if (bodyBytes > 255) {
            out.put((byte) (flags | LONG)).putLong(bodyBytes);
        } else {
            out.put((byte) flags).put((byte) bodyBytes);
        }
    }
}
