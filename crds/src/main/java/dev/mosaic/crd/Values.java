package dev.mosaic.crd;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists and maps as records keep them: none is empty, and nobody changes them. */
final class Values {
    private Values() {}

    static <T> List<T> list(@Nullable List<T> given) {
        return given == null ? List.of() : List.copyOf(given);
    }

    /** In the order in which they were written. */
    static <V> Map<String, V> map(@Nullable Map<String, V> given) {
        return given == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }
}
