package dev.mosaic;

import dev.mosaic.unit.Unit;
import dev.mosaic.window.Causes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Items that are handed out to takers, one at a time to each: {@code forEach}.
 *
 * <p><b>Threading:</b> the thread that called. <b>Cost:</b> one task for each item; O(tasks under way) for each that ends. <b>Failure:</b> whatever
 * ends the wait cancels what is under way.
 *
 * @param <S> of the takers
 * @param <A> of the items
 * @param <R> of the results
 */
final class Handout<S, A extends @Nullable Object, R extends @Nullable Object> {
    private static final Duration SOON = Duration.ofMillis(10);
    private static final Duration LATER = Duration.ofSeconds(1);

    /** Those who take items: the workers, or the tesserae of an array. */
    interface Takers<S, A extends @Nullable Object, R extends @Nullable Object> {
        /** Those that can take an item now. */
        List<S> free(Set<S> busy);

        /** So soon another one may be free. */
        Duration again(Set<S> busy);

        Task<R> give(S taker, A item);

        /** False while it waits for a place in a worker, and its item with it. */
        boolean hasPlace(S taker);

        /** An item was lost with it. False where that item is not given to another one. */
        boolean mayRunAgain(S lost);

        /** What is thrown where there was no taker for that long. */
        TimedOutException noneFor(Duration workerTimeout);
    }

    private record Item<A extends @Nullable Object>(int index, A value, int attempt) {}

    private record Handed<S, A extends @Nullable Object, R extends @Nullable Object>(
            Item<A> item, S taker, boolean hadPlace, Task<R> task) {}

    private final Unit unit;
    private final ItemOptions options;
    private final Takers<S, A, R> takers;
    private final ArrayDeque<Item<A>> waiting = new ArrayDeque<>();
    private final List<Handed<S, A, R>> underWay = new ArrayList<>();
    private final Set<S> busy = new HashSet<>();
    private final List<@Nullable Task<R>> results = new ArrayList<>();
    private final TreeMap<Integer, Throwable> failed = new TreeMap<>();
    private int done;
    private long endedNanos;

    Handout(Unit unit, ItemOptions options, Takers<S, A, R> takers) {
        this.unit = unit;
        this.options = options;
        this.takers = takers;
    }

    /** The tasks of the items that have ended, in the order of the items. */
    List<Task<R>> run(Collection<? extends A> items) {
        for (A item : items) {
            waiting.add(new Item<>(waiting.size(), item, 0));
            results.add(null);
        }
        int count = waiting.size();
        long mayFail = (long) Math.floor(options.maxFailedShare() * count);
        if (count > 0 && !unit.awaitWorkers(options.minWorkers(), options.workerTimeout())) {
            throw new TimedOutException(
                    "workers=" + unit.workers().size() + " of minWorkers=" + options.minWorkers()
                            + " were running after " + options.workerTimeout(),
                    "start more workers, or ask for fewer");
        }
        endedNanos = System.nanoTime();
        try {
            while (done < options.stopAfter() && (!waiting.isEmpty() || !underWay.isEmpty())) {
                handOut();
                takeBack(ended(), count);
                if (failed.size() > mayFail) {
                    throw options.tooMany(failed, count);
                }
            }
        } finally {
            underWay.forEach(handed -> handed.task.cancel());
        }
        return results.stream().filter(Objects::nonNull).toList();
    }

    /** Why items failed, by their index. */
    SortedMap<Integer, Throwable> failed() {
        return failed;
    }

    private void handOut() {
        if (waiting.isEmpty()) {
            return;
        }
        for (S taker : takers.free(busy)) {
            Item<A> item = waiting.poll();
            if (item == null) {
                return;
            }
            busy.add(taker);
            underWay.add(new Handed<>(item, taker, takers.hasPlace(taker), takers.give(taker, item.value)));
        }
    }

    /** Waits until a task has ended, or another taker may be there. */
    private Set<Task<R>> ended() {
        if (underWay.stream().noneMatch(each -> takers.hasPlace(each.taker))
                && Duration.ofNanos(System.nanoTime() - endedNanos).compareTo(options.workerTimeout()) > 0) {
            throw takers.noneFor(options.workerTimeout());
        }
        if (underWay.isEmpty()) {
            var _ = unit.awaitWorkers(unit.workers().size() + 1, SOON);
            return Set.of();
        }
        List<Task<R>> tasks = underWay.stream().map(Handed::task).toList();
        return Set.copyOf(unit.waitFor(tasks, 1, waiting.isEmpty() ? LATER : takers.again(busy)));
    }

    private void takeBack(Set<Task<R>> ended, int count) {
        for (Iterator<Handed<S, A, R>> each = underWay.iterator(); each.hasNext(); ) {
            Handed<S, A, R> handed = each.next();
            if (ended.contains(handed.task)) {
                each.remove();
                busy.remove(handed.taker);
                endedNanos = System.nanoTime();
                takeBack(handed);
                options.ended(done, failed.size(), count);
            }
        }
    }

    private void takeBack(Handed<S, A, R> handed) {
        Item<A> item = handed.item;
        Throwable problem = problem(handed.task);
        if (problem != null
                && isLoss(problem)
                && takers.mayRunAgain(handed.taker)
                && item.attempt < options.maxRetries()) {
            waiting.addFirst(new Item<>(item.index, item.value, item.attempt + (handed.hadPlace ? 1 : 0)));
            return;
        }
        results.set(item.index, handed.task);
        if (problem == null) {
            done++;
        } else {
            failed.put(item.index, problem);
        }
    }

    private static @Nullable Throwable problem(Task<?> task) {
        try {
            var _ = task.await();
            return null;
        } catch (RuntimeException | Error failure) {
            return failure;
        }
    }

    /** Whether it comes from a worker that is gone, its own or one that had an argument. */
    private static boolean isLoss(Throwable problem) {
        return Causes.of(problem)
                .anyMatch(cause -> cause instanceof WorkerLostException || cause instanceof ResultLostException);
    }
}
