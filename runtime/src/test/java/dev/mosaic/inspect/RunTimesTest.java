package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quantiles of times, against those of the sorted list. S8.1. */
class RunTimesTest {
    private static RunTimes of(long... nanos) {
        RunTimes sum = RunTimes.NONE;
        for (long each : nanos) {
            long[] calls = new long[RunTimes.classOf(each) + 1];
            calls[RunTimes.classOf(each)]++;
            sum = sum.plus(RunTimes.of(calls));
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.5, 0.95, 0.99, 1})
    void shouldTellQuantilesWithinFourInAHundred_S8_1(double part) {
        Random random = new Random(7);
        long[] nanos = random.longs(2_000, 0, 40)
                .map(exponent -> (long) (random.nextDouble() * (1L << (exponent + 4))) + 1_000)
                .toArray();
        RunTimes times = of(nanos);
        Arrays.sort(nanos);
        double exact = nanos[(int) Math.ceil(part * nanos.length) - 1];
        assertThat(times.quantile(part)).isCloseTo(exact, within(0.04 * exact));
        assertThat(times.calls()).isEqualTo(nanos.length);
    }

    @Test
    void shouldTellOneTimeOfOneCallAndNothingOfNone_S8_1() {
        assertThat(of(90_000_000).quantile(0.5)).isCloseTo(90_000_000, within(3_600_000.0));
        assertThat(of(0).quantile(0.99)).isLessThan(64);
        assertThat(of(Long.MAX_VALUE).quantile(0.5)).isCloseTo(Long.MAX_VALUE, within(0.04 * Long.MAX_VALUE));
        assertThat(RunTimes.NONE.quantile(0.5)).isZero();
        assertThat(new RunTimes(List.of(3L, 5L)).plus(new RunTimes(List.of(3L, 1L, 9L, 1L))))
                .isEqualTo(new RunTimes(List.of(3L, 6L, 9L, 1L)));
    }
}
