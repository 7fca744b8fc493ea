package dev.mosaic.unit.shell;

import dev.mosaic.CallOptions;
import dev.mosaic.Dropped;
import dev.mosaic.ForEachOptions;
import dev.mosaic.ItemsFailedException;
import dev.mosaic.Task;
import dev.mosaic.TimedOutException;
import dev.mosaic.Worker;
import dev.mosaic.function.Action2;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Member;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Items that are handed out to workers, one at a time to each: {@code forEach}.
 *
 * <p><b>Threading:</b> the caller's half the thread that called, the worker's half its lane. <b>Cost:</b> one task for each item;
 * O(items under way) for each that ends. <b>Failure:</b> whatever ends the wait cancels what is under way.
 */
final class Handout<A extends @Nullable Object> {
    private record Item<A extends @Nullable Object>(int index, A value, int attempt) {
        Item<A> again() {
            return new Item<>(index, value, attempt + 1);
        }
    }

    private record Handed<A extends @Nullable Object>(Item<A> item, long worker, CallTask<@Nullable Object> task) {}

    private final Engine engine;
    private final Action2<Worker, A> action;
    private final ForEachOptions options;
    private final ArrayDeque<Item<A>> waiting = new ArrayDeque<>();
    private final List<Handed<A>> underWay = new ArrayList<>();
    private final Set<Long> busy = new HashSet<>();
    private final TreeMap<Integer, Dropped<A>> failed = new TreeMap<>();
    private int done;

    Handout(Engine engine, Action2<Worker, A> action, ForEachOptions options) {
        this.engine = engine;
        this.action = action;
        this.options = options;
    }

    List<Dropped<A>> run(Collection<? extends A> items) {
        for (A item : items) {
            waiting.add(new Item<>(waiting.size(), item, 0));
        }
        int count = waiting.size();
        long mayFail = (long) Math.floor(options.dropThreshold() * count);
        if (count > 0) {
            awaitWorkers(options.minWorkers());
        }
        try {
            while (done < options.maxAwait() && (!waiting.isEmpty() || !underWay.isEmpty())) {
                handOut();
                if (underWay.isEmpty()) {
                    awaitWorkers(1);
                } else {
                    awaitNews();
                    takeBack(count);
                }
                if (failed.size() > mayFail) {
                    throw tooMany(count);
                }
            }
        } finally {
            underWay.forEach(handed -> handed.task.cancel());
        }
        return List.copyOf(failed.values());
    }

    private void awaitWorkers(int count) {
        if (!engine.roll.await(engine, () -> workers().size() >= count, Waits.nanos(options.patience()))) {
            if (engine.isClosed()) {
                throw Engine.isOver();
            }
            throw new TimedOutException(
                    "workers=" + workers().size() + " of minWorkers=" + count + " were there after "
                            + options.patience(),
                    "start more workers, or ask for fewer");
        }
    }

    private List<Member> workers() {
        return engine.roll.workers();
    }

    private void handOut() {
        for (Member worker : workers()) {
            Item<A> item = busy.contains(worker.instance()) ? null : waiting.poll();
            if (item != null) {
                busy.add(worker.instance());
                underWay.add(new Handed<>(item, worker.instance(), send(item, worker.instance())));
            }
        }
    }

    private CallTask<@Nullable Object> send(Item<A> item, long worker) {
        OutgoingCall call = engine.outgoing()
                .begin(action, Bodies.EACH, Reading::single, new CallOptions().maxRetries(0))
                .in(worker);
        if (item.value instanceof Task<?> argument) {
            call.arg(argument);
        } else {
            call.object(item.value);
        }
        return call.sendCall();
    }

    /** Until one has ended, or a worker is free for the next. */
    private void awaitNews() {
        Thread thread = Thread.currentThread();
        underWay.forEach(handed -> handed.task.addWaiting(thread));
        try {
            engine.roll.await(
                    engine,
                    () -> underWay.stream().anyMatch(handed -> handed.task.isFinal())
                            || (!waiting.isEmpty()
                                    && workers().stream().anyMatch(worker -> !busy.contains(worker.instance()))),
                    Patience.FOREVER);
        } finally {
            underWay.forEach(handed -> handed.task.removeWaiting(thread));
        }
        if (engine.isClosed()) {
            throw Engine.isOver();
        }
    }

    private void takeBack(int count) {
        for (Iterator<Handed<A>> each = underWay.iterator(); each.hasNext(); ) {
            Handed<A> handed = each.next();
            if (!handed.task.isFinal()) {
                continue;
            }
            each.remove();
            busy.remove(handed.worker);
            Failure failure = handed.task.failure();
            if (failure != null && isLost(failure) && handed.item.attempt < options.maxRetries()) {
                waiting.addFirst(handed.item.again());
                continue;
            }
            if (failure == null) {
                done++;
            } else {
                Throwable problem = engine.failures.rebuilt(failure, handed.task.uid());
                failed.put(handed.item.index, new Dropped<>(handed.item.value, problem));
            }
            options.ended(done, failed.size(), count);
        }
    }

    /** With its own worker, not one that its code has seen lost. */
    private static boolean isLost(Failure failure) {
        return failure.isLossOfWorker() && failure.thrown().length == 0;
    }

    private ItemsFailedException tooMany(int count) {
        TreeMap<Integer, Throwable> problems = new TreeMap<>();
        failed.forEach((index, dropped) -> problems.put(index, dropped.problem()));
        return options.tooMany(problems, count);
    }

    // ---- the worker

    @SuppressWarnings("unchecked") // the caller's types are checked by its compiler
    static void run(@Nullable Object body, Decoder in) throws Exception {
        Action2<Worker, @Nullable Object> action = (Action2<Worker, @Nullable Object>) Objects.requireNonNull(body);
        action.run(Worker.current(), in.object(Object.class));
    }
}
