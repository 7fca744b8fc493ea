package dev.mosaic.bench;

import java.util.List;
import java.util.Locale;

/** One JSON object on one line, written key by key. Numbers have at most six decimals; one that is none becomes null. */
final class Facts {
    private final StringBuilder text = new StringBuilder("{");

    Facts text(String key, String value) {
        key(key);
        quoted(value);
        return this;
    }

    Facts number(String key, double value) {
        key(key);
        text.append(number(value));
        return this;
    }

    Facts numbers(String key, List<Double> values) {
        key(key).append('[');
        String comma = "";
        for (double value : values) {
            text.append(comma).append(number(value));
            comma = ", ";
        }
        text.append(']');
        return this;
    }

    Facts none(String key) {
        key(key).append("null");
        return this;
    }

    private StringBuilder key(String key) {
        text.append(text.length() > 1 ? ", " : "");
        quoted(key);
        return text.append(": ");
    }

    private void quoted(String value) {
        text.append('"');
        value.chars().forEach(c -> {
            switch (c) {
                case '"', '\\' -> text.append('\\').append((char) c);
                default -> {
                    if (c < ' ') {
                        text.append(String.format(Locale.ROOT, "\\u%04x", c));
                    } else {
                        text.append((char) c);
                    }
                }
            }
        });
        text.append('"');
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "null";
        }
        double rounded = Math.rint(value * 1e6) / 1e6;
        return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e15
                ? Long.toString((long) rounded)
                : Double.toString(rounded);
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
