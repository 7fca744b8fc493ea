package dev.mosaic.operator.observe;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What was read a moment ago of objects that nobody watches, so that they are not read at each event of a pod. What was not there is read
 * again each time.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> what was read is kept for {@link #AGE}; where that is too much, the oldest goes sooner.
 */
final class Recent<V> {
    /** Older than that it is read again. */
    static final Duration AGE = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final ConcurrentHashMap<String, Read<V>> all = new ConcurrentHashMap<>();

    private final ToLongFunction<V> weight;
    private final long most;

    /** Of few and small ones. */
    Recent(InstantSource clock) {
        this(clock, _ -> 0, 0);
    }

    /**
     * Of some that may be large.
     *
     * @param weight in bytes, of one
     * @param most of all that are kept
     */
    Recent(InstantSource clock, ToLongFunction<V> weight, long most) {
        this.clock = clock;
        this.weight = weight;
        this.most = most;
    }

    private record Read<V>(V value, Instant since) {}

    /** That of a name, as it is or was less than {@link #AGE} ago. */
    Optional<V> get(String name, Supplier<Optional<V>> read) {
        Instant now = clock.instant();
        all.values().removeIf(each -> !each.since().plus(AGE).isAfter(now));
        Read<V> known = all.get(name);
        if (known != null) {
            return Optional.of(known.value());
        }
        Optional<V> found = read.get();
        found.ifPresent(value -> keep(name, new Read<>(value, now)));
        return found;
    }

    private synchronized void keep(String name, Read<V> read) {
        all.put(name, read);
        long total = all.values().stream()
                .mapToLong(each -> weight.applyAsLong(each.value()))
                .sum();
        while (total > most && !all.isEmpty()) {
            Map.Entry<String, Read<V>> oldest = Collections.min(
                    all.entrySet(), Comparator.comparing(each -> each.getValue().since()));
            all.remove(oldest.getKey());
            total -= weight.applyAsLong(oldest.getValue().value());
        }
    }
}
