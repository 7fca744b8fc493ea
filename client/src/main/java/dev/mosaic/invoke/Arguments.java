package dev.mosaic.invoke;

import dev.mosaic.TesseraProxy;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Gives the arguments of a call, in the order they were written. An argument that was a task is read like any other: its
 * value is here before the call starts.
 *
 * <p><b>Threading:</b> the thread that runs the call. <b>Cost:</b> arrays are fresh and belong to the reader. <b>Failure:</b>
 * a value of another type is a {@link dev.mosaic.SerializationException} that names both; a primitive is never null.
 */
public interface Arguments {
    boolean booleanValue();

    byte byteValue();

    short shortValue();

    char charValue();

    int intValue();

    long longValue();

    float floatValue();

    double doubleValue();

    boolean @Nullable [] booleans();

    byte @Nullable [] bytes();

    short @Nullable [] shorts();

    char @Nullable [] chars();

    int @Nullable [] ints();

    long @Nullable [] longs();

    float @Nullable [] floats();

    double @Nullable [] doubles();

    @Nullable String text();

    @Nullable MemorySegment segment();

    @Nullable ByteBuffer buffer();

    /** A proxy of that class, which has a public constructor of one {@code TesseraHandle}. */
    <P extends TesseraProxy> @Nullable P proxy(Class<P> type);

    /** Any value of that class; for a primitive class its box. */
    <T> @Nullable T object(Class<T> type);
}
