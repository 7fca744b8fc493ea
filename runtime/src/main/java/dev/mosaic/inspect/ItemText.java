package dev.mosaic.inspect;

import java.lang.reflect.Array;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Objects of the program in words, for who looks. <b>Failure:</b> what has no words, or throws, is named by its class. */
public final class ItemText {
    private static final int MOST = 200;
    private static final int MOST_ELEMENTS = 4;
    private static final int MOST_THROWN = 1_000;

    private ItemText() {}

    /** Its {@code toString}, or the first elements of an array; up to {@value #MOST} characters. */
    public static String of(@Nullable Object item) {
        if (item != null && item.getClass().isArray()) {
            return array(item, Array.getLength(item));
        }
        return item instanceof Throwable thrown ? thrown(thrown) : cut(() -> String.valueOf(item), name(item), MOST);
    }

    /** {@code float[6] {0.5, 1.0, ...}}. */
    private static String array(Object array, int length) {
        StringJoiner elements = new StringJoiner(", ", " {", length > MOST_ELEMENTS ? ", ...}" : "}");
        for (int i = 0; i < Math.min(length, MOST_ELEMENTS); i++) {
            elements.add(of(Array.get(array, i)));
        }
        String type = array.getClass().getComponentType().getSimpleName() + "[" + length + "]";
        String text = type + elements;
        return text.substring(0, Math.min(text.length(), MOST));
    }

    private static String thrown(Throwable thrown) {
        String name = name(thrown);
        return cut(
                () -> {
                    String message = thrown.getLocalizedMessage();
                    return message == null ? name : name + ": " + message;
                },
                name,
                MOST_THROWN);
    }

    private static String name(@Nullable Object object) {
        return object == null ? "null" : object.getClass().getName();
    }

    private interface Words {
        @Nullable String text();
    }

    private static String cut(Words words, String otherwise, int most) {
        try {
            String text = words.text();
            return text == null ? otherwise : text.substring(0, Math.min(text.length(), most));
        } catch (RuntimeException | Error hostile) {
            return otherwise;
        }
    }
}
