package dev.mosaic.message;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encoded values: arguments, a result, or an entry. Opaque to the machines, but for its size and the references in it.
 *
 * <p><b>Threading:</b> immutable by agreement: nobody writes to the bytes after it was made. <b>Cost:</b> out-of-band
 * segments are never copied by the kernel; they travel as parts of their own, or, in shared memory, as the name of their place.
 *
 * <pre>
 *   u32 inline length, inline bytes
 *   count of out-of-band parts, then for each
 *       u8 0, i64 size         its bytes are the message's next further part
 *       u8 1, Place            it lies in shared memory (i64 owner, i32 pid, i32 file, i32 slab, i64 offset, i64 size, i64 generation)
 *   count of carried, then for each: Id (16 B), i64 unit
 *   count: u16; from 65,535 on the u16 0xffff and an i32
 * </pre>
 *
 * <p>Where there are parts and no inline bytes, the first part stands for them: that is how a store keeps long ones.
 *
 * @param inline the small part
 * @param outOfBand large arrays; {@link #ELSEWHERE} for one that is known by its place only
 * @param carried proxies and refs inside
 * @param places where the parts lie in shared memory, null for those that do not; empty where none does
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record Payload(
        byte[] inline, List<MemorySegment> outOfBand, List<Carried> carried, List<@Nullable Place> places) {
    /** Nothing: the arguments of a method without parameters, or the value of one that returns nothing. */
    public static final Payload EMPTY = new Payload(new byte[0], List.of(), List.of());

    /** Stands for a part that is known by its place. */
    public static final MemorySegment ELSEWHERE = MemorySegment.NULL;

    public Payload {
        outOfBand = List.copyOf(outOfBand);
        carried = List.copyOf(carried);
        places = isAnyShared(places)
                ? Collections.unmodifiableList(new ArrayList<>(places))
                : Collections.<@Nullable Place>emptyList();
    }

    private static boolean isAnyShared(List<@Nullable Place> places) {
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i) != null) {
                return true;
            }
        }
        return false;
    }

    /** Without shared memory. */
    public Payload(byte[] inline, List<MemorySegment> outOfBand, List<Carried> carried) {
        this(inline, outOfBand, carried, List.of());
    }

    public static Payload of(byte[] inline) {
        return new Payload(inline, List.of(), List.of());
    }

    /** The same bytes with other words about where the proxies inside live. */
    public Payload withCarried(List<Carried> others) {
        return new Payload(inline, outOfBand, others, places);
    }

    /** Where that part lies in shared memory; null where it does not. */
    public @Nullable Place place(int part) {
        return places.isEmpty() ? null : places.get(part);
    }

    /** Bytes of that part. */
    public long partBytes(int part) {
        Place place = place(part);
        return place == null ? outOfBand.get(part).byteSize() : place.size();
    }

    /** All bytes, without what frames them. */
    public long sizeBytes() {
        long sum = inline.length;
        for (int i = 0; i < outOfBand.size(); i++) {
            sum += partBytes(i);
        }
        return sum;
    }

    /** By content; parts in shared memory by their places. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof Payload that) || outOfBand.size() != that.outOfBand.size()) {
            return false;
        }
        for (int i = 0; i < outOfBand.size(); i++) {
            if (!Objects.equals(place(i), that.place(i))
                    || outOfBand.get(i).byteSize() != that.outOfBand.get(i).byteSize()
                    || outOfBand.get(i).mismatch(that.outOfBand.get(i)) != -1) {
                return false;
            }
        }
        return Arrays.equals(inline, that.inline) && carried.equals(that.carried);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(inline);
    }

    @Override
    public String toString() {
        return "Payload[" + sizeBytes() + " B" + (carried.isEmpty() ? "" : ", carries " + carried) + "]";
    }
}
