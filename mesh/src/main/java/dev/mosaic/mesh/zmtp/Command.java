package dev.mosaic.mesh.zmtp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The commands of the NULL mechanism and of heartbeats, as frames ready to send.
 *
 * <pre>
 *  READY  = 05 "READY" metadata                 PING = 04 "PING" 2 bytes: time to live in 0.1 s, 0 to 16 bytes context
 *  ERROR  = 05 "ERROR" 1 byte: n, n bytes why   PONG = 04 "PONG" the context of the PING
 * </pre>
 */
final class Command {
    static final int MAX_CONTEXT_BYTES = 16;
    static final byte[] READY = name("READY");
    static final byte[] ERROR = name("ERROR");
    static final byte[] PING = name("PING");
    static final byte[] PONG = name("PONG");

    private Command() {}

    static ByteBuffer ready(Metadata metadata) {
        ByteBuffer frame = frame(READY, metadata.sizeBytes());
        metadata.put(frame);
        return frame.flip();
    }

    static ByteBuffer error(String reason) {
        byte[] bytes = reason.getBytes(StandardCharsets.UTF_8);
        byte[] text = bytes.length > 255 ? Arrays.copyOf(bytes, 255) : bytes;
        return frame(ERROR, 1 + text.length).put((byte) text.length).put(text).flip();
    }

    static ByteBuffer ping(int timeToLiveTenths) {
        return frame(PING, 2).putShort((short) timeToLiveTenths).flip();
    }

    static ByteBuffer pong(ByteBuffer context) {
        return frame(PONG, context.remaining()).put(context).flip();
    }

    /** True where the body at the buffer's position starts with that name. */
    static boolean starts(ByteBuffer body, byte[] name) {
        if (body.remaining() < name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (body.get(body.position() + i) != name[i]) {
                return false;
            }
        }
        return true;
    }

    private static ByteBuffer frame(byte[] name, int dataBytes) {
        int body = name.length + dataBytes;
        ByteBuffer frame = ByteBuffer.allocate(Frame.headerBytes(body) + body);
        Frame.put(frame, Frame.COMMAND, body);
        return frame.put(name);
    }

    private static byte[] name(String text) {
        byte[] name = new byte[1 + text.length()];
        name[0] = (byte) text.length();
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, name, 1, text.length());
        return name;
    }
}
