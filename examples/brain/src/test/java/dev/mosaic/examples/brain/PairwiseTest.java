package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PairwiseTest {
    @Test
    void shouldSumInAnOrderThatDependsOnTheCountOnly() {
        assertThat(sum(1)).isEqualTo("0");
        assertThat(sum(5)).isEqualTo("((0+1)+(2+(3+4)))");
        assertThat(sum(8)).isEqualTo("(((0+1)+(2+3))+((4+5)+(6+7)))");
    }

    private static String sum(int count) {
        return Pairwise.sum(count, Integer::toString, (a, b) -> "(" + a + "+" + b + ")");
    }
}
