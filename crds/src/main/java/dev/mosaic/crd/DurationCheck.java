package dev.mosaic.crd;

import java.lang.reflect.RecordComponent;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at all fields of a spec that are durations: they are texts, which nobody has read yet. */
final class DurationCheck {
    private DurationCheck() {}

    /** The first that is none, and where; empty where all are. */
    static Optional<String> problem(String where, @Nullable Object value) {
        if (value instanceof Record spec) {
            for (RecordComponent field : spec.getClass().getRecordComponents()) {
                Object content = content(field, spec);
                String path = where + "." + field.getName();
                Optional<String> problem =
                        content instanceof String text && field.getAccessor().isAnnotationPresent(DurationText.class)
                                ? ofText(path, text)
                                : problem(path, content);
                if (problem.isPresent()) {
                    return problem;
                }
            }
        }
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                Optional<String> problem = problem(where + "[" + i + "]", list.get(i));
                if (problem.isPresent()) {
                    return problem;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> ofText(String where, String text) {
        try {
            var _ = Durations.of(text);
            return text.matches(Patterns.DURATION) ? Optional.empty() : refused(where, text);
        } catch (DateTimeParseException e) {
            return refused(where, text);
        }
    }

    private static Optional<String> refused(String where, String text) {
        return Optional.of(where + ": \"" + text + "\" is not a duration such as 90s, 5m or 1h30m");
    }

    private static @Nullable Object content(RecordComponent field, Record spec) {
        try {
            return field.getAccessor().invoke(spec);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a field of a spec cannot be read: " + field, e);
        }
    }
}
