package dev.mosaic.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.NameException;
import dev.mosaic.unit.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LastSnapshotTest {
    private Instant now = Instant.parse("2026-01-31T12:00:00Z");
    private long seconds;
    private int questions;
    private final LastSnapshot last = new LastSnapshot(() -> now, () -> seconds * 1_000_000_000L);

    private Supplier<Optional<Standing>> answer(long incarnation, long number, Duration ago) {
        return () -> {
            questions++;
            return Optional.of(new Standing(incarnation, number, Optional.of(ago)));
        };
    }

    private void pass(long time) {
        seconds += time;
        now = now.plusSeconds(time);
    }

    @Test
    void shouldAskOnceInTenSecondsHoweverOftenItIsCalled() {
        for (int i = 0; i < 100; i++) {
            last.look("a life", true, answer(1, i, Duration.ZERO));
            pass(1);
        }
        assertThat(questions).isEqualTo(10);
        assertThat(last.at()).isEqualTo("2026-01-31T12:01:30Z");
    }

    @Test
    void shouldBeNoNewsWhileNobodyCallsIt() {
        last.look("a life", true, answer(3, 7, Duration.ofMillis(100)));
        assertThat(last.at()).isEqualTo("2026-01-31T11:59:59Z");
        assertThat(last.incarnation()).isEqualTo(3);
        pass(10);
        last.look("a life", true, answer(3, 7, Duration.ofMillis(10_050)));
        assertThat(questions).isEqualTo(2);
        assertThat(last.at()).isEqualTo("2026-01-31T11:59:59Z");
    }

    @Test
    void shouldAskAboutAPassiveOneOnce() {
        last.look("at work", true, answer(1, 1, Duration.ZERO));
        last.look("passive", false, answer(2, 0, Duration.ofSeconds(2)));
        assertThat(last.at()).isEqualTo("2026-01-31T11:59:58Z");
        pass(60);
        last.look("passive", false, answer(2, 0, Duration.ofSeconds(62)));
        assertThat(questions).isEqualTo(2);
    }

    @Test
    void shouldKeepWhatWasSaidWhereNobodyAnswers() {
        last.look("a life", true, answer(1, 1, Duration.ZERO));
        pass(10);
        last.look("a life", true, () -> {
            throw new NameException("not in time", "no warehouse");
        });
        assertThat(last.incarnation()).isEqualTo(1);
        assertThat(last.at()).isEqualTo("2026-01-31T12:00:00Z");
    }
}
