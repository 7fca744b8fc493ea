package dev.mosaic.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * JSON from records and to them. What a record has no component for is an error; what is left away is 0, false or null.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> the first use in a process loads Jackson.
 */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /** On one line. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("type=" + value.getClass().getName() + " is nothing that JSON can say", e);
        }
    }

    /**
     * One object.
     *
     * @throws MalformedException where it is no JSON, or not of that type; it says where
     */
    public static <T> T read(String text, Class<T> type) throws MalformedException {
        return type.cast(read(text, MAPPER.readerFor(type)));
    }

    /**
     * One object; what the type does not know is left out.
     *
     * @throws MalformedException as {@link #read}
     */
    public static <T> T readLenient(String text, Class<T> type) throws MalformedException {
        return type.cast(read(text, MAPPER.readerFor(type).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)));
    }

    /**
     * An array of them.
     *
     * @throws MalformedException where it is no JSON, or no array of that type; it says where
     */
    public static <T> List<T> readList(String text, Class<T> type) throws MalformedException {
        List<?> read = (List<?>) read(text, MAPPER.readerForListOf(type));
        return read.stream().<T>map(type::cast).toList();
    }

    private static Object read(String text, ObjectReader reader) throws MalformedException {
        try {
            Object value = reader.readValue(text);
            if (value == null || (value instanceof List<?> list && list.contains(null))) {
                throw new MalformedException("it is null");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new MalformedException(
                    e.getOriginalMessage() + " at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr());
        }
    }

    /** What was sent is not what was asked for. */
    public static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1;

        private final String detail;

        MalformedException(String detail) {
            super(detail);
            this.detail = detail;
        }

        /** What is wrong, and where. */
        public String detail() {
            return detail;
        }
    }
}
