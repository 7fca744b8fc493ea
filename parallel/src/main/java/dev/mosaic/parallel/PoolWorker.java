package dev.mosaic.parallel;

import dev.mosaic.function.Function0;
import dev.mosaic.function.Function2;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker of a {@link Pool}: the context that it was made with, and what computes items in it.
 *
 * <p><b>Threading:</b> a tessera, so one call at a time.
 *
 * @param <C> of the context
 */
final class PoolWorker<C extends @Nullable Object> {
    private final C context;

    /** @param initializer makes the context; runs in the worker, once */
    PoolWorker(Function0<C> initializer) throws Exception {
        context = initializer.apply();
    }

    Done chunk(Function2<C, @Nullable Object, @Nullable Object> function, List<@Nullable Object> items)
            throws Exception {
        return Done.of(item -> function.apply(context, item), items);
    }

    <A extends @Nullable Object, R extends @Nullable Object> R one(Function2<C, A, R> function, A item)
            throws Exception {
        return function.apply(context, item);
    }
}
