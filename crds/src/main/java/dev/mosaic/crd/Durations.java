package dev.mosaic.crd;

import java.time.Duration;

/** A parser for durations as fields have them: {@code 90s}, {@code 5m}, {@code 1h30m}. */
public final class Durations {
    private Durations() {}

    /**
     * Parses a duration.
     *
     * @throws java.time.format.DateTimeParseException if the text is not a duration; the API server rejects such texts
     */
    public static Duration of(String text) {
        return Duration.parse("PT" + text);
    }
}
