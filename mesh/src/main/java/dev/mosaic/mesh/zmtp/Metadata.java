package dev.mosaic.mesh.zmtp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a peer says of itself in READY: names and values. Names are compared without case; the first of two equal ones
 * counts.
 *
 * <pre>
 *  +-------------+------+--------------------+-------+
 *  | 1 byte: n   | name | 4 bytes: v, signed | value |   repeated
 *  +-------------+------+--------------------+-------+
 * </pre>
 */
public final class Metadata {
    /** {@code ROUTER}, {@code DEALER}, ...: everybody must say it. */
    public static final String SOCKET_TYPE = "Socket-Type";
    /** The routing id, which in Mosaic is the unit's uid. */
    public static final String IDENTITY = "Identity";

    private final Map<String, byte[]> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** Adds a text in UTF-8. */
    public Metadata with(String name, String value) {
        values.putIfAbsent(name, value.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** The value as UTF-8 text; malformed bytes become replacement characters. */
    public Optional<String> text(String name) {
        byte[] value = values.get(name);
        return value == null ? Optional.empty() : Optional.of(new String(value, StandardCharsets.UTF_8));
    }

    /** The value as UTF-8 text; nothing where it is none, or has control characters. */
    public Optional<String> cleanText(String name) {
        byte[] value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
            return Optional.of(text).filter(each -> each.chars().noneMatch(Character::isISOControl));
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }

    /** How many bytes the value has; 0 where there is none. */
    public int sizeBytes(String name) {
        byte[] value = values.get(name);
        return value == null ? 0 : value.length;
    }

    /** How many bytes {@link #put} writes. */
    int sizeBytes() {
        int sum = 0;
        for (Map.Entry<String, byte[]> entry : values.entrySet()) {
            sum += 1 + entry.getKey().length() + 4 + entry.getValue().length;
        }
        return sum;
    }

    void put(ByteBuffer out) {
        values.forEach((name, value) -> {
            out.put((byte) name.length());
            out.put(name.getBytes(StandardCharsets.US_ASCII));
            out.putInt(value.length);
            out.put(value);
        });
    }

    /** Reads to the limit. */
    static Metadata read(ByteBuffer in) {
        Metadata metadata = new Metadata();
        while (in.hasRemaining()) {
            int nameBytes = Byte.toUnsignedInt(in.get());
            if (nameBytes == 0 || nameBytes + 4 > in.remaining()) {
                throw new ZmtpException("metadata name of " + nameBytes + " bytes, " + in.remaining() + " are left");
            }
            byte[] name = new byte[nameBytes];
            in.get(name);
            int valueBytes = in.getInt();
            if (valueBytes < 0 || valueBytes > in.remaining()) {
                throw new ZmtpException("metadata value of " + valueBytes + " bytes, " + in.remaining() + " are left");
            }
            byte[] value = new byte[valueBytes];
            in.get(value);
            metadata.values.putIfAbsent(new String(name, StandardCharsets.US_ASCII), value);
        }
        return metadata;
    }
}
