package dev.mosaic.invoke.codec;

/** What the first byte of a value says. The numbers are on the wire. */
final class Tag {
    static final int NULL = 1;
    static final int FALSE = 2;
    static final int TRUE = 3;
    static final int BYTE = 4;
    static final int SHORT = 5;
    static final int CHAR = 6;
    static final int INT = 7;
    static final int LONG = 8;
    static final int FLOAT = 9;
    static final int DOUBLE = 10;

    static final int BOOLEANS = 0x20;
    static final int BYTES = 0x21;
    static final int SHORTS = 0x22;
    static final int CHARS = 0x23;
    static final int INTS = 0x24;
    static final int LONGS = 0x25;
    static final int FLOATS = 0x26;
    static final int DOUBLES = 0x27;
    static final int SEGMENT = 0x28;
    /** A {@code ByteBuffer} in big-endian order. */
    static final int BUFFER = 0x29;
    /** A {@code ByteBuffer} in little-endian order. */
    static final int BUFFER_LITTLE = 0x2a;
    /** A string without characters above {@code 0xff}, a byte each. */
    static final int TEXT = 0x2b;
    /** Any other string, two bytes for each {@code char}. */
    static final int TEXT_WIDE = 0x2c;

    /** Added to the tag of a block whose bytes are an out-of-band part. */
    static final int FAR = 0x10;

    static final int GRAPH = 0x40;
    static final int PROXY = 0x41;
    static final int NEED = 0x42;
    /** As {@link #NEED}, with an index above {@code 0xffff}. */
    static final int NEED_WIDE = 0x46;

    static final int THROWN = 0x43;
    static final int REF = 0x44;
    /** A value that lies in the warehouse: what follows is the form of a ref. */
    static final int STORED = 0x45;

    /** A list: its size, and as many values, among which may be those of tasks. */
    static final int LIST = 0x47;
    /** A map: its size, and as many keys and values in turn. */
    static final int MAP = 0x48;

    private Tag() {}

    /** The tag of the near form of a block; any other tag as it is. */
    static int near(int tag) {
        return tag >= BOOLEANS + FAR && tag <= TEXT_WIDE + FAR ? tag - FAR : tag;
    }

    static boolean isFar(int tag) {
        return near(tag) != tag;
    }

    /** The type a value of that tag has, for messages. */
    static String name(int tag) {
        return switch (near(tag)) {
            case NULL -> "null";
            case FALSE, TRUE -> "boolean";
            case BYTE -> "byte";
            case SHORT -> "short";
            case CHAR -> "char";
            case INT -> "int";
            case LONG -> "long";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case BOOLEANS -> "boolean[]";
            case BYTES -> "byte[]";
            case SHORTS -> "short[]";
            case CHARS -> "char[]";
            case INTS -> "int[]";
            case LONGS -> "long[]";
            case FLOATS -> "float[]";
            case DOUBLES -> "double[]";
            case SEGMENT -> "java.lang.foreign.MemorySegment";
            case BUFFER, BUFFER_LITTLE -> "java.nio.ByteBuffer";
            case TEXT, TEXT_WIDE -> "java.lang.String";
            case GRAPH -> "an object";
            case PROXY -> "a proxy";
            case REF -> "a ref";
            case STORED -> "a value in the warehouse";
            case NEED, NEED_WIDE -> "a task's value";
            case THROWN -> "an exception";
            case LIST -> "a list";
            case MAP -> "a map";
            default -> "unknown tag " + tag;
        };
    }
}
