package dev.mosaic.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.testing.Fork.Range;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForkTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void shouldGiveEachJvmAPartOfItsOwn(int count) {
        int[] all = IntStream.rangeClosed(1, count)
                .mapToObj(number -> new Fork(number, count).part(20_000, 32_768))
                .flatMapToInt(part -> IntStream.range(part.first(), part.end()))
                .toArray();
        assertThat(all).doesNotHaveDuplicates();
        assertThat(IntStream.of(all)).allMatch(each -> each >= 20_000 && each < 32_768);
        assertThat(all).as("little is left over").hasSizeGreaterThan(32_768 - 20_000 - count);
    }

    @Test
    void shouldGiveAllToTheOnlyOne() {
        assertThat(new Fork(1, 1).part(1, 251)).isEqualTo(new Range(1, 251));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "2, 1", "4, 3", "1, 0"})
    void shouldRefuseANumberThatThereIsNot(int number, int count) {
        assertThatThrownBy(() -> new Fork(number, count))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mosaic.forks");
    }

    /** Else all JVMs would be the first, and share what they are to split. */
    @ParameterizedTest
    @ValueSource(strings = {"", "${surefire.forkNumber}"})
    void shouldRefuseThatNobodySaysWhichOfSeveralItIs(String number) {
        Properties said = new Properties();
        said.setProperty("mosaic.forks", "3");
        said.setProperty("mosaic.fork", number);
        assertThatThrownBy(() -> Fork.of(said)).isInstanceOf(IllegalArgumentException.class);
        said.remove("mosaic.fork");
        assertThatThrownBy(() -> Fork.of(said)).isInstanceOf(IllegalArgumentException.class);
        said.setProperty("mosaic.fork", "3");
        assertThat(Fork.of(said)).isEqualTo(new Fork(3, 3));
        assertThat(Fork.of(new Properties())).as("the only one").isEqualTo(new Fork(1, 1));
    }

    @Test
    void shouldDrawPortsOfItsOwnPart() {
        Range own = Fork.own().part(20_000, 32_768);
        for (int i = 0; i < 100; i++) {
            assertThat(FreePorts.next(1)).isBetween(own.first(), own.end() - 1);
            assertThat(FreePorts.next(10)).isBetween(own.first(), own.end() - 10);
        }
    }
}
