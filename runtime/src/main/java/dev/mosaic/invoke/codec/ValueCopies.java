package dev.mosaic.invoke.codec;

import dev.mosaic.message.Payload;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Copies of a value, each decoded from what was encoded once.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class ValueCopies {
    /** Of what is decoded for each copy. */
    private static final int MOST_BYTES = 1 << 20;

    private ValueCopies() {}

    /** As {@link dev.mosaic.Copies#each}. */
    @SuppressWarnings("unchecked") // a copy is of the type of the value
    public static <T extends @Nullable Object> Supplier<T> of(ValueCodec codec, T value) {
        Encoder out = codec.encoder();
        out.reset("value");
        out.object(value);
        if (out.inlineBytes() > MOST_BYTES) {
            return () -> value;
        }
        long bytes = out.inlineBytes();
        for (MemorySegment array : out.far()) {
            bytes += array.byteSize();
        }
        boolean isLarge = bytes > MOST_BYTES;
        Payload payload = isLarge ? out.finish((array, isOwn) -> new Capture.Part(array, null)) : out.finish();
        return () -> (T) new Values(codec, payload, null, isLarge).value();
    }
}
