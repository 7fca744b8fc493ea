package dev.mosaic.parallel;

import dev.mosaic.Bundle;
import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import dev.mosaic.function.Function1;
import dev.mosaic.function.TaskName;
import dev.mosaic.window.Capacity;
import dev.mosaic.window.ChunkSize;
import dev.mosaic.window.Window;
import java.util.List;
import java.util.stream.Gatherer;
import org.jspecify.annotations.Nullable;

/**
 * Gatherers for streams whose functions run in workers: {@code shots.stream().gather(Parallel.map(mosaic, Solver::misfit)).toList()}.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Parallel {
    private static final int CHUNKS_PER_WORKER = 2;

    private Parallel() {}

    /**
     * A gatherer that passes on the results of a function, in the order of the items. Items are read as results are taken, so it also works for an
     * endless stream. For each worker, two chunks of about 200 ms are computed ahead. Results are passed on when an item is read, and at the end.
     *
     * <p><b>Failure:</b> if a function throws, the exception is thrown in the place of its result. If a worker is lost, its chunk runs again on
     * another one, up to 3 times. When the stream ends early, running chunks are cancelled.
     */
    public static <A extends @Nullable Object, R extends @Nullable Object> Gatherer<A, ?, R> map(
            Mosaic mosaic, Function1<A, R> function) {
        return Gatherer.ofSequential(
                () -> new Ahead<A, R>(mosaic, function),
                Gatherer.Integrator.of((ahead, item, downstream) -> ahead.take(item, downstream)),
                (ahead, downstream) -> ahead.end(downstream));
    }

    /** A function of some items at once. It has the name of that of an item. */
    private record Chunk(Function1<@Nullable Object, @Nullable Object> function)
            implements Function1<List<@Nullable Object>, Done>, TaskName {
        @Override
        public String name() {
            return TaskName.of(function);
        }

        @Override
        public Done apply(List<@Nullable Object> items) throws Exception {
            return Done.of(PerCall.of(function), items);
        }
    }

    /** What is under way of a stream. */
    private static final class Ahead<A extends @Nullable Object, R extends @Nullable Object> implements Chunks.Workers {
        private final Mosaic mosaic;
        private final Chunk function;
        private final Capacity capacity;
        private final Chunks chunks;

        @SuppressWarnings("unchecked") // the items are of the type that it takes
        private Ahead(Mosaic mosaic, Function1<A, R> function) {
            this.mosaic = mosaic;
            this.function = new Chunk((Function1<@Nullable Object, @Nullable Object>) (Function1<?, ?>) function);
            this.capacity = new Capacity(mosaic::workers, mosaic::nodes, Bundle.PROCESSOR);
            this.chunks = new Chunks(mosaic, this, new ChunkSize(0, Long.MAX_VALUE), Window.UNKNOWN, true);
        }

        @Override
        public Chunks.Sent<Done> send(List<@Nullable Object> chunk) {
            return new Chunks.Sent<>(mosaic.submit(function, chunk), () -> {});
        }

        /** Two for each: what waits makes the cluster grow where it can. */
        @Override
        public int most(int each) {
            return CHUNKS_PER_WORKER * capacity.workers();
        }

        @Override
        public List<Task<@Nullable Void>> arriving() {
            return List.of();
        }

        /** False where nobody wants more. */
        private boolean take(A item, Gatherer.Downstream<? super R> downstream) {
            if (!chunks.add(item)) {
                return true;
            }
            boolean goesOn = give(downstream);
            while (goesOn && !chunks.hasRoom()) {
                chunks.await();
                goesOn = give(downstream);
            }
            return goesOn;
        }

        private void end(Gatherer.Downstream<? super R> downstream) {
            if (downstream.isRejecting()) {
                chunks.close();
                return;
            }
            chunks.complete();
            while (give(downstream) && !chunks.isOver()) {
                chunks.await();
            }
        }

        /** All results that are there; false where nobody wants more. */
        @SuppressWarnings("unchecked") // they are what the function has given
        private boolean give(Gatherer.Downstream<? super R> downstream) {
            boolean goesOn = false;
            try {
                Chunks.Ended next = chunks.poll();
                while (next != null && next.results().stream().allMatch(each -> downstream.push((R) each))) {
                    next = chunks.poll();
                }
                goesOn = next == null;
            } finally {
                if (!goesOn) {
                    chunks.close();
                }
            }
            return goesOn;
        }
    }
}
