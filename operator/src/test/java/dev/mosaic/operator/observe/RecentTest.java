package dev.mosaic.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Objects that nobody watches are not read at each event. */
class RecentTest {
    private Instant now = Instant.parse("2026-11-22T06:00:00Z");
    private int reads;
    private Optional<String> there = Optional.of("one");
    private final Recent<String> recent = new Recent<>(() -> now);

    private Optional<String> get() {
        return recent.get("lab/s3", () -> {
            reads++;
            return there;
        });
    }

    @Test
    void shouldReadWhatIsThereOnceAMinute() {
        assertThat(get()).contains("one");
        there = Optional.of("two");
        now = now.plus(Recent.AGE).minusNanos(1);
        assertThat(get()).contains("one");
        assertThat(reads).isEqualTo(1);
        now = now.plus(Duration.ofNanos(1));
        assertThat(get()).contains("two");
        assertThat(reads).isEqualTo(2);
    }

    /** Of a cluster at rest, which is looked at each five minutes. */
    @Test
    void shouldReadOnceForWhoTakesItAtAnyAge() {
        for (int pass = 0; pass < 10; pass++) {
            assertThat(atAnyAge()).contains("one");
            now = now.plus(Duration.ofMinutes(5));
        }
        assertThat(reads).isEqualTo(1);

        there = Optional.of("two");
        assertThat(get()).as("another one wants to know").contains("two");
        assertThat(atAnyAge()).contains("two");
        assertThat(reads).isEqualTo(2);

        now = now.plus(Recent.WHILE_USED);
        assertThat(atAnyAge()).contains("two");
        assertThat(reads).as("nobody asked for long").isEqualTo(3);
    }

    /** Nothing follows from it, whether it is there or not. */
    @Test
    void shouldReadOnceWhatIsNotThereForWhoTakesItAtAnyAge() {
        there = Optional.empty();
        for (int pass = 0; pass < 10; pass++) {
            assertThat(atAnyAge()).isEmpty();
            now = now.plus(Duration.ofMinutes(5));
        }
        assertThat(reads).isEqualTo(1);

        there = Optional.of("one");
        now = now.plus(Recent.ABSENT);
        assertThat(get()).as("another one wants to know").contains("one");
    }

    /** As a Secret that somebody deleted under a running cluster: all its groups ask for it. */
    @Test
    void shouldReadWhatIsNotThereOnceInTenSeconds() {
        there = Optional.empty();
        assertThat(get()).isEmpty();
        there = Optional.of("one");
        now = now.plus(Recent.ABSENT).minusNanos(1);
        assertThat(get()).isEmpty();
        assertThat(reads).isEqualTo(1);
        now = now.plus(Duration.ofNanos(1));
        assertThat(get()).contains("one");
    }

    @Test
    void shouldForgetWhatIsGone() {
        assertThat(atAnyAge()).contains("one");
        now = now.plus(Recent.AGE);
        there = Optional.empty();
        assertThat(get()).isEmpty();
        assertThat(atAnyAge()).isEmpty();
    }

    private Optional<String> atAnyAge() {
        return recent.get("lab/s3", true, () -> {
            reads++;
            return there;
        });
    }

    /** Jars in ConfigMaps have a MiB each, and nobody says how many of them there are. */
    @Test
    void shouldKeepNoMoreThanItMay() {
        Recent<String> bounded = new Recent<>(() -> now, String::length, 10);
        for (String name : List.of("a", "b", "c")) {
            assertThat(read(bounded, name, "12345")).contains("12345");
            now = now.plusSeconds(1);
        }
        assertThat(reads).isEqualTo(3);
        var _ = read(bounded, "b", "12345");
        var _ = read(bounded, "c", "12345");
        assertThat(reads).as("10 bytes are kept").isEqualTo(3);
        var _ = read(bounded, "a", "12345");
        assertThat(reads).as("the oldest is not").isEqualTo(4);
        var _ = read(bounded, "large", "12345678901");
        var _ = read(bounded, "large", "12345678901");
        assertThat(reads).as("one is more than all may be").isEqualTo(6);
    }

    /** Megabytes of jars would stay for as long as no tessera is declared or changed. */
    @Test
    void shouldLetGoOfWhatIsOldThoughNobodyAsks() {
        Queue<Runnable> later = new ArrayDeque<>();
        Recent<String> bounded = new Recent<>(() -> now, String::length, 10, later::add);
        var _ = read(bounded, "a", "12345");
        now = now.plusSeconds(30);
        var _ = read(bounded, "b", "12345");
        assertThat(later).as("one sweep for all").hasSize(1);

        now = now.plusSeconds(30);
        later.remove().run();
        assertThat(bounded.size()).as("one is not old yet").isEqualTo(1);
        now = now.plus(Recent.SWEEP);
        later.remove().run();
        assertThat(bounded.size()).isZero();
        assertThat(later).as("nothing is there to look for").isEmpty();

        var _ = read(bounded, "c", "12345");
        assertThat(later).as("it begins again").hasSize(1);
    }

    private Optional<String> read(Recent<String> from, String name, String value) {
        return from.get(name, () -> {
            reads++;
            return Optional.of(value);
        });
    }
}
