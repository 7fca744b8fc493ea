package dev.mosaic.parallel;

import dev.mosaic.SerializationException;
import java.io.File;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A hash of keys that is the same in each process, which {@code hashCode()} need not be: that of an enum or of a class is another one in each.
 *
 * <p>Equal keys have equal hashes. The hash of values of the JDK is made of numbers and texts; that of an enum, a record, a list, a set, a map, an
 * entry or an optional of what it holds. What {@code hashCode()} of any other class depends on cannot be seen, so 0 is the hash of all its values.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> as {@code hashCode()}, with some reflection for a record. <b>Failure:</b> a key whose copies are not
 * equal, such as an array, is a {@link SerializationException}.
 */
final class KeyHash {
    /** How the values of a class are hashed, which are in a key or are the key. */
    private interface Form {
        int of(Object value, Object key);
    }

    private static final Form UNKNOWN = (value, key) -> 0;

    /** Classes whose {@code hashCode()} is computed of numbers and texts. */
    private static final Set<Class<?>> NUMBERS_AND_TEXTS = Set.of(
            String.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class,
            URI.class,
            File.class,
            Path.of("").getClass(),
            Inet4Address.class,
            Inet6Address.class,
            Locale.class,
            Date.class,
            BitSet.class,
            OptionalInt.class,
            OptionalLong.class,
            OptionalDouble.class,
            Duration.class,
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class,
            MonthDay.class,
            OffsetDateTime.class,
            OffsetTime.class,
            Period.class,
            Year.class,
            YearMonth.class,
            ZoneId.of("UTC").getClass(),
            ZoneOffset.class,
            ZonedDateTime.class);

    private static final ClassValue<Form> FORMS = new ClassValue<>() {
        @Override
        protected Form computeValue(Class<?> type) {
            return form(type);
        }
    };

    private KeyHash() {}

    /** The hash of a key. */
    static int of(@Nullable Object key) {
        return key == null ? 0 : part(key, key);
    }

    /** A key that was not seen before; one whose copies are not equal is refused. */
    static void check(@Nullable Object key) {
        of(key);
    }

    private static int part(@Nullable Object value, Object key) {
        return value == null ? 0 : FORMS.get(value.getClass()).of(value, key);
    }

    private static Form form(Class<?> type) {
        if (NUMBERS_AND_TEXTS.contains(type)) {
            return (value, key) -> value.hashCode();
        }
        if (Enum.class.isAssignableFrom(type)) {
            return (value, key) -> ofEnum((Enum<?>) value);
        }
        if (type == Class.class) {
            return (value, key) -> ((Class<?>) value).getName().hashCode();
        }
        if (type == Currency.class) {
            return (value, key) -> ((Currency) value).getCurrencyCode().hashCode();
        }
        if (isEqualToItselfAlone(type)) {
            return (value, key) -> {
                throw refused(type, key);
            };
        }
        if (type.isRecord()) {
            return ofRecord(type);
        }
        return ofElements(type);
    }

    private static int ofEnum(Enum<?> value) {
        return 31 * value.getDeclaringClass().getName().hashCode()
                + value.name().hashCode();
    }

    /** By the rules that {@code equals} of these interfaces has. */
    private static Form ofElements(Class<?> type) {
        if (List.class.isAssignableFrom(type)) {
            return (value, key) -> {
                int hash = 1;
                for (Object each : (List<?>) value) {
                    hash = 31 * hash + part(each, key);
                }
                return hash;
            };
        }
        if (Set.class.isAssignableFrom(type)) {
            return (value, key) -> {
                int hash = 0;
                for (Object each : (Set<?>) value) {
                    hash += part(each, key);
                }
                return hash;
            };
        }
        if (Map.class.isAssignableFrom(type)) {
            return (value, key) -> {
                int hash = 0;
                for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                    hash += ofEntry(each, key);
                }
                return hash;
            };
        }
        if (Map.Entry.class.isAssignableFrom(type)) {
            return (value, key) -> ofEntry((Map.Entry<?, ?>) value, key);
        }
        if (type == Optional.class) {
            return (value, key) -> part(((Optional<?>) value).orElse(null), key);
        }
        return UNKNOWN;
    }

    private static int ofEntry(Map.Entry<?, ?> entry, Object key) {
        return 31 * part(entry.getKey(), key) + part(entry.getValue(), key);
    }

    /** By its components, where its equality is the one that the compiler writes, which is final. */
    private static Form ofRecord(Class<?> type) {
        Field[] fields = Stream.of(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .toArray(Field[]::new);
        boolean isCompilers =
                Modifier.isFinal(method(type, "equals", Object.class).getModifiers())
                        && Modifier.isFinal(method(type, "hashCode").getModifiers());
        if (!isCompilers || !Arrays.stream(fields).allMatch(AccessibleObject::trySetAccessible)) {
            return UNKNOWN;
        }
        return (value, key) -> {
            int hash = 0;
            for (Field field : fields) {
                hash = 31 * hash + part(read(field, value), key);
            }
            return hash;
        };
    }

    private static @Nullable Object read(Field field, Object value) {
        try {
            return field.get(value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("field=" + field + " was made accessible", e);
        }
    }

    /** An array, or a class without an equality of its own; but not one whose copies are replaced by the same object. */
    private static boolean isEqualToItselfAlone(Class<?> type) {
        if (type.isArray() || type == IdentityHashMap.class) {
            return true;
        }
        boolean hasOwn = isOwn(type, "equals", Object.class) && isOwn(type, "hashCode");
        return !hasOwn && !isReplaced(type);
    }

    private static boolean isOwn(Class<?> type, String name, Class<?>... parameters) {
        return method(type, name, parameters).getDeclaringClass() != Object.class;
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("each class has " + name, e);
        }
    }

    private static boolean isReplaced(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (Stream.of(at.getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals("readResolve") && method.getParameterCount() == 0)) {
                return true;
            }
        }
        return false;
    }

    private static SerializationException refused(Class<?> type, Object key) {
        String holder = key.getClass().getTypeName();
        String part = type.getTypeName();
        return new SerializationException(
                "a key of " + holder + (holder.equals(part) ? "" : " holds a value of " + part)
                        + ", whose copies are not equal"
                        + (type.isArray() ? "" : ": it has no equals and hashCode, or they compare identity"),
                "take a record, a String or a List of what makes two keys equal");
    }
}
