package dev.mosaic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReductionTest {
    @Test
    void shouldReduceInAnOrderThatDependsOnTheNumberOnly() {
        assertThat(sum(1)).isEqualTo("0");
        assertThat(sum(5)).isEqualTo("((0+1)+(2+(3+4)))");
        assertThat(sum(8)).isEqualTo("(((0+1)+(2+3))+((4+5)+(6+7)))");
    }

    @Test
    void shouldRefuseToReduceNothing() {
        assertThatThrownBy(() -> Reduction.pairwise(Sums::ofLong).here(List.of()))
                .isInstanceOf(OptionException.class);
        assertThatThrownBy(() -> Reduction.pairwise(Sums::ofLong).of(List.of())).isInstanceOf(OptionException.class);
    }

    @Test
    void shouldThrowWhatTheFunctionThrows() {
        assertThatThrownBy(() -> Reduction.<Integer>pairwise((a, b) -> {
                            throw new IOException("no");
                        })
                        .here(List.of(1, 2)))
                .hasRootCauseInstanceOf(IOException.class);
    }

    private static String sum(int count) {
        return Reduction.<String>pairwise((a, b) -> "(" + a + "+" + b + ")")
                .here(IntStream.range(0, count).mapToObj(Integer::toString).toList());
    }
}
