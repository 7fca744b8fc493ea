package dev.mosaic.invoke.codec;

import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.message.Payload;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The fields that the program's own classes add to an exception, each written by itself so that one that cannot be does not
 * lose the others.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> none; such a field is left out, and has its type's default when rebuilt.
 */
final class ThrownFields {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Written(Field field, byte[] bytes) {}

    private static final ClassValue<Map<String, TypeLimit>> LIMITS = new ClassValue<>() {
        @Override
        protected Map<String, TypeLimit> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final ValueCodec codec;
    private final boolean leftOut;

    ThrownFields(ValueCodec codec, boolean leftOut) {
        this.codec = codec;
        this.leftOut = leftOut;
    }

    /** @param mostBytes what all of them may take; 0 for none */
    void write(Throwable owner, Sink sink, int mostBytes) {
        List<Written> written = new ArrayList<>();
        int left = leftOut ? 0 : mostBytes;
        for (Field field : left == 0 ? List.<Field>of() : fields(owner.getClass())) {
            byte[] bytes = bytes(field, owner);
            if (bytes != null && bytes.length <= left) {
                left -= bytes.length;
                written.add(new Written(field, bytes));
            }
        }
        sink.u16(written.size());
        for (Written each : written) {
            sink.name(each.field().getDeclaringClass().getName());
            sink.name(each.field().getName());
            sink.i32(each.bytes().length);
            sink.raw(each.bytes(), 0, each.bytes().length);
        }
    }

    /** Sets a field where the rebuilt exception has one like it. */
    void set(Throwable owner, String type, String name, byte[] bytes) {
        for (Field field : fields(owner.getClass())) {
            if (field.getName().equals(name)
                    && field.getDeclaringClass().getName().equals(type)) {
                try {
                    field.set(owner, new Values(codec, Payload.of(bytes), limit(field)).value());
                } catch (IllegalAccessException | RuntimeException | LinkageError | StackOverflowError broken) {
                    // stays as it is: an exception without one of its fields is worth more than none
                }
            }
        }
    }

    /** Whatever is thrown, its fields hold what they are declared to. */
    private static TypeLimit limit(Field field) {
        return LIMITS.get(field.getDeclaringClass()).computeIfAbsent(field.getName(), name -> TypeLimit.of(field));
    }

    private byte @Nullable [] bytes(Field field, Throwable owner) {
        try {
            return new Encoder(codec, true).object(field.get(owner)).finish().inline();
        } catch (IllegalAccessException | RuntimeException | LinkageError | StackOverflowError refused) {
            return null;
        }
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> found = new ArrayList<>();
        for (Class<?> at = type; !TypeLimit.isOfJdk(at); at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers())
                        && field.trySetAccessible()) {
                    found.add(field);
                }
            }
        }
        return found;
    }
}
