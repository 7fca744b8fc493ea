package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Random numbers of an item. */
class RandomStreamsTest {
    @Test
    void shouldGiveTheSameNumbersForTheSameSeedAndIndex() {
        RandomGenerator first = new RandomStreams(42).at(7);
        RandomGenerator second = new RandomStreams(42).at(7);
        assertThat(LongStream.generate(first::nextLong).limit(100))
                .containsExactlyElementsOf(
                        LongStream.generate(second::nextLong).limit(100).boxed().toList());
    }

    @Test
    void shouldGiveOthersForAnotherIndexOrSeed() {
        Set<Long> seen = new HashSet<>();
        for (long seed = 0; seed < 10; seed++) {
            for (long index = -50; index < 1_000; index++) {
                seen.add(new RandomStreams(seed).at(index).nextLong());
            }
        }
        assertThat(seen).hasSize(10 * 1_050);
    }

    @Test
    void shouldBeEvenBothAlongAStreamAndAcrossStreams() {
        RandomStreams streams = new RandomStreams(1);
        int count = 100_000;
        assertThat(streams.at(0).doubles(count).average().orElseThrow()).isBetween(0.495, 0.505);
        assertThat(LongStream.range(0, count)
                        .mapToDouble(index -> streams.at(index).nextDouble())
                        .average()
                        .orElseThrow())
                .isBetween(0.495, 0.505);
        double together = LongStream.range(0, count)
                .mapToDouble(index -> (streams.at(index).nextDouble() - 0.5)
                        * (streams.at(index + 1).nextDouble() - 0.5))
                .average()
                .orElseThrow();
        assertThat(together).as("neighbours have nothing in common").isBetween(-0.002, 0.002);
    }
}
