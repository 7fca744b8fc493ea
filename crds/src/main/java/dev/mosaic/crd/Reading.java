package dev.mosaic.crd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What came of reading a piece of JSON: a value, or what is wrong with it, in words.
 *
 * @param problem which field cannot be read and why, such as {@code spec.priority: "high" is not a whole number}
 */
record Reading<T>(Optional<T> value, Optional<String> problem) {
    private static final int LONGEST_VALUE = 60;

    private static final JsonMapper STRICT = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addMixIn(Quantity.class, CheckedQuantity.class)
            .build();

    /** A status is the operator's own. Words that another version of it wrote are no reason to stop. */
    private static final JsonMapper LENIENT = STRICT.rebuild()
            .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
            .build();

    /** Quantities are read with {@link QuantityReader}, wherever they stand. */
    @JsonDeserialize(using = QuantityReader.class)
    private interface CheckedQuantity {}

    /** What somebody wrote. */
    static <T> Reading<T> of(String where, JsonNode json, Class<T> type) {
        return of(STRICT, where, json, type);
    }

    /** What an operator wrote; words of an enum that this version does not know are passed over. */
    static <T> Reading<T> ofStatus(JsonNode json, Class<T> type) {
        return of(LENIENT, "status", json, type);
    }

    private static <T> Reading<T> of(ObjectMapper mapper, String where, JsonNode json, Class<T> type) {
        try {
            return new Reading<>(Optional.ofNullable(mapper.treeToValue(json, type)), Optional.empty());
        } catch (JsonMappingException e) {
            return new Reading<>(Optional.empty(), Optional.of(where + path(e) + ": " + words(e)));
        } catch (JsonProcessingException e) {
            return new Reading<>(Optional.empty(), Optional.of(where + ": " + e.getOriginalMessage()));
        }
    }

    private static String path(JsonMappingException e) {
        return e.getPath().stream()
                .map(each -> each.getFieldName() == null ? "[" + each.getIndex() + "]" : "." + each.getFieldName())
                .collect(Collectors.joining());
    }

    private static String words(JsonMappingException e) {
        if (e instanceof InvalidFormatException format) {
            return quoted(format.getValue()) + " is not " + kind(format.getTargetType());
        }
        if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return "it is not " + kind(mismatch.getTargetType());
        }
        return e.getOriginalMessage();
    }

    private static String quoted(@Nullable Object value) {
        String text = String.valueOf(value);
        return '"' + (text.length() > LONGEST_VALUE ? text.substring(0, LONGEST_VALUE) + ".." : text) + '"';
    }

    private static String kind(@Nullable Class<?> type) {
        if (type == null) {
            return "what is expected here";
        }
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(each -> STRICT.convertValue(each, String.class))
                            .collect(Collectors.joining(", "));
        }
        if (type == Integer.class || type == Long.class || type == int.class || type == long.class) {
            return "a whole number";
        }
        if (type == Double.class || type == double.class) {
            return "a number";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (type == String.class) {
            return "a text";
        }
        if (type == Quantity.class) {
            return "a quantity from 0 to 1Ei, such as 500m, 2 or 4Gi";
        }
        if (Iterable.class.isAssignableFrom(type)) {
            return "a list";
        }
        return "an object with fields";
    }
}
