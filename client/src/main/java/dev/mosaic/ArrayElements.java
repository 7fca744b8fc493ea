package dev.mosaic;

import dev.mosaic.unit.Unit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * How the tesserae of an array were made, so that one that is lost can be made again.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> keeps what the constructor was given.
 *
 * @param <P> of the proxies
 */
final class ArrayElements<P extends TesseraProxy> {
    private static final long BALANCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TesseraOptions options;
    private final Function<TesseraOptions, P> maker;

    /** Those that were made again. They have no state that anybody gave them, so they may be made once more, elsewhere. */
    private final Set<Integer> renewed = ConcurrentHashMap.newKeySet();

    private long balancedNanos = System.nanoTime();

    ArrayElements(TesseraOptions options, Function<TesseraOptions, P> maker) {
        this.options = options;
        this.maker = maker;
    }

    /** Makes that one again, in the worker that has the fewest of them where it has a choice, unless somebody else did. */
    synchronized void makeAgain(Unit unit, List<P> elements, int index) {
        if (elements.get(index).state() == TesseraProxy.State.FAILED) {
            make(elements, index, freest(counts(unit, elements)));
        }
    }

    /** Those that were made again while there were too few workers move to workers that have come since. */
    synchronized void balance(Unit unit, List<P> elements, Set<Integer> busy) {
        if (renewed.isEmpty() || isBound() || System.nanoTime() - balancedNanos < BALANCE_NANOS) {
            return;
        }
        balancedNanos = System.nanoTime();
        Map<String, Integer> counts = counts(unit, elements);
        for (int index : renewed) {
            P element = elements.get(index);
            int here = counts.getOrDefault(element.worker(), 0);
            String there = freest(counts);
            if (!busy.contains(index) && counts.getOrDefault(there, here) < here - 1) {
                counts.merge(element.worker(), -1, Integer::sum);
                counts.merge(there, 1, Integer::sum);
                make(elements, index, there);
                var _ = element.drop();
            }
        }
    }

    private void make(List<P> elements, int index, String worker) {
        elements.set(index, maker.apply(options.element(index, isBound() ? "" : worker)));
        renewed.add(index);
    }

    /** Where they live is decided by what they need, or was said. */
    private boolean isBound() {
        return !options.worker().isEmpty()
                || !options.needs().equals(Bundle.EMPTY)
                || options.reservation().isPresent();
    }

    /** How many of them each worker has. */
    private Map<String, Integer> counts(Unit unit, List<P> elements) {
        Map<String, Integer> counts = new HashMap<>();
        unit.workers().forEach(worker -> counts.put(worker, 0));
        elements.forEach(each -> counts.computeIfPresent(each.worker(), (worker, count) -> count + 1));
        return counts;
    }

    /** Empty where there is none. */
    private static String freest(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .min(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
