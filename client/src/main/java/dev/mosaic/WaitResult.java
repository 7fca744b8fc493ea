package dev.mosaic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@link Mosaic#waitFor}. Both lists are in the order of the given tasks.
 *
 * @param ready the tasks that have ended, including failed ones
 * @param pending all other tasks
 */
public record WaitResult<T extends @Nullable Object>(List<Task<T>> ready, List<Task<T>> pending) {
    /** @param ready some of these, in their order */
    static <T extends @Nullable Object> WaitResult<T> of(List<Task<T>> tasks, List<Task<T>> ready) {
        List<Task<T>> pending = new ArrayList<>(tasks.size() - ready.size());
        int next = 0;
        for (Task<T> task : tasks) {
            if (next < ready.size() && ready.get(next).equals(task)) {
                next++;
            } else {
                pending.add(task);
            }
        }
        return new WaitResult<>(ready, pending);
    }
}
