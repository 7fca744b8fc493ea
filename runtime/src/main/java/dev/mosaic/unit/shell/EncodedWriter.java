package dev.mosaic.unit.shell;

import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.ValueWriter;
import dev.mosaic.invoke.codec.Encoder;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes values into an encoder and stays itself in a chain of calls.
 *
 * @param <S> the type that is chained
 */
abstract class EncodedWriter<S extends ValueWriter<S>> implements ValueWriter<S> {
    final Encoder encoder;

    EncodedWriter(Encoder encoder) {
        this.encoder = encoder;
    }

    abstract S self();

    @Override
    public S booleanValue(boolean value) {
        encoder.booleanValue(value);
        return self();
    }

    @Override
    public S byteValue(byte value) {
        encoder.byteValue(value);
        return self();
    }

    @Override
    public S shortValue(short value) {
        encoder.shortValue(value);
        return self();
    }

    @Override
    public S charValue(char value) {
        encoder.charValue(value);
        return self();
    }

    @Override
    public S intValue(int value) {
        encoder.intValue(value);
        return self();
    }

    @Override
    public S longValue(long value) {
        encoder.longValue(value);
        return self();
    }

    @Override
    public S floatValue(float value) {
        encoder.floatValue(value);
        return self();
    }

    @Override
    public S doubleValue(double value) {
        encoder.doubleValue(value);
        return self();
    }

    @Override
    public S booleans(boolean @Nullable [] values) {
        encoder.booleans(values);
        return self();
    }

    @Override
    public S bytes(byte @Nullable [] values) {
        encoder.bytes(values);
        return self();
    }

    @Override
    public S shorts(short @Nullable [] values) {
        encoder.shorts(values);
        return self();
    }

    @Override
    public S chars(char @Nullable [] values) {
        encoder.chars(values);
        return self();
    }

    @Override
    public S ints(int @Nullable [] values) {
        encoder.ints(values);
        return self();
    }

    @Override
    public S longs(long @Nullable [] values) {
        encoder.longs(values);
        return self();
    }

    @Override
    public S floats(float @Nullable [] values) {
        encoder.floats(values);
        return self();
    }

    @Override
    public S doubles(double @Nullable [] values) {
        encoder.doubles(values);
        return self();
    }

    @Override
    public S text(@Nullable String value) {
        encoder.text(value);
        return self();
    }

    @Override
    public S segment(@Nullable MemorySegment value) {
        encoder.segment(value);
        return self();
    }

    @Override
    public S buffer(@Nullable ByteBuffer value) {
        encoder.buffer(value);
        return self();
    }

    @Override
    public S proxy(@Nullable TesseraProxy value) {
        encoder.proxy(value);
        return self();
    }

    @Override
    public S object(@Nullable Object value) {
        encoder.object(value);
        return self();
    }
}
