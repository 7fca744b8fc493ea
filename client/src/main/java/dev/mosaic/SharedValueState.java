package dev.mosaic;

import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import java.lang.constant.Constable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that a shared value is: its value, its operator, and which changes are in it, of those that may come again, with what they were answered. It
 * is a value that can be written and read.
 *
 * <p><b>Threading:</b> the shared value's calls, one at a time. <b>Cost:</b> per process that changes it, the numbers and answers of its changes under way, of
 * the {@value #MOST_ORIGINS} processes that changed it last.
 */
final class SharedValueState {
    private static final int MOST_ORIGINS = 10_000;

    /** A longer text is not kept as an answer. */
    private static final int MOST_CHARACTERS = 256;

    private @Nullable Object value;
    private long version;
    private final @Nullable Function2<@Nullable Object, @Nullable Object, ?> operator;

    /**
     * By process, the one that changed it last at the end: changes by number, each with the version that it made, and with the value where
     * that is the answer and is kept. Null where there is no such answer.
     */
    private final Map<Long, TreeMap<Long, @Nullable Versioned<@Nullable Object>>> applied = new LinkedHashMap<>();

    SharedValueState(@Nullable Object value, @Nullable Function2<@Nullable Object, @Nullable Object, ?> operator) {
        this.value = value;
        this.operator = operator;
    }

    @Nullable Object value() {
        return value;
    }

    /** How many changes there were. */
    long version() {
        return version;
    }

    /**
     * Changes the value, unless that change is in it.
     *
     * @param origin the process that asks
     * @param number of the change, there
     * @param settled changes of that process with a lower number do not come again
     */
    void apply(long origin, long number, long settled, Function1<@Nullable Object, ?> change) throws Exception {
        if (!isIn(origin, number)) {
            value = change.apply(value);
            version++;
            note(origin, number, settled, null);
        }
    }

    /** {@link #apply} of another value. Gives the version that this change made, also where it is in already. */
    long set(long origin, long number, long settled, @Nullable Object other) {
        Versioned<@Nullable Object> before = answer(origin, number);
        if (before != null) {
            return before.version();
        }
        value = other;
        version++;
        note(origin, number, settled, new Versioned<>(null, version));
        return version;
    }

    /**
     * {@link #apply}, and gives the new value. Where the change is in already: the value that it made, if that was null, of a primitive
     * type, an enum or a short text; else the value of now, since the former may be large, or written to since.
     */
    @Nullable Object updateAndGet(long origin, long number, long settled, Function1<@Nullable Object, ?> change)
            throws Exception {
        if (isIn(origin, number)) {
            Versioned<@Nullable Object> before = answer(origin, number);
            return before == null ? value : before.value();
        }
        value = change.apply(value);
        version++;
        note(origin, number, settled, isConstant(value) ? new Versioned<>(value, version) : null);
        return value;
    }

    private static boolean isConstant(@Nullable Object value) {
        return switch (value) {
            case null -> true;
            case String text -> text.length() <= MOST_CHARACTERS;
            default -> value instanceof Constable;
        };
    }

    /** {@link #apply} of another value where the version is still that one; whether the value is in. */
    boolean compareAndSet(long origin, long number, long settled, long expected, @Nullable Object other)
            throws Exception {
        if (version == expected || isIn(origin, number)) {
            apply(origin, number, settled, now -> other);
            return true;
        }
        return false;
    }

    private boolean isIn(long origin, long number) {
        return changes(origin).containsKey(number);
    }

    private @Nullable Versioned<@Nullable Object> answer(long origin, long number) {
        return changes(origin).get(number);
    }

    private Map<Long, @Nullable Versioned<@Nullable Object>> changes(long origin) {
        TreeMap<Long, @Nullable Versioned<@Nullable Object>> known = applied.get(origin);
        return known == null ? Map.of() : known;
    }

    private void note(long origin, long number, long settled, @Nullable Versioned<@Nullable Object> answer) {
        TreeMap<Long, @Nullable Versioned<@Nullable Object>> known = applied.remove(origin);
        TreeMap<Long, @Nullable Versioned<@Nullable Object>> numbers = known == null ? new TreeMap<>() : known;
        numbers.headMap(settled).clear();
        numbers.put(number, answer);
        applied.put(origin, numbers);
        if (applied.size() > MOST_ORIGINS) {
            applied.remove(applied.keySet().iterator().next());
        }
    }

    /**
     * {@link #apply} of what combines the value with another one, by the shared value's own operator where none is given. A shared value of null takes the other
     * value without asking its own operator. An operator that is given is called with null then, since it may combine values of two types.
     */
    void accumulate(
            long origin,
            long number,
            long settled,
            @Nullable Object more,
            @Nullable Function2<@Nullable Object, @Nullable Object, ?> given)
            throws Exception {
        Function2<@Nullable Object, @Nullable Object, ?> by = operator(given);
        apply(origin, number, settled, now -> given == null && now == null ? more : by.apply(now, more));
    }

    /** {@link #accumulate} of several, as one change. */
    void accumulateAll(long origin, long number, long settled, List<@Nullable Object> more) throws Exception {
        Function2<@Nullable Object, @Nullable Object, ?> by = operator(null);
        apply(origin, number, settled, now -> {
            Object sum = now;
            for (Object each : more) {
                sum = sum == null ? each : by.apply(sum, each);
            }
            return sum;
        });
    }

    private Function2<@Nullable Object, @Nullable Object, ?> operator(
            @Nullable Function2<@Nullable Object, @Nullable Object, ?> given) {
        Function2<@Nullable Object, @Nullable Object, ?> by = given == null ? operator : given;
        if (by == null) {
            throw new InvalidOptionException(
                    "the shared value was made without an operator",
                    "give one to the call: value.accumulate(x, Sums::floats)");
        }
        return by;
    }

    /** How many changes it remembers. */
    int remembered() {
        return applied.values().stream().mapToInt(Map::size).sum();
    }
}
