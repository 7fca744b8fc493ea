package dev.mosaic.crd;

import java.time.Duration;

/** Durations as they are written in fields: {@code 90s}, {@code 5m}, {@code 1h30m}. */
public final class Durations {
    private Durations() {}

    /**
     * What the text means.
     *
     * @throws java.time.format.DateTimeParseException where it is none; the API server lets none of those through
     */
    public static Duration of(String text) {
        return Duration.parse("PT" + text);
    }
}
