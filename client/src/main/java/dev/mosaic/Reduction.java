package dev.mosaic;

import dev.mosaic.function.Function2;
import dev.mosaic.unit.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reduction of several values to one, in an order that depends only on their number: {@code
 * Reduction.pairwise(Sums::floats).of(gradients)}. So a sum of floating-point numbers has the same bits for any number of workers and any order
 * of completion.
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
 * <p><b>Threading:</b> any thread; the function runs in workers. <b>Cost:</b> a stateless task for each pair, so the number of
 * tasks is the number of values minus one. Values go from worker to worker. <b>Failure:</b> if a value failed, the whole reduction fails with {@link
 * ArgumentFailedException}. If a worker is lost, its step runs again on another one. For this, its inputs must still exist: use values that come
 * from stateless tasks, or from calls with {@link CallOptions#durableResult}.
 *
 * @param <T> the type of the values
 */
public final class Reduction<T extends @Nullable Object> {
    private final Function2<T, T, T> plus;

    private Reduction(Function2<T, T, T> plus) {
        this.plus = plus;
    }

    /**
     * Reduces the first and the second half of the values in the same way, and combines the two results. If the number of values is odd, the first
     * half has one less.
     *
     * @param plus combines two values; it may change its first argument, which is a copy, and return it
     */
    public static <T extends @Nullable Object> Reduction<T> pairwise(Function2<T, T, T> plus) {
        return new Reduction<>(plus);
    }

    /**
     * Starts the reduction, and returns at once.
     *
     * @param tasks one or more
     */
    public Task<T> of(List<Task<T>> tasks) {
        if (tasks.isEmpty()) {
            throw new InvalidOptionException("tasks=0 cannot be reduced", "give one or more");
        }
        return of(Unit.current(), tasks);
    }

    /**
     * Makes the same reduction with local values, in the calling thread. The values are not changed: {@code plus} gets {@link Copies}.
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
