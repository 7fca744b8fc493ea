package dev.mosaic.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who is held before it has shown who it is, and how much is said of it. S7.5. */
class NewcomersTest {
    @Test
    void shouldLetGoOfTheOldestOfAnAddressThatHasHalfOfAll_S7_5() {
        Newcomers<Integer> newcomers = new Newcomers<>(4);
        assertThat(newcomers.add(1, "a")).isEmpty();
        assertThat(newcomers.add(2, "b")).isEmpty();
        assertThat(newcomers.add(3, "a")).isEmpty();
        assertThat(newcomers.add(4, "a")).contains(1);
        newcomers.remove(3);
        assertThat(newcomers.add(5, "a")).as("there is room again").isEmpty();
        assertThat(newcomers.size()).isEqualTo(3);
    }

    @Test
    void shouldLetGoOfTheOldestOfAllWhereItIsFull_S7_5() {
        Newcomers<Integer> newcomers = new Newcomers<>(4);
        for (int i = 0; i < 4; i++) {
            assertThat(newcomers.add(i, "address " + i)).isEmpty();
        }
        assertThat(newcomers.add(4, "another")).contains(0);
        newcomers.remove(1);
        newcomers.remove(1);
        assertThat(newcomers.add(5, "another")).isEmpty();
        assertThat(newcomers.removeOldest()).contains(2);
        assertThat(newcomers.size()).isEqualTo(3);
    }

    @Test
    void shouldWriteSoManyLinesInAPeriodAndThenCount_S7_5() {
        LineLimit lines = new LineLimit(2, Duration.ofNanos(100));
        assertThat(lines.line(-50, "one")).contains("one");
        assertThat(lines.line(0, "two")).contains("two");
        assertThat(lines.line(1, "three")).isEmpty();
        assertThat(lines.line(49, "four")).isEmpty();
        assertThat(lines.line(50, "five")).contains("five (2 such lines were left out before)");
        assertThat(lines.line(51, "six")).contains("six");
    }

    @Test
    void shouldProveNothingWithAnEmptyToken_S7_5() {
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> TokenProof.of("mesh", "", java.util.List.of("a")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(TokenProof.of("mesh", "t", java.util.List.of("a", "b")))
                .as("words are not run together")
                .isNotEqualTo(TokenProof.of("mesh", "t", java.util.List.of("ab", "")))
                .isNotEqualTo(TokenProof.of("gateway", "t", java.util.List.of("a", "b")))
                .isEqualTo(TokenProof.of("mesh", "t", java.util.List.of("a", "b")));
    }
}
