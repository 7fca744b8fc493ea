package dev.mosaic.inspect;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Records as JSON, on one line. A unit answers so: programs have no library for JSON, and the head, which has one, reads answers of other
 * versions.
 *
 * <p>Records, iterables, strings, numbers, booleans and enums; all else is written as its {@code toString}.
 */
public final class JsonText {
    private final StringBuilder text = new StringBuilder();
    private final Map<Class<?>, List<Column>> columns = new HashMap<>();

    private JsonText() {}

    /** As UTF-8. */
    public static byte[] bytes(Record value) {
        JsonText json = new JsonText();
        json.write(value);
        return json.text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void write(Object value) {
        switch (value) {
            case Record each -> object(each);
            case Iterable<?> each -> array(each);
            case Number each -> text.append(each);
            case Boolean each -> text.append(each);
            default -> quoted(value.toString());
        }
    }

    /** A component of a record: its name as JSON, and what gives its value. */
    private record Column(String key, Method accessor) {
        private static List<Column> of(Class<?> type) {
            return Arrays.stream(type.getRecordComponents())
                    .map(each -> new Column("\"" + each.getName() + "\":", each.getAccessor()))
                    .toList();
        }
    }

    private void object(Record value) {
        String before = "{";
        for (Column column : columns.computeIfAbsent(value.getClass(), Column::of)) {
            text.append(before).append(column.key());
            try {
                write(column.accessor().invoke(value));
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("type=" + value.getClass().getName() + " cannot be read", e);
            }
            before = ",";
        }
        text.append(before.equals("{") ? "{}" : "}");
    }

    private void array(Iterable<?> values) {
        char before = '[';
        for (Object value : values) {
            text.append(before);
            write(value);
            before = ',';
        }
        text.append(before == '[' ? "[]" : "]");
    }

    private void quoted(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each == '"' || each == '\\') {
                text.append('\\').append(each);
            } else if (each < ' ' || Character.isSurrogate(each)) {
                // Half a pair, which cutting leaves, is no UTF-8.
                text.append("\\u").append(HexFormat.of().toHexDigits(each));
            } else {
                text.append(each);
            }
        }
        text.append('"');
    }
}
