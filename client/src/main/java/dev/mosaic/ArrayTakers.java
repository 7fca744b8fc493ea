package dev.mosaic;

import dev.mosaic.unit.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The tesserae of an array, by their index, as takers of items. One that is lost is made again.
 *
 * <p><b>Threading:</b> the thread that hands out.
 *
 * @param <P> of the proxies
 */
final class ArrayTakers<P extends TesseraProxy, A extends @Nullable Object, R extends @Nullable Object>
        implements Handout.Takers<Integer, A, R> {
    private static final Duration SOON = Duration.ofMillis(10);
    private static final Duration LATER = Duration.ofSeconds(1);

    private final Unit unit;
    private final List<P> elements;

    /** Null where the array was made elsewhere. */
    private final @Nullable ArrayElements<P> made;

    private final BiFunction<? super P, ? super A, Task<R>> call;
    private final int maxRetries;
    private final int[] losses;
    private final Set<Integer> gone = new HashSet<>();

    ArrayTakers(
            Unit unit,
            List<P> elements,
            @Nullable ArrayElements<P> made,
            BiFunction<? super P, ? super A, Task<R>> call,
            int maxRetries) {
        this.unit = unit;
        this.elements = elements;
        this.made = made;
        this.call = call;
        this.maxRetries = maxRetries;
        this.losses = new int[elements.size()];
    }

    @Override
    public List<Integer> free(Set<Integer> busy) {
        if (made != null) {
            made.balance(unit, elements, busy);
        }
        List<Integer> idle = IntStream.range(0, elements.size())
                .boxed()
                .filter(each -> !busy.contains(each) && (areAllGone() || !gone.contains(each)))
                .toList();
        List<Integer> free = new ArrayList<>(idle);
        free.removeIf(each -> switch (elements.get(each).state()) {
            case PENDING, MOVING -> true;
            default -> false;
        });
        // Where there is none, one waits with its call, and whoever comes meanwhile takes the other items.
        return free.isEmpty() && busy.isEmpty() ? idle.subList(0, Math.min(1, idle.size())) : free;
    }

    @Override
    public Duration again(Set<Integer> busy) {
        return busy.size() + gone.size() < elements.size() ? SOON : LATER;
    }

    @Override
    public Task<R> give(Integer taker, A item) {
        return call.apply(elements.get(taker), item);
    }

    @Override
    public boolean hasPlace(Integer taker) {
        return elements.get(taker).state() != TesseraProxy.State.PENDING;
    }

    /** False where it was lost often enough. */
    @Override
    public boolean mayRunAgain(Integer lost) {
        if (elements.get(lost).state() != TesseraProxy.State.FAILED) {
            return true;
        }
        if (made == null) {
            gone.add(lost);
        } else {
            made.makeAgain(unit, elements, lost);
        }
        return !areAllGone() && ++losses[lost] <= maxRetries;
    }

    /** Then calls of those that are gone fail at once. */
    private boolean areAllGone() {
        return gone.size() == elements.size();
    }

    @Override
    public TimedOutException noneFor(Duration workerTimeout) {
        return new TimedOutException(
                "none of elements=" + elements.size() + " had a place for " + workerTimeout,
                "start workers that have the resources that the tesserae need");
    }
}
