package dev.mosaic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.function.Function2;
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
                .isInstanceOf(InvalidOptionException.class);
        assertThatThrownBy(() -> Reduction.pairwise(Sums::ofLong).of(List.of()))
                .isInstanceOf(InvalidOptionException.class);
    }

    @Test
    void shouldThrowWhatTheFunctionThrows() {
        assertThatThrownBy(() -> Reduction.<Integer>pairwise((a, b) -> {
                            throw new IOException("no");
                        })
                        .here(List.of(1, 2)))
                .hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldLeaveTheArraysThatItReducesAsTheyAre() {
        List<double[]> values = List.of(new double[] {1}, new double[] {2}, new double[] {3}, new double[] {4});
        Reduction<double[]> sum = Reduction.pairwise(Sums::doubles);
        assertThat(sum.here(values)).containsExactly(10);
        assertThat(sum.here(values)).containsExactly(10);
        assertThat(values).extracting(each -> each[0]).containsExactly(1.0, 2.0, 3.0, 4.0);
        assertThat(sum.here(values.subList(0, 1)))
                .isNotSameAs(values.getFirst())
                .containsExactly(1);
    }

    @Test
    void shouldLeaveArraysInArraysAsTheyAre() {
        float[][] rows = {{1, 2}, {3}};
        Function2<float[][], float[][], float[][]> byRow = (first, second) -> {
            for (int i = 0; i < first.length; i++) {
                Sums.floats(first[i], second[i]);
            }
            return first;
        };
        assertThat(Reduction.pairwise(byRow).here(List.of(rows, rows))).isDeepEqualTo(new float[][] {{2, 4}, {6}});
        assertThat(rows).isDeepEqualTo(new float[][] {{1, 2}, {3}});
    }

    private static String sum(int count) {
        return Reduction.<String>pairwise((a, b) -> "(" + a + "+" + b + ")")
                .here(IntStream.range(0, count).mapToObj(Integer::toString).toList());
    }
}
