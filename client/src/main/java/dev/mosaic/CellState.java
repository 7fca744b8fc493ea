package dev.mosaic;

import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All that a cell is: its value, its operator, and which changes are in it, of those that may come again. It is a value that can be
 * written and read.
 *
 * <p><b>Threading:</b> the cell's calls, one at a time. <b>Cost:</b> per process that changes it, the numbers of its changes under way, of
 * the {@value #MOST_ORIGINS} processes that changed it last.
 */
final class CellState {
    private static final int MOST_ORIGINS = 10_000;

    private @Nullable Object value;
    private long version;
    private final @Nullable Function2<@Nullable Object, @Nullable Object, ?> operator;

    /** By process, the one that changed it last at the end: numbers of changes. */
    private final Map<Long, TreeSet<Long>> applied = new LinkedHashMap<>();

    CellState(@Nullable Object value, @Nullable Function2<@Nullable Object, @Nullable Object, ?> operator) {
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
            note(origin, number, settled);
        }
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
        TreeSet<Long> known = applied.get(origin);
        return known != null && known.contains(number);
    }

    private void note(long origin, long number, long settled) {
        TreeSet<Long> known = applied.remove(origin);
        TreeSet<Long> numbers = known == null ? new TreeSet<>() : known;
        numbers.headSet(settled).clear();
        numbers.add(number);
        applied.put(origin, numbers);
        if (applied.size() > MOST_ORIGINS) {
            applied.remove(applied.keySet().iterator().next());
        }
    }

    /** {@link #apply} of what combines the value with another one, by the cell's own operator where none is given. */
    void accumulate(
            long origin,
            long number,
            long settled,
            @Nullable Object more,
            @Nullable Function2<@Nullable Object, @Nullable Object, ?> given)
            throws Exception {
        Function2<@Nullable Object, @Nullable Object, ?> by = operator(given);
        apply(origin, number, settled, now -> now == null ? more : by.apply(now, more));
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
            throw new OptionException(
                    "the cell was made without an operator", "give one: cell.accumulate(x, Sums::floats)");
        }
        return by;
    }

    /** How many changes it remembers. */
    int remembered() {
        return applied.values().stream().mapToInt(TreeSet::size).sum();
    }
}
