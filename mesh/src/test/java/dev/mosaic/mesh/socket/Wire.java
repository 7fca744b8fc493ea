package dev.mosaic.mesh.socket;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** ZMTP by hand, right or wrong, without any code of the mesh. */
final class Wire {
    static final int MORE = 1;
    static final int LONG = 2;
    static final int COMMAND = 4;
    static final int GREETING_BYTES = 64;
    static final int SIGNATURE_BYTES = 10;

    private Wire() {}

    static byte[] greeting() {
        return greeting(3, 1, "NULL");
    }

    static byte[] greeting(int major, int minor, String mechanism) {
        byte[] greeting = new byte[GREETING_BYTES];
        greeting[0] = (byte) 0xFF;
        greeting[8] = 1;
        greeting[9] = 0x7F;
        greeting[10] = (byte) major;
        greeting[11] = (byte) minor;
        byte[] name = ascii(mechanism);
        System.arraycopy(name, 0, greeting, 12, name.length);
        return greeting;
    }

    /** READY of a socket type with an identity. */
    static byte[] ready(String type, String identity) {
        return ready(property("Socket-Type", ascii(type)), property("Identity", ascii(identity)));
    }

    static byte[] ready(byte[]... properties) {
        return command("READY", properties);
    }

    static byte[] property(String name, byte[] value) {
        return join(new byte[] {(byte) name.length()}, ascii(name), number(value.length), value);
    }

    static byte[] command(String name, byte[]... data) {
        return frame(COMMAND, join(new byte[] {(byte) name.length()}, ascii(name), join(data)));
    }

    /** A whole frame; LONG is set where the size needs it. */
    static byte[] frame(int flags, byte[] body) {
        boolean isLong = body.length > 255 || (flags & LONG) != 0;
        return join(isLong ? header(flags | LONG, body.length) : new byte[] {(byte) flags, (byte) body.length}, body);
    }

    /** A header with a size of 8 bytes, whatever follows. */
    static byte[] header(int flags, long size) {
        return ByteBuffer.allocate(9).put((byte) (flags | LONG)).putLong(size).array();
    }

    static byte[] message(String text) {
        return frame(0, ascii(text));
    }

    static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /** So many equal bytes. */
    static byte[] filled(int size, int value) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    /** One byte for each character. */
    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] join(byte[]... pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            all.writeBytes(piece);
        }
        return all.toByteArray();
    }
}
