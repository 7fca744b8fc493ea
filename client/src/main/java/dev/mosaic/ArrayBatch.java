package dev.mosaic;

import dev.mosaic.unit.Unit;
import dev.mosaic.window.Causes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Items that are handed out to the tesserae of an array, one at a time to each: {@link TesseraArray#forEach}.
 *
 * <p><b>Threading:</b> the thread that called. <b>Cost:</b> one call for each item; O(tesserae) for each that ends. <b>Failure:</b> whatever
 * ends the wait cancels what is under way.
 *
 * @param <P> of the proxies
 * @param <A> of the items
 * @param <R> of the results
 */
final class ArrayBatch<P extends TesseraProxy, A extends @Nullable Object, R extends @Nullable Object> {
    /** So soon it is looked again for tesserae that are being made. */
    private static final Duration SOON = Duration.ofMillis(10);

    /** So soon it is looked again for workers that have come. */
    private static final Duration LATER = Duration.ofSeconds(1);

    private record Item<A extends @Nullable Object>(int index, A value, int attempt) {}

    private record Handed<A extends @Nullable Object, R extends @Nullable Object>(
            Item<A> item, int element, boolean isAlive, Task<R> task) {}

    private final Unit unit = Unit.current();
    private final List<P> elements;

    /** Null where the array was made elsewhere. */
    private final @Nullable ArrayElements<P> made;

    private final ForEachOptions options;
    private final BiFunction<? super P, ? super A, Task<R>> call;
    private final ArrayDeque<Item<A>> waiting = new ArrayDeque<>();
    private final List<Handed<A, R>> underWay = new ArrayList<>();
    private final List<@Nullable Task<R>> results = new ArrayList<>();
    private final TreeMap<Integer, Throwable> failed = new TreeMap<>();
    private final boolean[] busy;
    private final int[] losses;
    private int gone;
    private int done;
    private long endedNanos;

    ArrayBatch(
            List<P> elements,
            @Nullable ArrayElements<P> made,
            ForEachOptions options,
            BiFunction<? super P, ? super A, Task<R>> call) {
        this.elements = elements;
        this.made = made;
        this.options = options;
        this.call = call;
        this.busy = new boolean[elements.size()];
        this.losses = new int[elements.size()];
    }

    List<Task<R>> run(Collection<? extends A> items) {
        for (A item : items) {
            waiting.add(new Item<>(waiting.size(), item, 0));
            results.add(null);
        }
        int count = waiting.size();
        long mayFail = (long) Math.floor(options.dropThreshold() * count);
        if (count > 0) {
            awaitWorkers();
        }
        endedNanos = System.nanoTime();
        try {
            while (done < options.maxAwait() && (!waiting.isEmpty() || !underWay.isEmpty())) {
                handOut();
                takeBack(count);
                if (failed.size() > mayFail) {
                    throw options.tooMany(failed, count);
                }
            }
        } finally {
            underWay.forEach(handed -> handed.task.cancel());
        }
        return results.stream().filter(Objects::nonNull).toList();
    }

    private void awaitWorkers() {
        long begun = System.nanoTime();
        for (int there = unit.workers().size();
                there < options.minWorkers();
                there = unit.workers().size()) {
            if (isOver(begun)) {
                throw new TimedOutException(
                        "workers=" + there + " of minWorkers=" + options.minWorkers() + " were there after "
                                + options.patience(),
                        "start more workers, or ask for fewer");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the thread was interrupted while it waited");
            }
            LockSupport.parkNanos(SOON.toNanos());
        }
    }

    private boolean isOver(long sinceNanos) {
        return Duration.ofNanos(System.nanoTime() - sinceNanos).compareTo(options.patience()) > 0;
    }

    private void handOut() {
        if (made != null) {
            made.balance(unit, elements, busy);
        }
        for (int i = 0; i < busy.length; i++) {
            TesseraProxy.State state =
                    busy[i] ? TesseraProxy.State.PENDING : elements.get(i).state();
            if (state != TesseraProxy.State.PENDING && state != TesseraProxy.State.MOVING) {
                hand(i, state == TesseraProxy.State.LISTENING || state == TesseraProxy.State.PASSIVE);
            }
        }
        for (int i = 0; i < busy.length && underWay.isEmpty(); i++) {
            if (!busy[i]) {
                hand(i, false); // it waits with its call, and whoever comes meanwhile takes the others
            }
        }
    }

    private void hand(int element, boolean isAlive) {
        Item<A> item = waiting.poll();
        if (item != null) {
            busy[element] = true;
            underWay.add(new Handed<>(item, element, isAlive, call.apply(elements.get(element), item.value)));
        }
    }

    private void takeBack(int count) {
        boolean isAnyIdle = !waiting.isEmpty() && underWay.size() < busy.length;
        var _ = unit.waitAny(underWay.stream().map(Handed::task).toList(), 1, isAnyIdle ? SOON : LATER);
        for (Iterator<Handed<A, R>> each = underWay.iterator(); each.hasNext(); ) {
            Handed<A, R> handed = each.next();
            if (handed.task.state().isFinal()) {
                each.remove();
                busy[handed.element] = false;
                endedNanos = System.nanoTime();
                ended(handed, count);
            }
        }
        if (isOver(endedNanos) && underWay.stream().allMatch(each -> isWithoutPlace(each.element))) {
            throw new TimedOutException(
                    "none of elements=" + busy.length + " had a place for " + options.patience(),
                    "start workers that have what they need");
        }
    }

    private boolean isWithoutPlace(int element) {
        return elements.get(element).state() == TesseraProxy.State.PENDING;
    }

    private void ended(Handed<A, R> handed, int count) {
        Item<A> item = handed.item;
        Throwable problem = problem(handed.task);
        if (problem != null && isLoss(problem) && mayRunAgain(handed)) {
            waiting.addFirst(new Item<>(item.index, item.value, item.attempt + (handed.isAlive ? 1 : 0)));
            return;
        }
        results.set(item.index, handed.task);
        if (problem == null) {
            done++;
        } else {
            failed.put(item.index, problem);
        }
        options.ended(done, failed.size(), count);
    }

    /** False where the item, or its tessera, was lost often enough. A tessera that is over is made again. */
    private boolean mayRunAgain(Handed<A, R> handed) {
        if (elements.get(handed.element).state() == TesseraProxy.State.FAILED) {
            if (made == null) {
                busy[handed.element] = true; // for good
                gone++;
            } else {
                made.makeAgain(unit, elements, handed.element);
            }
            if (gone == busy.length || ++losses[handed.element] > options.maxRetries()) {
                return false;
            }
        }
        return handed.item.attempt < options.maxRetries();
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
