package dev.mosaic.bench;

import dev.mosaic.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;

/** Tasks that are made in a row, and then waited for. */
final class All {
    private All() {}

    /** Their values, in their order. */
    static <T> List<T> of(int count, IntFunction<Task<T>> made) {
        List<Task<T>> tasks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            tasks.add(made.apply(i));
        }
        return results(tasks);
    }

    static <T> List<T> results(List<Task<T>> tasks) {
        List<T> values = new ArrayList<>(tasks.size());
        for (Task<T> task : tasks) {
            values.add(task.result());
        }
        return values;
    }

    /** One of many, by joining neighbours until one is left. */
    static <T> T tree(List<? extends T> leaves, BinaryOperator<T> join) {
        List<T> level = new ArrayList<>(leaves);
        while (level.size() > 1) {
            List<T> next = new ArrayList<>();
            for (int i = 0; i + 1 < level.size(); i += 2) {
                next.add(join.apply(level.get(i), level.get(i + 1)));
            }
            if (level.size() % 2 == 1) {
                next.add(level.getLast());
            }
            level = next;
        }
        return level.getFirst();
    }
}
