package dev.mosaic.operator.observe;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * One copy of what several have, for as long as one of them has it. What is in it is not to be changed.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a hash of the whole value.
 */
final class Copies {
    private final Map<Object, WeakReference<Object>> copies = new WeakHashMap<>();

    /** The first that equals it. */
    @SuppressWarnings("unchecked")
    synchronized <T> T same(T value) {
        WeakReference<Object> known = copies.get(value);
        Object first = known == null ? null : known.get();
        if (first != null && first.getClass() == value.getClass()) {
            return (T) first;
        }
        copies.put(value, new WeakReference<>(value));
        return value;
    }
}
