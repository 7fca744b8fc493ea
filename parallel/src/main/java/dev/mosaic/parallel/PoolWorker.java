package dev.mosaic.parallel;

import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.TaskName;
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

    /** A function: computes a chunk of items in a worker. It has the name of the function that it computes. */
    record Chunk<C extends @Nullable Object>(Function2<C, @Nullable Object, @Nullable Object> function)
            implements Function2<PoolWorker<C>, List<@Nullable Object>, Done>, TaskName {
        @Override
        public String name() {
            return TaskName.of(function);
        }

        @Override
        public Done apply(PoolWorker<C> worker, List<@Nullable Object> items) throws Exception {
            Function2<C, @Nullable Object, @Nullable Object> own = PerCall.of(function);
            return Done.of(item -> own.apply(worker.context, item), items);
        }
    }

    /** A function: computes one item in a worker. */
    record One<C extends @Nullable Object, A extends @Nullable Object, R extends @Nullable Object>(
            Function2<C, A, R> function) implements Function2<PoolWorker<C>, A, R>, TaskName {
        @Override
        public String name() {
            return TaskName.of(function);
        }

        @Override
        public R apply(PoolWorker<C> worker, A item) throws Exception {
            return function.apply(worker.context, item);
        }
    }

    /** A function that does not want the context. */
    record WithoutContext<C extends @Nullable Object, A extends @Nullable Object, R extends @Nullable Object>(
            Function1<A, R> function) implements Function2<C, A, R>, TaskName {
        @Override
        public String name() {
            return TaskName.of(function);
        }

        @Override
        public R apply(C context, A item) throws Exception {
            return function.apply(item);
        }
    }
}
