package dev.mosaic.serve.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.mosaic.serve.call.Problem;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One thing that JSON can call: a method, a constructor, or an attribute.
 *
 * @param name as callers say it
 * @param parameters their names; empty where they are not known
 * @param types of the parameters
 * @param result of the call; of a promise its value, of a {@code Multi} its items
 * @param declared what it says it throws
 * @param flow true where values come one by one
 */
record JsonMember(
        String name,
        List<String> parameters,
        List<JavaType> types,
        JavaType result,
        List<Class<?>> declared,
        boolean flow,
        Body body) {
    /** What it does. */
    sealed interface Body {}

    /** A method or a constructor. */
    record Code(Executable code) implements Body {}

    /** An attribute is read. */
    record Read(Field field) implements Body {}

    /** An attribute is written. */
    record Write(Field field) implements Body {}

    boolean hasNames() {
        return parameters.size() == types.size();
    }

    /** What the arguments are in Java. */
    List<@Nullable Object> read(JsonMapper mapper, List<JsonNode> given, List<String> places) throws MisfitException {
        List<@Nullable Object> values = new ArrayList<>(given.size());
        for (int i = 0; i < given.size(); i++) {
            values.add(value(mapper, given.get(i), types.get(i), places.get(i)));
        }
        return values;
    }

    private static @Nullable Object value(JsonMapper mapper, JsonNode given, JavaType type, String place)
            throws MisfitException {
        try {
            return mapper.readerFor(type).readValue(given);
        } catch (JsonMappingException misfit) {
            throw misfit(misfit.getOriginalMessage(), place + pointer(misfit), type);
        } catch (java.io.IOException | IllegalArgumentException misfit) {
            throw misfit(
                    misfit instanceof JsonProcessingException json ? json.getOriginalMessage() : misfit.toString(),
                    place,
                    type);
        }
    }

    private static MisfitException misfit(String message, String place, JavaType type) {
        return new MisfitException(
                Problem.of(Problem.Kind.ARGUMENTS, place + " is no " + type.toCanonical() + ": " + message)
                        .at(place));
    }

    private static String pointer(JsonMappingException misfit) {
        return misfit.getPath().stream()
                .map(step ->
                        "/" + (step.getFieldName() == null ? String.valueOf(step.getIndex()) : step.getFieldName()))
                .collect(Collectors.joining());
    }

    /** How well the JSON goes with the types, where several can read it: 0 is best. */
    int distance(List<JsonNode> given) {
        int sum = 0;
        for (int i = 0; i < given.size(); i++) {
            sum += distance(given.get(i), types.get(i).getRawClass());
        }
        return sum;
    }

    private static int distance(JsonNode given, Class<?> type) {
        return switch (given.getNodeType()) {
            case BOOLEAN -> type == boolean.class || type == Boolean.class ? 0 : 1;
            case STRING -> type == String.class ? 0 : CharSequence.class.isAssignableFrom(type) ? 1 : 2;
            case NUMBER -> number(given, type);
            case ARRAY -> type.isArray() || java.util.Collection.class.isAssignableFrom(type) ? 0 : 1;
            case OBJECT -> type == Object.class ? 1 : 0;
            case NULL, MISSING, BINARY, POJO -> 0;
        };
    }

    private static int number(JsonNode given, Class<?> type) {
        boolean isWhole = given.isIntegralNumber();
        if (type == int.class || type == Integer.class) {
            return isWhole ? 0 : 9;
        }
        if (type == long.class || type == Long.class) {
            return isWhole ? 1 : 9;
        }
        if (type == double.class || type == Double.class) {
            return isWhole ? 2 : 0;
        }
        return 3;
    }

    @Nullable Object call(@Nullable Object target, List<@Nullable Object> values) throws Throwable {
        try {
            return switch (body) {
                case Code(Method method) -> method.invoke(target, values.toArray());
                case Code(Executable constructor) ->
                    ((java.lang.reflect.Constructor<?>) constructor).newInstance(values.toArray());
                case Read(Field field) -> field.get(target);
                case Write(Field field) -> {
                    field.set(target, values.getFirst());
                    yield null;
                }
            };
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    @Override
    public String toString() {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            String type = types.get(i).getRawClass().getSimpleName();
            words.add(hasNames() ? type + " " + parameters.get(i) : type);
        }
        return name + "(" + String.join(", ", words) + ")";
    }
}
