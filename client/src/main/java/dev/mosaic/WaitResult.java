package dev.mosaic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Mosaic#waitFor} has waited for. Both lists are in the order in which the tasks were given.
 *
 * @param ready those that are final, failed ones too
 * @param pending the others
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
