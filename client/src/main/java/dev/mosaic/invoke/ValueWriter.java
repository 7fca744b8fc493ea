package dev.mosaic.invoke;

import dev.mosaic.TesseraProxy;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the values of a call or a result, one after the other. Each is written with a tag that says what it is, so that a
 * reader can tell a wrong type from wrong bytes.
 *
 * <p>Generated code picks the method by the declared type: the primitive's for primitives and their boxes (a null box goes
 * through {@link #object}), the array's for arrays, {@link #object} for all else.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> each value is copied once; from 4 KiB arrays travel out of band. Null is
 * allowed where the type says so. <b>Failure:</b> a value that cannot be captured is a {@link
 * dev.mosaic.SerializationException}; nothing is sent then.
 *
 * @param <S> the type itself, so that calls can be chained
 */
public interface ValueWriter<S extends ValueWriter<S>> {
    S booleanValue(boolean value);

    S byteValue(byte value);

    S shortValue(short value);

    S charValue(char value);

    S intValue(int value);

    S longValue(long value);

    S floatValue(float value);

    S doubleValue(double value);

    S booleans(boolean @Nullable [] values);

    S bytes(byte @Nullable [] values);

    S shorts(short @Nullable [] values);

    S chars(char @Nullable [] values);

    S ints(int @Nullable [] values);

    S longs(long @Nullable [] values);

    S floats(float @Nullable [] values);

    S doubles(double @Nullable [] values);

    S text(@Nullable String value);

    /** Copied; the reader gets one of its own, read-only. */
    S segment(@Nullable MemorySegment value);

    /** From position to limit, copied; the reader gets one of its own. */
    S buffer(@Nullable ByteBuffer value);

    /** A proxy, generated or {@link dev.mosaic.Remote}; the receiver holds the tessera from then on. */
    S proxy(@Nullable TesseraProxy value);

    /** Any value: by its class one of the above, else by the general codec. */
    S object(@Nullable Object value);
}
