package dev.mosaic.parallel;

import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Named;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Gatherer;
import org.jspecify.annotations.Nullable;

/**
 * Streams whose functions run in workers: {@code shots.stream().gather(Parallel.map(mosaic, Solver::misfit)).toList()}.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Parallel {
    private static final int CHUNKS_PER_WORKER = 2;

    private Parallel() {}

    /**
     * The results in the order of their items. The items are taken as the results are: two chunks for each worker process are computed ahead, each of
     * some 200 ms by the time that those before took. So it works on a stream without an end, too.
     *
     * <p><b>Failure:</b> what a function throws is thrown where its result would be taken. A chunk whose worker is lost is computed again
     * elsewhere, up to 3 times. Where nobody wants more results, what is under way is cancelled.
     */
    public static <A extends @Nullable Object, R extends @Nullable Object> Gatherer<A, ?, R> map(
            Mosaic mosaic, Function1<A, R> function) {
        return Gatherer.ofSequential(
                () -> new Ahead<A, R>(mosaic, function),
                Gatherer.Integrator.of((ahead, item, downstream) -> ahead.take(item, downstream)),
                (ahead, downstream) -> ahead.end(downstream));
    }

    private record Sent(Task<Done> task, long sendNanos) {}

    /** A function of some items at once. It has the name of that of an item. */
    private record Chunk(Function1<@Nullable Object, @Nullable Object> function)
            implements Function1<List<@Nullable Object>, Done>, Named {
        @Override
        public String name() {
            return Named.of(function);
        }

        @Override
        public Done apply(List<@Nullable Object> items) throws Exception {
            return Done.of(PerCall.of(function), items);
        }
    }

    /** What is under way, in the order of its items. */
    private static final class Ahead<A extends @Nullable Object, R extends @Nullable Object> {
        private final Mosaic mosaic;
        private final Chunk function;
        private final ChunkSize size = new ChunkSize(0, Long.MAX_VALUE);
        private final int window;
        private final List<@Nullable Object> chunk = new ArrayList<>();
        private final ArrayDeque<Sent> underWay = new ArrayDeque<>();

        @SuppressWarnings("unchecked") // the items are of the type that it takes
        private Ahead(Mosaic mosaic, Function1<A, R> function) {
            this.mosaic = mosaic;
            this.function = new Chunk((Function1<@Nullable Object, @Nullable Object>) (Function1<?, ?>) function);
            this.window = CHUNKS_PER_WORKER * Math.max(1, mosaic.workers().size());
        }

        private boolean take(A item, Gatherer.Downstream<? super R> downstream) {
            chunk.add(item);
            if (chunk.size() >= size.next(Long.MAX_VALUE, window)) {
                send();
            }
            return underWay.size() < window || give(downstream);
        }

        private void send() {
            if (!chunk.isEmpty()) {
                long begun = System.nanoTime();
                Task<Done> task = mosaic.submit(function, (List<@Nullable Object>) new ArrayList<>(chunk));
                underWay.add(new Sent(task, System.nanoTime() - begun));
                chunk.clear();
            }
        }

        /** The results of the first chunk; false where nobody wants more. */
        @SuppressWarnings("unchecked") // they are what the function has given
        private boolean give(Gatherer.Downstream<? super R> downstream) {
            boolean isOver = false;
            try {
                Sent sent = underWay.remove();
                sent.task().await();
                long begun = System.nanoTime();
                Done done = sent.task().result();
                size.took(done.results().size(), done.nanos(), sent.sendNanos() + System.nanoTime() - begun);
                isOver = !done.results().stream().allMatch(each -> downstream.push((R) each));
            } catch (RuntimeException | Error failure) {
                isOver = true;
                throw failure;
            } finally {
                if (isOver) {
                    underWay.forEach(each -> each.task().cancel());
                    underWay.clear();
                }
            }
            return !isOver;
        }

        private void end(Gatherer.Downstream<? super R> downstream) {
            send();
            boolean goesOn = !downstream.isRejecting();
            while (goesOn && !underWay.isEmpty()) {
                goesOn = give(downstream);
            }
            underWay.forEach(each -> each.task().cancel());
        }
    }
}
