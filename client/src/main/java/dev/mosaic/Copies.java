package dev.mosaic;

import dev.mosaic.unit.Copier;
import dev.mosaic.unit.Unit;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Static methods that make deep copies of values, as a call does with its arguments. An immutable value, such as a string, a number, or a record or
 * a lambda of such values, is not copied.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> arrays are cloned; other values are encoded and decoded, some microseconds for a small object.
 * <b>Failure:</b> {@link SerializationException} if the value cannot be serialized.
 */
public final class Copies {
    private Copies() {}

    /** A copy of the value. */
    @SuppressWarnings("unchecked") // of the same type
    public static <T extends @Nullable Object> T of(T value) {
        return (T)
                switch (value) {
                    case boolean[] array -> array.clone();
                    case byte[] array -> array.clone();
                    case short[] array -> array.clone();
                    case char[] array -> array.clone();
                    case int[] array -> array.clone();
                    case long[] array -> array.clone();
                    case float[] array -> array.clone();
                    case double[] array -> array.clone();
                    case Object[] array -> {
                        @Nullable Object[] copies = array.clone();
                        Arrays.setAll(copies, i -> Copies.of(copies[i]));
                        yield copies;
                    }
                    case null, default -> Copies.each(value).get();
                };
    }

    /**
     * Returns a supplier of copies of the current value. The value is encoded only once.
     *
     * <p>Arrays of 4 KiB or more in a value of more than 1 MiB are not copied: all copies share them. A value that is larger than 1 MiB without
     * these arrays is not copied at all.
     */
    public static <T extends @Nullable Object> Supplier<T> each(T value) {
        return Unchanging.test(value) ? () -> value : copies(value);
    }

    private static <T extends @Nullable Object> Supplier<T> copies(T value) {
        Unit unit;
        try {
            unit = Unit.current();
        } catch (NoMosaicException none) {
            return ServiceLoader.load(Copier.class)
                    .findFirst()
                    .orElseThrow(() -> none)
                    .copies(value);
        }
        return unit.copies(value);
    }
}
