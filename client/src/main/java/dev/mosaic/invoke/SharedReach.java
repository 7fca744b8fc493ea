package dev.mosaic.invoke;

import java.lang.ref.WeakReference;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One {@link TypeReach} for all declared types of a class loader that reach the same classes, such as {@code List<Point>} and {@code Point[]}:
 * it grows for all of them at once, so what was read by one of them can be read again by another.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> it and the classes it reaches stay as long as somebody has it.
 *
 * @param key keeps the entry of the table while this is in use
 */
record SharedReach(Key key, TypeReach reach) {
    private static final Map<Key, WeakReference<SharedReach>> KNOWN = new WeakHashMap<>();

    /**
     * Equal for what is shared.
     *
     * @param home of who declares the types: a reach may come to hold classes of the program, which must not stay with another one
     * @param roots what the declared type reaches, before any subclass came
     */
    private record Key(@Nullable ClassLoader home, Set<Class<?>> roots) {}

    static SharedReach of(Class<?> home, Type declared) {
        TypeReach reach = new TypeReach();
        reach.add(declared);
        SharedReach made = new SharedReach(new Key(home.getClassLoader(), reach.types()), reach);
        if (reach.isOpen()) {
            return made; // what it reaches was not looked at to its end
        }
        synchronized (KNOWN) {
            WeakReference<SharedReach> known = KNOWN.get(made.key);
            SharedReach first = known == null ? null : known.get();
            if (first != null) {
                return first;
            }
            KNOWN.remove(made.key); // else the key of before would stay, which nobody keeps
            KNOWN.put(made.key, new WeakReference<>(made));
            return made;
        }
    }
}
