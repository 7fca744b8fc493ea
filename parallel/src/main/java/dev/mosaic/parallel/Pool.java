package dev.mosaic.parallel;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.RemoteMaker;
import dev.mosaic.Task;
import dev.mosaic.TesseraOptions;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.TaskName;
import dev.mosaic.window.Capacity;
import dev.mosaic.window.ChunkSize;
import dev.mosaic.window.Window;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Some workers that compute functions of items, as {@code multiprocessing.Pool} of Python: {@code pool.map(shots, Solver::misfit)}. Each may have a
 * context, which it makes once: a model, a connection, a table.
 *
 * <pre>{@code
 * try (Pool<Model> pool = Pool.with(mosaic, () -> Model.read(file), options -> {})) {
 *     List<Double> misfits = pool.mapWith(shots, (model, shot) -> model.misfit(shot));
 * }
 * }</pre>
 *
 * <p>Items travel in chunks, by themselves of a size that takes some 200 ms. A function that throws fails the whole call with what it threw;
 * what is under way is cancelled. The items of a worker process that is lost are computed again, with a context that is made again. Where a context
 * ends its process each time, calls fail after the eighth, with {@link dev.mosaic.ConstructorFailedException}.
 *
 * <p>Its workers are tesserae: they are placed where there is room, and demand nodes where {@link PoolOptions#each} says what they need.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a tessera for each worker; {@link #map} one call for each chunk.
 *
 * @param <C> of the context
 */
public final class Pool<C extends @Nullable Object> implements AutoCloseable {
    /** A worker as the pool sees it. */
    private static final class Member<C extends @Nullable Object> {
        private Remote<PoolWorker<C>> tessera;

        /** Ends when it can be called. */
        private Task<@Nullable Void> ready;

        /** Chunks that it has been sent and that have not ended. */
        private final AtomicInteger underWay = new AtomicInteger();

        private volatile long lastEndedNanos;

        /** Sent to this tessera since it was made. */
        private long items;

        private Member(Remote<PoolWorker<C>> tessera) {
            this.tessera = tessera;
            this.ready = tessera.ready();
        }

        private void ended() {
            lastEndedNanos = System.nanoTime();
            underWay.decrementAndGet();
        }

        private boolean isThere() {
            return ready.state().isFinal();
        }
    }

    private final Mosaic mosaic;
    private final Function0<C> initializer;
    private final PoolOptions options;

    /** Null where its size is given. */
    private final @Nullable Capacity capacity;

    /** Guards its members. */
    private final List<Member<C>> members = new ArrayList<>();

    private boolean isClosed;

    private Pool(Mosaic mosaic, Function0<C> initializer, PoolOptions options) {
        this.mosaic = mosaic;
        this.initializer = initializer;
        this.options = options;
        this.capacity = options.workers() > 0 ? null : new Capacity(mosaic::workers, mosaic::nodes, options.needs());
        grow();
    }

    /** Makes the workers that it has not made yet. A pool without a number has more when the cluster has. */
    private void grow() {
        int workers = capacity == null ? options.workers() : capacity.workers();
        synchronized (members) {
            int more = workers - members.size();
            if (more > 0 && !isClosed) {
                RemoteMaker maker = mosaic.withOptions(this::needs);
                for (int i = 0; i < more; i++) {
                    members.add(new Member<>(maker.remote(PoolWorker<C>::new, initializer)));
                }
            }
        }
    }

    /** A pool of so many workers, without contexts. */
    public static Pool<@Nullable Void> of(Mosaic mosaic, int workers) {
        return of(mosaic, options -> options.workers(workers));
    }

    /** A pool without contexts. */
    public static Pool<@Nullable Void> of(Mosaic mosaic, Consumer<PoolOptions> options) {
        return with(mosaic, () -> null, options);
    }

    /**
     * A pool whose workers have a context each.
     *
     * @param initializer makes it; runs in each worker once, before its first item, and again where the worker is made again
     */
    public static <C extends @Nullable Object> Pool<C> with(
            Mosaic mosaic, Function0<C> initializer, Consumer<PoolOptions> options) {
        PoolOptions chosen = new PoolOptions();
        options.accept(chosen);
        return new Pool<>(mosaic, initializer, chosen);
    }

    private void needs(TesseraOptions own) {
        own.maxRestarts(-1);
        options.each().accept(own);
    }

    /** How many workers it has, those that wait for a place too. */
    public int size() {
        synchronized (members) {
            return members.size();
        }
    }

    // ---- all at once

    /** The results of all items, in their order. */
    public <A extends @Nullable Object, R extends @Nullable Object> List<R> map(
            Collection<? extends A> items, Function1<A, R> function) {
        return mapWith(items, ignoring(function));
    }

    /** {@link #map} of a function that gets the worker's context too. */
    @SuppressWarnings("unchecked") // they are what the function has given
    public <A extends @Nullable Object, R extends @Nullable Object> List<R> mapWith(
            Collection<? extends A> items, Function2<C, A, R> function) {
        List<@Nullable Object> results = new ArrayList<@Nullable Object>(Collections.nCopies(items.size(), null));
        try (Chunks chunks = chunks(items.size(), function, false);
                Feed feed = new Feed(items.iterator(), false)) {
            for (Chunks.Ended ended = chunks.next(feed); ended != null; ended = chunks.next(feed)) {
                for (int i = 0; i < ended.results().size(); i++) {
                    results.set((int) ended.first() + i, ended.results().get(i));
                }
            }
        }
        return (List<R>) (List<?>) results;
    }

    /**
     * {@link #map} of a function of two parameters: the first with the first, the second with the second.
     *
     * @throws IllegalArgumentException where there are not as many of both
     */
    public <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> List<R> starmap(
            Collection<? extends A> first, Collection<? extends B> second, Function2<A, B, R> function) {
        if (first.size() != second.size()) {
            throw new IllegalArgumentException(
                    "first=" + first.size() + " items and second=" + second.size() + " are not as many");
        }
        List<Pair<A, B>> pairs = new ArrayList<>(first.size());
        Iterator<? extends B> others = second.iterator();
        for (A each : first) {
            pairs.add(new Pair<>(each, others.next()));
        }
        return map(pairs, new OfPair<>(function));
    }

    private record Pair<A extends @Nullable Object, B extends @Nullable Object>(A first, B second)
            implements Serializable {}

    private record OfPair<A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>(
            Function2<A, B, R> function) implements Function1<Pair<A, B>, R>, TaskName {
        @Override
        public String name() {
            return TaskName.of(function);
        }

        @Override
        public R apply(Pair<A, B> pair) throws Exception {
            return function.apply(pair.first(), pair.second());
        }
    }

    // ---- as they come

    /**
     * The results in the order of their items, which are taken as the results are: of an endless stream as well. So many chunks are computed
     * ahead as the workers need to be busy. Closing the stream cancels what is under way.
     *
     * <p>The items are taken in a thread of their own, so that results are given while the next item has not come; in a worker in the thread that
     * takes the results. What a function throws is thrown in the place of its result.
     */
    public <A extends @Nullable Object, R extends @Nullable Object> Stream<R> imap(
            Stream<? extends A> items, Function1<A, R> function) {
        return stream(items, function, true);
    }

    /** {@link #imap} in the order in which they are there. */
    public <A extends @Nullable Object, R extends @Nullable Object> Stream<R> imapUnordered(
            Stream<? extends A> items, Function1<A, R> function) {
        return stream(items, function, false);
    }

    private <A extends @Nullable Object, R extends @Nullable Object> Stream<R> stream(
            Stream<? extends A> items, Function1<A, R> function, boolean isOrdered) {
        Chunks chunks = chunks(Window.UNKNOWN, ignoring(function), isOrdered);
        Feed feed = new Feed(items.iterator(), true);
        Spliterator<Chunks.Ended> ended =
                new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL) {
                    @Override
                    public boolean tryAdvance(Consumer<? super Chunks.Ended> consumer) {
                        Chunks.Ended next = chunks.next(feed);
                        if (next != null) {
                            consumer.accept(next);
                        }
                        return next != null;
                    }
                };
        return StreamSupport.stream(ended, false)
                .flatMap(each -> Pool.<R>results(each))
                .onClose(chunks::close)
                .onClose(feed::close)
                .onClose(items::close);
    }

    @SuppressWarnings("unchecked") // they are what the function has given
    private static <R extends @Nullable Object> Stream<R> results(Chunks.Ended ended) {
        return (Stream<R>) ended.results().stream();
    }

    // ---- one

    /** Computes one item, in the worker that has least to do. For a callback, use {@link Task#toCompletionStage}. */
    public <A extends @Nullable Object, R extends @Nullable Object> Task<R> apply(Function1<A, R> function, A item) {
        return applyWith(ignoring(function), item);
    }

    /** {@link #apply} of a function that gets the worker's context too. */
    public <A extends @Nullable Object, R extends @Nullable Object> Task<R> applyWith(
            Function2<C, A, R> function, A item) {
        PoolWorker.One<C, A, R> one = new PoolWorker.One<>(function);
        Chunks.Sent<R> sent = send(1, worker -> worker.call(one, item));
        Thread.startVirtualThread(() -> {
            try {
                sent.task().await();
            } catch (RuntimeException failed) {
                // It is told to who asks the task.
            } finally {
                sent.ended().run();
            }
        });
        return sent.task();
    }

    private <A extends @Nullable Object, R extends @Nullable Object> Function2<C, A, R> ignoring(
            Function1<A, R> function) {
        return new PoolWorker.WithoutContext<>(function);
    }

    @SuppressWarnings("unchecked") // the items are of the type that it takes
    private <A extends @Nullable Object, R extends @Nullable Object> Chunks chunks(
            long all, Function2<C, A, R> function, boolean isOrdered) {
        var any = (Function2<C, @Nullable Object, @Nullable Object>) (Function2<C, ?, ?>) function;
        PoolWorker.Chunk<C> compute = new PoolWorker.Chunk<>(any);
        Chunks.Workers workers = new Chunks.Workers() {
            @Override
            public Chunks.Sent<Done> send(List<@Nullable Object> chunk) {
                return Pool.this.send(chunk.size(), worker -> worker.call(compute, chunk));
            }

            @Override
            public int most(int each) {
                grow();
                synchronized (members) {
                    return each * (int) members.stream().filter(Member::isThere).count();
                }
            }

            @Override
            public List<Task<@Nullable Void>> arriving() {
                synchronized (members) {
                    return members.stream()
                            .filter(each -> !each.isThere())
                            .<Task<@Nullable Void>>map(each -> each.ready)
                            .toList();
                }
            }
        };
        ChunkSize size = new ChunkSize(options.chunkSize(), options.maxTasksPerWorker());
        return new Chunks(mosaic, workers, size, all, isOrdered);
    }

    private <R extends @Nullable Object> Chunks.Sent<R> send(int items, Function<Remote<PoolWorker<C>>, Task<R>> call) {
        Member<C> member;
        Task<R> task;
        synchronized (members) {
            member = leastBusy();
            if (member.items > 0 && member.items + items > options.maxTasksPerWorker()) {
                member.tessera.drop(); // when it has done what it was sent
                member.tessera = mosaic.withOptions(this::needs).remote(PoolWorker<C>::new, initializer);
                member.ready = member.tessera.ready();
                member.items = 0;
            }
            member.items += items;
            member.underWay.incrementAndGet();
            task = call.apply(member.tessera.withCallOptions(own -> own.maxRetries(options.maxRetries())));
        }
        return new Chunks.Sent<>(task, member::ended);
    }

    /** Of those that have a place, where any has one. Of two that have as much, who ended something last: the other may be at something long. */
    private Member<C> leastBusy() {
        return members.stream()
                .min(Comparator.comparing((Member<C> each) -> !each.isThere())
                        .thenComparingInt(each -> each.underWay.get())
                        .thenComparing(each -> each.lastEndedNanos, Comparator.reverseOrder()))
                .orElseThrow();
    }

    /** Its workers end when they have computed what was sent to them; nothing is waited for. */
    @Override
    public void close() {
        synchronized (members) {
            isClosed = true;
            members.forEach(each -> each.tessera.drop());
        }
    }
}
