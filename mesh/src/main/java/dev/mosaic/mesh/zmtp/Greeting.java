package dev.mosaic.mesh.zmtp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The first 64 bytes of each side.
 *
 * <pre>
 *  0            1              9     10      11      12              32          33            64
 *  +------------+--------------+-----+-------+-------+---------------+-----------+-------------+
 *  | FF         | 8 x any      | 7F  | major | minor | mechanism,    | as-server | filler      |
 *  |            |              |     |       |       | zero padded   | 0 or 1    |             |
 *  +------------+--------------+-----+-------+-------+---------------+-----------+-------------+
 * </pre>
 *
 * The filler is zeros, which nobody reads. A listener of Mosaic that wants a proof has a nonce of 16 bytes in front of it.
 *
 * @param major version of the protocol, 3
 * @param minor 0 or 1; from 1 on the peer answers PING
 * @param mechanism such as {@code NULL}
 */
record Greeting(int major, int minor, String mechanism) {
    static final int BYTES = 64;
    static final int SIGNATURE_BYTES = 10;
    private static final int MECHANISM_AT = 12;
    private static final int MECHANISM_BYTES = 20;
    private static final int AS_SERVER_AT = 32;
    private static final int NONCE_AT = 33;
    private static final int NONCE_BYTES = 16;

    /** Appends the greeting; as-server is 0, as the NULL mechanism wants it. */
    void put(ByteBuffer out) {
        int start = out.position();
        out.put(new byte[BYTES]);
        out.put(start, (byte) 0xFF);
        out.put(start + 8, (byte) 1);
        out.put(start + 9, (byte) 0x7F);
        out.put(start + 10, (byte) major);
        out.put(start + 11, (byte) minor);
        out.put(start + MECHANISM_AT, mechanism.getBytes(StandardCharsets.US_ASCII));
        assert out.get(start + AS_SERVER_AT) == 0;
    }

    /** Puts a nonce of hexadecimal digits into a greeting that begins at the buffer's first byte. */
    static void putNonce(ByteBuffer greeting, String nonce) {
        greeting.put(NONCE_AT, HexFormat.of().parseHex(nonce));
    }

    /** The nonce of a greeting of which all 64 bytes are there, in hexadecimal digits; zeros where there is none. */
    static String nonce(ByteBuffer in) {
        byte[] nonce = new byte[NONCE_BYTES];
        in.get(in.position() + NONCE_AT, nonce);
        return HexFormat.of().formatHex(nonce);
    }

    /**
     * Looks at what has come so far of the first ten bytes, so that a stranger is refused by its first byte, not after 64.
     *
     * @param in position at the greeting's first byte; not moved
     * @throws ZmtpException as soon as it can be no greeting
     */
    static void checkSignature(ByteBuffer in) {
        int at = in.position();
        int have = in.remaining();
        if (have > 0 && in.get(at) != (byte) 0xFF) {
            throw new ZmtpException("first byte " + hex(in.get(at)) + " is not ZMTP 2.0 or later");
        }
        if (have > 9 && (in.get(at + 9) & 1) == 0) {
            throw new ZmtpException("signature ends with " + hex(in.get(at + 9)) + ", not 7F");
        }
    }

    /**
     * Looks at the version, where it has come.
     *
     * @param in position at the greeting's first byte; not moved
     * @throws ZmtpException where it is too old
     */
    static void checkVersion(ByteBuffer in) {
        int at = in.position();
        if (in.remaining() > 10 && in.get(at + 10) < 3) {
            throw new ZmtpException("ZMTP version " + in.get(at + 10) + " is older than 3.0");
        }
    }

    /** Reads a checked greeting of which all 64 bytes are there. */
    static Greeting read(ByteBuffer in) {
        int at = in.position();
        byte[] name = new byte[MECHANISM_BYTES];
        in.get(at + MECHANISM_AT, name);
        int length = 0;
        while (length < name.length && name[length] != 0) {
            length++;
        }
        in.position(at + BYTES);
        return new Greeting(in.get(at + 10), in.get(at + 11), printable(name, length));
    }

    private static String printable(byte[] name, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(name[i] > ' ' && name[i] < 127 ? (char) name[i] : '?');
        }
        return text.toString();
    }

    private static String hex(byte value) {
        return HexFormat.of().withUpperCase().toHexDigits(value);
    }
}
