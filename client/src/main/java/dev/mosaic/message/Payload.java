package dev.mosaic.message;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encoded values: arguments or a result. Opaque to the machines, but for its size and the proxies in it.
 *
 * <p><b>Threading:</b> immutable by agreement: nobody writes to the bytes after it was made. <b>Cost:</b> out-of-band
 * segments are never copied by the kernel; they travel as parts of their own.
 *
 * <pre>
 *   u32 inline length, inline bytes
 *   u16 out-of-band count, then for each: i64 size          (the bytes are the message's further parts, in order)
 *   u16 carried count, then for each: Id tessera (16 B), i64 worker
 * </pre>
 *
 * @param inline the small part
 * @param outOfBand large arrays
 * @param carried proxies inside
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record Payload(byte[] inline, List<MemorySegment> outOfBand, List<Carried> carried) {
    /** Nothing: the arguments of a method without parameters, or the value of one that returns nothing. */
    public static final Payload EMPTY = new Payload(new byte[0], List.of(), List.of());

    public Payload {
        outOfBand = List.copyOf(outOfBand);
        carried = List.copyOf(carried);
    }

    public static Payload of(byte[] inline) {
        return new Payload(inline, List.of(), List.of());
    }

    /** The same bytes with other words about where the proxies inside live. */
    public Payload withCarried(List<Carried> others) {
        return new Payload(inline, outOfBand, others);
    }

    /** All bytes, without what frames them. */
    public long sizeBytes() {
        long sum = inline.length;
        for (MemorySegment segment : outOfBand) {
            sum += segment.byteSize();
        }
        return sum;
    }

    /** By content. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof Payload that) || outOfBand.size() != that.outOfBand.size()) {
            return false;
        }
        for (int i = 0; i < outOfBand.size(); i++) {
            if (outOfBand.get(i).byteSize() != that.outOfBand.get(i).byteSize()
                    || outOfBand.get(i).mismatch(that.outOfBand.get(i)) != -1) {
                return false;
            }
        }
        return java.util.Arrays.equals(inline, that.inline) && carried.equals(that.carried);
    }

    @Override
    public int hashCode() {
        return java.util.Arrays.hashCode(inline);
    }

    @Override
    public String toString() {
        return "Payload[" + sizeBytes() + " B" + (carried.isEmpty() ? "" : ", carries " + carried) + "]";
    }
}
