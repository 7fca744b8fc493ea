package dev.mosaic.processor;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One overload of a call.
 *
 * @param promises bit i: parameter i is an {@code Arg}
 * @param level which {@code Overload} its last parameter is of, counted from 0; {@link #UNMARKED} has none
 */
record Variant(Call call, int promises, int level) {
    static final int UNMARKED = -1;

    boolean isPromise(int parameter) {
        return (promises & (1 << parameter)) != 0;
    }

    Variant marked(int atLevel) {
        return new Variant(call, promises, atLevel);
    }

    /** Equal for those that class files cannot tell apart. */
    String key() {
        return call.name()
                + IntStream.range(0, call.parameters().size())
                        .mapToObj(i -> isPromise(i)
                                ? "Arg"
                                : Descriptors.of(
                                        call.parameters().get(i).codec().type()))
                        .collect(Collectors.joining(",", "(", ")"));
    }
}
