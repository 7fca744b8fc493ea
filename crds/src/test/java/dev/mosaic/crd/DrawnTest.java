package dev.mosaic.crd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawnTest {
    @Test
    void shouldDrawAClassInOneOfThreeCommits() {
        long drawn = IntStream.range(0, 30_000)
                .filter(i -> Drawn.Condition.isDrawn(Integer.toHexString(i * 7919), "SuspendTest"))
                .count();
        assertThat(drawn).isBetween(9_500L, 10_500L);
    }

    @Test
    void shouldDrawEachClassByItself() {
        assertThat(IntStream.range(0, 1_000).filter(i -> isDrawn(i, "A") && isDrawn(i, "B")))
                .hasSizeBetween(70, 150);
    }

    private static boolean isDrawn(int commit, String name) {
        return Drawn.Condition.isDrawn(Integer.toHexString(commit), name);
    }
}
