package dev.mosaic.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.keys.KeyCare.Life;
import dev.mosaic.keys.KeyCare.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is due, by what is there and the day. */
class KeyCareTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource({
        // authority's days or -, its key, certificate's days or -, day, due
        "-,    false, -,   0,    MAKE",
        "-,    false, 90,  0,    MAKE",
        "3000, true,  -,   0,    RENEW",
        "3000, false, 90,  0,    ROTATE",
        "3000, true,  90,  0,    KEEP",
        "3000, true,  90,  59,   KEEP",
        "3000, true,  90,  60,   RENEW",
        "3000, true,  90,  500,  RENEW",
        "3000, true,  9000, 1999, KEEP",
        "3000, true,  9000, 2000, ROTATE",
        "3000, true,  90,  2000, ROTATE",
    })
    void shouldReplaceAtTwoThirdsOfALife(String authority, boolean signs, String certificate, int day, Step due) {
        assertThat(KeyCare.due(life(authority), signs, life(certificate), START.plus(Duration.ofDays(day))))
                .isEqualTo(due);
    }

    @Test
    void shouldLookAgainWhenTheFirstIsDue() {
        Life authority = new Life(START, START.plus(Duration.ofDays(3_000)));
        Life certificate = new Life(START, START.plus(Duration.ofDays(90)));

        assertThat(KeyCare.next(authority, certificate)).isEqualTo(START.plus(Duration.ofDays(60)));
        assertThat(KeyCare.next(certificate, authority)).isEqualTo(START.plus(Duration.ofDays(60)));
    }

    private static Optional<Life> life(String days) {
        return days.equals("-")
                ? Optional.empty()
                : Optional.of(new Life(START, START.plus(Duration.ofDays(Integer.parseInt(days)))));
    }
}
