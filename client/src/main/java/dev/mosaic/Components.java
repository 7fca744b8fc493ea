package dev.mosaic;

import dev.mosaic.function.Function1;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** Components of records by their place. */
final class Components {
    private Components() {}

    @SuppressWarnings({"unchecked", "NullAway"}) // the caller says what type it has
    static <R extends @Nullable Object> Function1<@Nullable Object, R> at(int index) {
        return value -> (R) get((Record) value, index);
    }

    private static @Nullable Object get(Record value, int index)
            throws IllegalAccessException, InvocationTargetException {
        RecordComponent[] components = value.getClass().getRecordComponents();
        if (index < 0 || index >= components.length) {
            throw new IndexOutOfBoundsException("output(" + index + ") of "
                    + value.getClass().getName() + ", which has " + components.length + " components");
        }
        Method accessor = components[index].getAccessor();
        accessor.setAccessible(true); // the record may be private to its class
        return accessor.invoke(value);
    }
}
