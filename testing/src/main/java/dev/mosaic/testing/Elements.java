package dev.mosaic.testing;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How much an object keeps: the elements of all collections, maps and arrays that are reached from it through fields of Mosaic's classes.
 * What only lives grows and shrinks; what is kept of the dead for ever grows.
 *
 * <p><b>Cost:</b> one look at each object that is reached.
 */
public final class Elements {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> open = new ArrayDeque<>();
    private final Map<String, Long> counts = new TreeMap<>();

    private Elements() {}

    /**
     * The elements by the class and the field that lead to them.
     *
     * @param root where to begin
     * @param outside what is not looked into, such as the test's own
     */
    public static Map<String, Long> of(Object root, Object... outside) {
        Elements elements = new Elements();
        for (Object each : outside) {
            elements.seen.add(each);
        }
        elements.reach("", root);
        while (!elements.open.isEmpty()) {
            elements.look(elements.open.pop());
        }
        return elements.counts;
    }

    private void look(Object object) {
        for (Class<?> type = object.getClass(); type != null && isMosaics(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    reach(type.getName() + "." + field.getName(), value(field, object));
                }
            }
        }
    }

    private static Object value(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(field.toString(), impossible);
        }
    }

    private void reach(String by, Object object) {
        if (object == null || !seen.add(object)) {
            return;
        }
        switch (object) {
            case Map<?, ?> map -> {
                counts.merge(by, (long) map.size(), Long::sum);
                map.forEach((key, value) -> {
                    reach(by, key);
                    reach(by, value);
                });
            }
            case Collection<?> all -> {
                counts.merge(by, (long) all.size(), Long::sum);
                all.forEach(each -> reach(by, each));
            }
            case Optional<?> one -> one.ifPresent(each -> reach(by, each));
            case Object array
            when array.getClass().isArray() -> {
                counts.merge(by, (long) Array.getLength(array), Long::sum);
                if (array instanceof Object[] objects) {
                    for (Object each : objects) {
                        reach(by, each);
                    }
                }
            }
            case Object own when isMosaics(own.getClass()) -> open.push(own);
            default -> {}
        }
    }

    private static boolean isMosaics(Class<?> type) {
        return type.getName().startsWith("dev.mosaic.") && !type.isEnum();
    }
}
