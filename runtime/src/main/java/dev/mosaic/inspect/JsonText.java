package dev.mosaic.inspect;

import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;

/**
 * Records as JSON, on one line. A unit answers so: programs have no library for JSON, and the head, which has one, reads answers of other
 * versions.
 *
 * <p>Records, iterables, strings, numbers, booleans and enums; all else is written as its {@code toString}.
 */
public final class JsonText {
    private final StringBuilder text = new StringBuilder();

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

    private void object(Record value) {
        char before = '{';
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            text.append(before);
            quoted(component.getName());
            text.append(':');
            try {
                write(component.getAccessor().invoke(value));
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("type=" + value.getClass().getName() + " cannot be read", e);
            }
            before = ',';
        }
        text.append(before == '{' ? "{}" : "}");
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
                text.append(String.format("\\u%04x", (int) each)); // half a pair, which cutting leaves, is no UTF-8
            } else {
                text.append(each);
            }
        }
        text.append('"');
    }
}
