package dev.mosaic;

import dev.mosaic.function.Function2;
import dev.mosaic.unit.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one value of several, two by two, in an order that depends on their number only: {@code
 * Reduction.pairwise(Sums::floats).of(gradients)}. So a sum of floating-point numbers is the same, bit for bit, wherever its parts were
 * computed and whichever was ready first.
 *
 * <pre>
 *   a ─┐
 *      ├─ a+b ─┐
 *   b ─┘       ├─ (a+b)+(c+d)
 *   c ─┐       │
 *      ├─ c+d ─┘
 *   d ─┘
 * </pre>
 *
 * <p><b>Threading:</b> any thread; the function runs in workers. <b>Cost:</b> one stateless task less than there are values; each pair is
 * put together when both are there. Values move from worker to worker. <b>Failure:</b> a value that failed is an {@link
 * ArgumentFailedException} of the whole. A step whose worker is lost runs again elsewhere; so that what it needs is still there, values come
 * from {@link CallOptions#durableResult} or from stateless tasks.
 *
 * @param <T> of the values
 */
public final class Reduction<T extends @Nullable Object> {
    private final Function2<T, T, T> plus;

    private Reduction(Function2<T, T, T> plus) {
        this.plus = plus;
    }

    /**
     * Reduces the first half and the second half of the values, each in the same way, and combines the two. Of an odd number of values the first
     * half has one less.
     *
     * @param plus may change its first argument, which is a copy of its own, and return it
     */
    public static <T extends @Nullable Object> Reduction<T> pairwise(Function2<T, T, T> plus) {
        return new Reduction<>(plus);
    }

    /**
     * Begins to reduce these; returns at once.
     *
     * @param tasks one or more; one is returned as it is
     */
    public Task<T> of(List<Task<T>> tasks) {
        if (tasks.isEmpty()) {
            throw new InvalidOptionException("tasks=0 cannot be reduced", "give one or more");
        }
        return of(Unit.current(), tasks);
    }

    /**
     * The same, in the calling thread, of values that are here. They stay as they are: {@code plus} gets {@link Copies}.
     *
     * @param values one or more
     */
    public T here(List<T> values) {
        if (values.isEmpty()) {
            throw new InvalidOptionException("values=0 cannot be reduced", "give one or more");
        }
        int count = values.size();
        if (count == 1) {
            return Copies.of(values.getFirst());
        }
        int middle = count >>> 1;
        T first = here(values.subList(0, middle));
        T second = here(values.subList(middle, count));
        try {
            return plus.apply(first, second);
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception checked) {
            throw new IllegalStateException("the reduction failed", checked);
        }
    }

    /** Sums of parts are let go once the sum of both is on its way; the tasks of the caller are not. */
    private Task<T> of(Unit unit, List<Task<T>> tasks) {
        int count = tasks.size();
        if (count == 1) {
            return tasks.getFirst();
        }
        int middle = count >>> 1;
        Task<T> first = of(unit, tasks.subList(0, middle));
        Task<T> second = of(unit, tasks.subList(middle, count));
        Task<T> sum = unit.submit(plus, new CallOptions().durableResult())
                .arg(first)
                .arg(second)
                .send();
        if (middle > 1) {
            first.release();
        }
        if (count - middle > 1) {
            second.release();
        }
        return sum;
    }
}
