package dev.mosaic.parallel;

import dev.mosaic.Copies;
import dev.mosaic.function.Function1;
import dev.mosaic.window.PlainValue;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has become of a chunk of items.
 *
 * @param results of the items, in their order
 * @param nanos how long they took
 */
record Done(List<@Nullable Object> results, long nanos) implements Serializable {
    /**
     * Computes the items, one after the other; ends before the next one where the chunk was cancelled. What the function does with one item is not
     * seen in the others, nor in what it gave for those: a chunk gives what its items would give as tasks of their own.
     */
    static Done of(Function1<@Nullable Object, @Nullable Object> function, List<@Nullable Object> items)
            throws Exception {
        long begun = System.nanoTime();
        List<@Nullable Object> own = items.size() == 1 ? items : Done.copies(items);
        List<@Nullable Object> results = new ArrayList<>(items.size());
        for (int i = 0; i < own.size(); i++) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the chunk was cancelled");
            }
            Object result = PlainValue.checked(function.apply(own.get(i)));
            results.add(i == own.size() - 1 ? result : Copies.of(result)); // the last is captured next
        }
        return new Done(results, System.nanoTime() - begun);
    }

    private static List<@Nullable Object> copies(List<@Nullable Object> items) {
        List<@Nullable Object> copies = new ArrayList<>(items.size());
        items.forEach(item -> copies.add(Copies.of(item)));
        return copies;
    }
}
