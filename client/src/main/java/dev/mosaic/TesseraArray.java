package dev.mosaic;

import dev.mosaic.unit.Unit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An array of tesserae of one class, spread over the workers: {@code SolverProxy.array(n).remote(x)}, or {@link Mosaic#remoteArray} without
 * generated code. It is a small value like its proxies: pass it as an argument, in a field or in a collection.
 *
 * <p>Element i is first placed on worker i modulo the number of workers, in the order of {@link Mosaic#workers}. If the nodes can start more
 * workers than run now, further elements are placed on new workers. An element of a lost worker moves to another worker; {@link #on} finds it there.
 *
 * <p><b>Threading:</b> any thread; only {@link #map} changes an array, when it replaces a lost tessera. <b>Cost:</b> an array keeps the
 * arguments of its constructor. A call of all elements is one call for each, and captures the arguments for each: put a large argument once,
 * and pass its {@link Ref}. <b>Failure:</b> like {@link TesseraProxy}, for each task.
 *
 * @param <P> the class of the proxies
 */
public class TesseraArray<P extends TesseraProxy> implements Iterable<P> {
    private final List<P> elements;

    /** The worker that each was made for; empty where none was there. */
    private final List<String> homes;

    /** Null where it has travelled. */
    private final transient @Nullable ArrayElements<P> made;

    /** For generated code: as many as {@code other} has. */
    protected TesseraArray(TesseraArray<P> other) {
        this.elements = other.elements;
        this.homes = other.homes;
        this.made = other.made;
    }

    private TesseraArray(List<P> elements, List<String> homes, ArrayElements<P> made) {
        this.elements = elements;
        this.homes = homes;
        this.made = made;
    }

    /**
     * For generated code: makes the elements, one after the other.
     *
     * @param options of each; a name is followed by the element's index
     * @param maker makes one
     */
    public static <P extends TesseraProxy> TesseraArray<P> make(
            int size, TesseraOptions options, Function<TesseraOptions, P> maker) {
        if (size < 1) {
            throw new InvalidOptionException("size=" + size + " of an array of tesserae", "give 1 or more");
        }
        List<String> workers = Unit.current().workers();
        int homed = size > workers.size() && Unit.current().capacity() > workers.size() ? workers.size() : size;
        List<P> elements = new ArrayList<>(size);
        List<String> homes = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            TesseraOptions own =
                    options.element(i, i < homed && !workers.isEmpty() ? workers.get(i % workers.size()) : "");
            homes.add(own.worker());
            elements.add(maker.apply(own));
        }
        return new TesseraArray<>(new CopyOnWriteArrayList<>(elements), homes, new ArrayElements<>(options, maker));
    }

    public final int size() {
        return elements.size();
    }

    /**
     * Returns the element at this index.
     *
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public final P at(int index) {
        return elements.get(index);
    }

    /** Returns the elements in the worker with this uid, in their order. An element that is not placed yet counts as in its preferred worker. */
    public final List<P> on(String worker) {
        List<P> there = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            String place = elements.get(i).worker();
            if (worker.equals(place.isEmpty() ? homes.get(i) : place)) {
                there.add(elements.get(i));
            }
        }
        return there;
    }

    /** {@link #on(String)} for a worker, such as {@link Worker#current}. */
    public final List<P> on(Worker worker) {
        return on(worker.uid());
    }

    /** Applies a function to each element, and returns the results in order: {@code array.each(solver -> solver.solve(x))} is a list of tasks. */
    public final <R extends @Nullable Object> List<R> each(Function<? super P, ? extends R> function) {
        List<R> results = new ArrayList<>(elements.size());
        for (P element : elements) {
            results.add(function.apply(element));
        }
        return results;
    }

    /**
     * Calls a tessera for each item, one item at a time on each tessera, and returns when all items are done. A fast worker gets more items:
     *
     * {@snippet class="snippets.ExamplesTest" region="batch"}
     *
     * Items start in their order. Results stay in their workers, or go to the warehouse with {@link CallOptions#durableResult}: {@code solver.withCallOptions(CallOptions::durableResult).gradient(shot, model)}.
     *
     * <p>If a worker is lost, its item runs again. A lost tessera without restarts is constructed again from its arguments and replaces the
     * lost one in this array. If it has to share a worker, and a new worker comes later, it is replaced once more. An array that was passed to a
     * worker cannot construct tesserae: it goes on without the lost ones.
     *
     * @param call makes the call of one item; runs in the calling thread
     * @return the tasks, in the order of the items. With {@link ItemOptions#maxFailedShare} some may have failed; with {@link
     *     ItemOptions#stopAfter} those of items that had not ended are left out
     * @throws ItemsFailedException if more items failed than {@link ItemOptions#maxFailedShare} allows, by default if any fails
     * @throws TimedOutException if no tessera has a place for {@link ItemOptions#workerTimeout}
     */
    public final <A extends @Nullable Object, R extends @Nullable Object> List<Task<R>> map(
            Collection<? extends A> items, BiFunction<? super P, ? super A, Task<R>> call) {
        return map(items, options -> {}, call);
    }

    /** {@link #map(Collection, BiFunction)} with options. */
    public final <A extends @Nullable Object, R extends @Nullable Object> List<Task<R>> map(
            Collection<? extends A> items,
            Consumer<ItemOptions> options,
            BiFunction<? super P, ? super A, Task<R>> call) {
        ItemOptions chosen = new ItemOptions();
        options.accept(chosen);
        Unit unit = Unit.current();
        ArrayTakers<P, A, R> takers = new ArrayTakers<>(unit, elements, made, call, chosen.maxRetries());
        return chosen.showing(unit, items, () -> new Handout<>(unit, chosen, takers).run(items));
    }

    @Override
    public final Iterator<P> iterator() {
        return List.copyOf(elements).iterator();
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof TesseraArray<?> that && elements.equals(that.elements);
    }

    @Override
    public final int hashCode() {
        return elements.hashCode();
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + elements;
    }
}
