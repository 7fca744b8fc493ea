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
 * A pool of workers that run functions for items, like {@code multiprocessing.Pool} in Python: {@code pool.map(shots, Solver::misfit)}. Each worker
 * can have a context, which it creates once, such as a model or a connection.
 *
 * <pre>{@code
 * try (Pool<Model> pool = Pool.with(mosaic, () -> Model.read(file), options -> {})) {
 *     List<Double> misfits = pool.mapWith(shots, (model, shot) -> model.misfit(shot));
 * }
 * }</pre>
 *
 * <p>Items are sent in chunks, by default of about 200 ms of work. If a function throws, the whole call fails with that exception, and running
 * chunks are cancelled. If a worker process is lost, its items run again, with a new context. If the process ends each time a context is created,
 * calls fail with {@link dev.mosaic.ConstructorFailedException} after the eighth time.
 *
 * <p>The workers of a pool are tesserae: they are placed where there is room, with the resources of {@link PoolOptions#each}.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a tessera for each worker; {@link #map} one call for each chunk.
 *
 * @param <C> the type of the context
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

    /** A pool with this number of workers, without contexts. */
    public static Pool<@Nullable Void> of(Mosaic mosaic, int workers) {
        return of(mosaic, options -> options.workers(workers));
    }

    /** A pool without contexts. */
    public static Pool<@Nullable Void> of(Mosaic mosaic, Consumer<PoolOptions> options) {
        return with(mosaic, () -> null, options);
    }

    /**
     * A pool whose workers have contexts.
     *
     * @param initializer creates the context; it runs once in each worker, before its first item, and again when the worker is replaced
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

    /** The number of its workers, including those that wait for a place. */
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

    /** {@link #map} for a function that also gets the context of the worker. */
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
     * {@link #map} of a function of two parameters, with the items of two collections.
     *
     * @throws IllegalArgumentException if the collections have different sizes
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
     * A stream of the results, in the order of the items. Items are read as results are taken, so it works for an endless stream, too. Enough chunks
     * are computed ahead to keep the workers busy. Closing the stream cancels running chunks.
     *
     * <p>Another thread reads the items, so that results are available before the next item comes; in a worker the thread that takes the results
     * reads them. If a function throws, the exception is thrown in the place of its result.
     */
    public <A extends @Nullable Object, R extends @Nullable Object> Stream<R> imap(
            Stream<? extends A> items, Function1<A, R> function) {
        return stream(items, function, true);
    }

    /** {@link #imap} in the order of completion. */
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

    /** Runs a function for one item, in the least busy worker. For a callback, use {@link Task#toCompletionStage}. */
    public <A extends @Nullable Object, R extends @Nullable Object> Task<R> apply(Function1<A, R> function, A item) {
        return applyWith(ignoring(function), item);
    }

    /** {@link #apply} for a function that also gets the context of the worker. */
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

    /** Ends the workers when they have run all sent items. This method does not wait for this. */
    @Override
    public void close() {
        synchronized (members) {
            isClosed = true;
            members.forEach(each -> each.tessera.drop());
        }
    }
}
