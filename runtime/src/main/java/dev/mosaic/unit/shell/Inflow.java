package dev.mosaic.unit.shell;

import dev.mosaic.CallOptions;
import dev.mosaic.FlowTakenException;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import io.smallrye.mutiny.Multi;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The items that a method gives one by one, as the program that called it gets them.
 *
 * <p>The call is made at once, like any other. From then on each batch of items is the result of a stateless task in the worker
 * where the method ran, a <em>pull</em>; there is one at a time, for as many items as the subscriber has requested, up to {@value
 * #WIDEST}. So order, at most once, broken links, proxies and large items inside, and lost workers are what they are for any
 * task. The rest is in {@code docs/design/002-kernel.md}.
 *
 * <p><b>Threading:</b> any thread; the subscriber is called in virtual threads, one after the other. <b>Cost:</b> a task for each
 * batch. <b>Failure:</b> what the method or its {@code Multi} throws, or what befell the worker, is the flow's failure. A flow
 * that nobody subscribes to is stopped when it is garbage.
 */
final class Inflow<T> implements Flow.Publisher<T> {
    private static final int WIDEST = 256;
    private static final Cleaner CLEANER = Cleaner.create();

    private final Pulls<T> pulls;

    private Inflow(Pulls<T> pulls) {
        this.pulls = pulls;
    }

    static <T> Multi<T> of(Engine engine, CallTask<Long> opening, HeldTessera tessera) {
        Pulls<T> pulls = new Pulls<>(engine, opening, tessera);
        Inflow<T> inflow = new Inflow<>(pulls);
        CLEANER.register(inflow, pulls::abandon);
        return Multi.createFrom().publisher(inflow);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        try {
            pulls.begin(subscriber);
        } finally {
            java.lang.ref.Reference.reachabilityFence(this);
        }
    }

    /** A batch as it came. */
    private record Batch(
            List<@Nullable Object> items, int end, @Nullable Throwable problem) {
        static Batch read(Engine engine, Payload payload, @Nullable TypeLimit limit) {
            Decoder in = engine.codec.decoder(payload, limit);
            List<@Nullable Object> items = new ArrayList<>();
            while (in.booleanValue()) {
                items.add(in.object(Object.class));
            }
            int end = in.intValue();
            if (end != Outflow.FAILED) {
                return new Batch(items, end, null);
            }
            String worker = Objects.requireNonNull(in.text());
            byte[] thrown = Objects.requireNonNull(in.bytes());
            Failure failure = new Failure(Failure.Kind.THROWN, "", "", worker, thrown, null);
            return new Batch(items, end, engine.failures.rebuilt(failure, ""));
        }
    }

    /** One subscription. */
    private static final class Pulls<T> implements Flow.Subscription {
        private final Engine engine;
        private final Id id;
        private final @Nullable TypeLimit limit;
        private final AtomicBoolean taken = new AtomicBoolean();

        /** Null when it is over. */
        private @Nullable CallTask<Long> opening;

        /** Held until the flow is over. */
        @SuppressWarnings("UnusedVariable") // to be reachable is all it is for
        private @Nullable HeldTessera tessera;

        private Flow.@Nullable Subscriber<? super T> subscriber;
        private @Nullable CallTask<Batch> pull;
        private boolean pulling;
        private boolean over;
        private long demand;

        /** Where the items are; 0 before the method has returned. */
        private long worker;

        private Pulls(Engine engine, CallTask<Long> opening, HeldTessera tessera) {
            this.engine = engine;
            this.opening = opening;
            this.id = opening.id();
            this.tessera = tessera;
            this.limit = opening.limit();
        }

        void begin(Flow.Subscriber<? super T> asked) {
            if (!taken.compareAndSet(false, true)) {
                refuse(asked);
                return;
            }
            subscriber = asked;
            try {
                asked.onSubscribe(this);
            } catch (Throwable refused) {
                cancel();
                throw refused;
            } finally {
                open(); // it may have been opened before it was cancelled
            }
        }

        private void refuse(Flow.Subscriber<? super T> asked) {
            asked.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long count) {}

                @Override
                public void cancel() {}
            });
            asked.onError(new FlowTakenException(
                    "task=" + id + " already has a subscriber",
                    "make another call, or share the stream: multi.broadcast()"));
        }

        private void open() {
            CallTask<Long> opened = opening;
            if (opened != null) {
                opened.toCompletionStage().whenComplete((where, thrown) -> {
                    if (thrown != null) {
                        end(thrown);
                    } else if (where == null) { // a class that is served in words
                        end(new NullPointerException("task=" + id + " returned null in place of a Multi"));
                    } else {
                        guarded(() -> opened(where));
                    }
                });
            }
        }

        private void opened(long where) {
            boolean unwanted;
            synchronized (this) {
                worker = where;
                opening = null;
                unwanted = over;
            }
            if (unwanted) {
                stop(where);
            } else {
                pull();
            }
        }

        /** Garbage that nobody has subscribed to. */
        void abandon() {
            if (taken.compareAndSet(false, true)) {
                cancel();
                open(); // it may have been opened before it was cancelled
            }
        }

        @Override
        public void request(long count) {
            if (count <= 0) {
                cancel();
                Flow.Subscriber<? super T> told = subscriber;
                if (told != null) {
                    told.onError(new IllegalArgumentException("request(" + count + "): give 1 or more"));
                }
                return;
            }
            synchronized (this) {
                demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
            }
            pull();
        }

        @Override
        public void cancel() {
            CallTask<Long> opened;
            CallTask<Batch> pulled;
            long where;
            synchronized (this) {
                if (over) {
                    return;
                }
                over = true;
                tessera = null;
                opened = opening;
                pulled = pull;
                where = worker;
            }
            if (opened != null) {
                opened.cancel();
            }
            if (pulled != null) {
                pulled.cancel();
            }
            if (where != 0) {
                stop(where);
            }
        }

        /** A subscriber that throws gets no more, and neither does who waits behind it: the flow ends with what was thrown. */
        private void guarded(Runnable piece) {
            try {
                piece.run();
            } catch (Throwable thrown) {
                long where;
                synchronized (this) {
                    where = worker;
                }
                end(thrown);
                if (where != 0) {
                    stop(where);
                }
            }
        }

        private void stop(long where) {
            if (!engine.isClosed()) {
                new OutgoingCall(engine, engine.codec.encoder())
                        .begin(Inflow.class, Bodies.STOP, Reading::single, new CallOptions().maxRetries(0))
                        .in(where)
                        .longValue(id.number())
                        .send();
            }
        }

        private void pull() {
            int count;
            synchronized (this) {
                if (over || pulling || worker == 0 || demand == 0) {
                    return;
                }
                pulling = true;
                count = (int) Math.min(demand, WIDEST);
            }
            CallTask<Batch> asked;
            try {
                OutgoingCall call = new OutgoingCall(engine, engine.codec.encoder())
                        .begin(
                                Inflow.class,
                                Bodies.PULL,
                                (reader, payload, none) -> Batch.read(reader, payload, limit),
                                new CallOptions().maxRetries(0))
                        .in(worker);
                call.longValue(id.number()).intValue(count);
                asked = call.sendCall();
            } catch (RuntimeException | Error refused) {
                end(refused);
                return;
            }
            synchronized (this) {
                pull = asked;
            }
            asked.toCompletionStage().whenComplete((batch, thrown) -> {
                if (thrown == null) {
                    guarded(() -> arrived(batch));
                } else {
                    end(thrown);
                    stop(worker);
                }
            });
        }

        @SuppressWarnings("unchecked") // the method gives items of that type
        private void arrived(Batch batch) {
            Flow.Subscriber<? super T> told = Objects.requireNonNull(subscriber);
            for (Object item : batch.items()) {
                synchronized (this) {
                    if (over) {
                        return;
                    }
                    demand = demand == Long.MAX_VALUE ? demand : demand - 1;
                }
                told.onNext((T) Objects.requireNonNull(item));
            }
            if (batch.end() != Outflow.MORE) {
                end(batch.problem());
                return;
            }
            synchronized (this) {
                pulling = false;
                pull = null;
            }
            pull();
        }

        private void end(@Nullable Throwable problem) {
            Flow.Subscriber<? super T> told;
            synchronized (this) {
                if (over) {
                    return;
                }
                over = true;
                opening = null;
                tessera = null;
                pull = null;
                told = subscriber;
            }
            if (told == null) {
                return;
            }
            if (problem == null) {
                told.onComplete();
            } else {
                told.onError(
                        problem instanceof CompletionException && problem.getCause() != null
                                ? problem.getCause()
                                : problem);
            }
        }
    }
}
