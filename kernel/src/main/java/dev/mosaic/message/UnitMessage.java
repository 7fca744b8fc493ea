package dev.mosaic.message;

/**
 * What one unit says to another.
 *
 * <p>On the wire a message is one part, and further parts for out-of-band segments. The first begins with
 *
 * <pre>
 *   u8 version ({@value MessageWriter#VERSION}), u8 type ({@link MessageType}), then the fields of the record in their order
 * </pre>
 *
 * <p>All numbers are big-endian. {@code Id} is i64 origin, i64 number. {@code text} is u16 length and that many bytes of UTF-8.
 * Lists are u16 count ({@code u32} where said) and the elements; a count of 65,535 and more is u16 0xffff and i32. Booleans are u8 0 or 1.
 *
 * <p><b>Versions:</b> units of different versions refuse each other as they greet. How that is to change with the first release that others
 * have to update from: {@code docs/design/008-failures.md}.
 */
public sealed interface UnitMessage
        permits StreamMessage,
                ReplyMessage,
                ValueMessage,
                ClusterMessage,
                ObjectMessage,
                CodeMessage,
                LifeMessage,
                BarrierMessage {
    /** Its type on the wire. */
    MessageType type();
}
