package dev.mosaic.invoke.codec;

import dev.mosaic.Arg;
import dev.mosaic.Ref;
import dev.mosaic.SerializationException;
import dev.mosaic.invoke.TypeLimit;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nearest object in a graph that cannot be written, and the way to it: {@code Model.grid[3].lock}. Used when writing failed.
 *
 * <p><b>Threading:</b> one thread; the graph should stand still. <b>Cost:</b> at most {@value #MAX_OBJECTS} objects are looked at, breadth first.
 * <b>Failure:</b> none; what cannot be looked into is passed over.
 */
final class FieldPath {
    /**
     * What was found.
     *
     * @param path from the root's class on
     * @param what the class that stands there
     */
    record Found(String path, String what, String advice) {}

    private record Step(Object value, String part, @Nullable Step from) {
        /** From the root on; of a long one, the beginning and the end. */
        String path() {
            Deque<String> parts = new ArrayDeque<>();
            for (Step at = this; at != null; at = at.from) {
                parts.push(at.part);
            }
            String path = String.join("", parts);
            return path.length() <= MAX_PATH
                    ? path
                    : path.substring(0, MAX_PATH / 2) + " ... " + path.substring(path.length() - MAX_PATH / 2);
        }
    }

    private static final int MAX_PATH = 1000;
    private static final int MAX_OBJECTS = 100_000;

    private final AllowedClasses classes;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Step> open = new ArrayDeque<>();

    FieldPath(AllowedClasses classes) {
        this.classes = classes;
    }

    @Nullable Found find(Object root) {
        String simple = root.getClass().getSimpleName();
        String type = simple.isEmpty() ? root.getClass().getName() : simple;
        add(root, root.getClass().isHidden() ? "lambda" : type, null);
        while (!open.isEmpty() && seen.size() < MAX_OBJECTS) {
            Step step = open.remove();
            Found found = refused(step);
            if (found != null) {
                return found;
            }
            if (!AllowedClasses.isCopiedByUs(step.value().getClass())) {
                lookInto(step);
            }
        }
        return null;
    }

    private @Nullable Found refused(Step step) {
        Class<?> type = step.value().getClass();
        String name = type.getTypeName();
        if (step.value() instanceof Arg<?> && !(step.value() instanceof Ref<?>)) {
            return new Found(step.path(), "a Task inside an object", "pass it as argument, or its result()");
        }
        if (LambdaSerializer.isLambda(type)) {
            try {
                var _ = LambdaSerializer.serialized(step.value());
                return null;
            } catch (SerializationException refused) {
                return new Found(step.path(), refused.what(), refused.advice());
            }
        }
        return classes.isAllowed(type)
                ? null
                : new Found(step.path(), name, classes.refusal(name).advice());
    }

    private void lookInto(Step step) {
        Object value = step.value();
        try {
            switch (value) {
                case Object[] array -> {
                    for (int i = 0; i < Array.getLength(array); i++) {
                        add(array[i], "[" + i + "]", step);
                    }
                }
                case Map<?, ?> map
                when TypeLimit.isOfJdk(value.getClass()) ->
                    map.forEach((key, entry) -> {
                        add(key, ".key(" + shown(key) + ")", step);
                        add(entry, "[" + shown(key) + "]", step);
                    });
                case Iterable<?> values
                when TypeLimit.isOfJdk(value.getClass()) -> {
                    int i = 0;
                    for (Object each : values) {
                        add(each, "[" + i++ + "]", step);
                    }
                }
                case Optional<?> maybe -> maybe.ifPresent(inside -> add(inside, ".get()", step));
                default -> fields(step);
            }
        } catch (RuntimeException changing) {
            // a collection that changes meanwhile, or a class that is closed: another path may still be found
        }
    }

    private void fields(Step step) {
        for (Class<?> at = step.value().getClass(); at != null && !TypeLimit.isOfJdk(at); at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())
                        || Modifier.isTransient(field.getModifiers())
                        || field.getType().isPrimitive()) {
                    continue;
                }
                try {
                    field.setAccessible(true);
                    String name = at.isHidden() ? "captured " + field.getType().getSimpleName() : field.getName();
                    add(field.get(step.value()), "." + name, step);
                } catch (IllegalAccessException | RuntimeException closed) {
                    // passed over
                }
            }
        }
    }

    private void add(@Nullable Object value, String part, @Nullable Step from) {
        if (value != null && seen.add(value)) {
            open.add(new Step(value, part, from));
        }
    }

    private static String shown(@Nullable Object key) {
        String text = key instanceof String || key instanceof Number || key instanceof Enum<?>
                ? key.toString()
                : key == null ? "null" : key.getClass().getSimpleName();
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
}
