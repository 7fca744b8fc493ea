package dev.mosaic.parallel;

import dev.mosaic.function.Function1;
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
    /** Computes the items, one after the other; ends before the next one where the chunk was cancelled. */
    static Done of(Function1<@Nullable Object, @Nullable Object> function, List<@Nullable Object> items)
            throws Exception {
        long begun = System.nanoTime();
        List<@Nullable Object> results = new ArrayList<>(items.size());
        for (Object item : items) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the chunk was cancelled");
            }
            results.add(function.apply(item));
        }
        return new Done(results, System.nanoTime() - begun);
    }
}
