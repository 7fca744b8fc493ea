package dev.mosaic.examples.brain;

import java.util.function.BinaryOperator;
import java.util.function.IntFunction;

/** Sums in an order that depends on the count only: the sum of the first half plus that of the second. */
final class Pairwise {
    private Pairwise() {}

    /** The sum of the values of 0 to {@code count - 1}. */
    static <T> T sum(int count, IntFunction<T> value, BinaryOperator<T> plus) {
        return sum(0, count, value, plus);
    }

    private static <T> T sum(int first, int end, IntFunction<T> value, BinaryOperator<T> plus) {
        if (end - first == 1) {
            return value.apply(first);
        }
        int middle = (first + end) >>> 1;
        return plus.apply(sum(first, middle, value, plus), sum(middle, end, value, plus));
    }
}
