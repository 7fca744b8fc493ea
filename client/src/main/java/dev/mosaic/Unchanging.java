package dev.mosaic;

import java.io.File;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Tells values in which nothing can be changed. Others may be such too: what is not known is taken for one that can be changed.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> O(parts of the value).
 */
final class Unchanging {
    private static final int DEEPEST = 16;

    private static final Set<Class<?>> FINAL = Set.of(
            String.class,
            Integer.class,
            Long.class,
            Double.class,
            Float.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Class.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class,
            Locale.class,
            URI.class,
            File.class);

    /** The accessors of a record's components that may be of something that can be changed. Empty where they cannot be called. */
    private static final ClassValue<Optional<List<Method>>> ACCESSORS = new ClassValue<>() {
        @Override
        protected Optional<List<Method>> computeValue(Class<?> type) {
            List<Method> methods = Arrays.stream(type.getRecordComponents())
                    .filter(part -> !part.getType().isPrimitive() && !FINAL.contains(part.getType()))
                    .map(RecordComponent::getAccessor)
                    .toList();
            try {
                methods.forEach(method -> method.setAccessible(true));
            } catch (RuntimeException closed) { // its module is not open
                return Optional.empty();
            }
            return Optional.of(methods);
        }
    };

    private Unchanging() {}

    static boolean test(@Nullable Object value) {
        return test(value, 0);
    }

    private static boolean test(@Nullable Object value, int depth) {
        if (value == null || FINAL.contains(value.getClass())) {
            return true;
        }
        if (depth == DEEPEST) {
            return false;
        }
        return switch (value) {
            case Enum<?> constant -> true;
            case Ref<?> ref -> true;
            case TesseraProxy proxy -> true;
            case Path path -> true;
            case Record parts -> record(parts, depth + 1);
            case Optional<?> optional -> test(optional.orElse(null), depth + 1);
            case Collection<?> items when isOfJdk(value) -> all(items, depth + 1);
            case Map<?, ?> map when isOfJdk(value) -> all(map.keySet(), depth + 1) && all(map.values(), depth + 1);
            default ->
                value.getClass().getPackageName().equals("java.time")
                        || (value.getClass().isHidden() && lambda(value, depth + 1));
        };
    }

    /** Whether it comes of {@code List.of} and the like. Their lists of parts of a list are over a list that may be of others. */
    private static boolean isOfJdk(Object value) {
        String name = value.getClass().getName();
        return name.startsWith("java.util.ImmutableCollections$") && !name.endsWith("SubList");
    }

    private static boolean all(Collection<?> values, int depth) {
        for (Object each : values) {
            if (!test(each, depth)) {
                return false;
            }
        }
        return true;
    }

    private static boolean record(Record value, int depth) {
        Optional<List<Method>> accessors = ACCESSORS.get(value.getClass());
        try {
            for (Method each : accessors.orElse(List.of())) {
                if (!test(each.invoke(value), depth)) {
                    return false;
                }
            }
        } catch (ReflectiveOperationException thrown) { // code of the program
            return false;
        }
        return accessors.isPresent();
    }

    private static boolean lambda(Object value, int depth) {
        try {
            Method replace = value.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            if (!(replace.invoke(value) instanceof SerializedLambda lambda)) {
                return false;
            }
            for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
                if (!test(lambda.getCapturedArg(i), depth)) {
                    return false;
                }
            }
            return true;
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return false;
        }
    }
}
