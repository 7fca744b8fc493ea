package dev.mosaic.operator.observe;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What was read a moment ago of objects that nobody watches, so that they are not read at each event of a pod. What was not there is read
 * again after {@link #ABSENT}.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> what was read is kept for an age, or for {@link #WHILE_USED} after somebody took it at
 * any age, and let go of within {@link #SWEEP} after that, also where nobody asks for anything; where that is too much, the oldest goes
 * sooner.
 */
final class Recent<V> {
    /** Older than that it is read again. */
    static final Duration AGE = Duration.ofMinutes(1);

    /** The same of what was not there: less than the time after which somebody looks again who waits for it. */
    static final Duration ABSENT = Duration.ofSeconds(10);

    /** For who takes it however old it is, and comes again sooner than that. */
    static final Duration WHILE_USED = Duration.ofMinutes(15);

    /** How often it looks for what is too old, while there is anything. */
    static final Duration SWEEP = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final ConcurrentHashMap<String, Read<V>> all = new ConcurrentHashMap<>();

    private final ToLongFunction<V> weight;
    private final long most;
    private final Consumer<Runnable> later;
    private final AtomicBoolean isSweepDue = new AtomicBoolean();

    /** Of few and small ones. */
    Recent(InstantSource clock) {
        this(clock, _ -> 0, 0, Recent::inAWhile);
    }

    /**
     * Of some that may be large.
     *
     * @param weight in bytes, of one
     * @param most of all that are kept
     */
    Recent(InstantSource clock, ToLongFunction<V> weight, long most) {
        this(clock, weight, most, Recent::inAWhile);
    }

    /** The same, with who runs something after {@link #SWEEP}. */
    Recent(InstantSource clock, ToLongFunction<V> weight, long most, Consumer<Runnable> later) {
        this.clock = clock;
        this.weight = weight;
        this.most = most;
        this.later = later;
    }

    private static void inAWhile(Runnable sweep) {
        CompletableFuture.delayedExecutor(SWEEP.toMillis(), TimeUnit.MILLISECONDS)
                .execute(sweep);
    }

    /**
     * What was read.
     *
     * @param value empty where it was not there
     * @param until when nobody needs it any more
     */
    private record Read<V>(Optional<V> value, Instant since, Instant until) {
        boolean isFresh(Instant now) {
            return since.plus(value.isPresent() ? AGE : ABSENT).isAfter(now);
        }
    }

    /** That of a name, as it is or was a moment ago. */
    Optional<V> get(String name, Supplier<Optional<V>> read) {
        return get(name, false, read);
    }

    /** The same as it is now, also for who takes it at any age from now on. */
    Optional<V> again(String name, Supplier<Optional<V>> read) {
        all.remove(name);
        return get(name, read);
    }

    /**
     * The same.
     *
     * @param atAnyAge whether it does not matter how old it is, so that it is not read again while somebody asks for it
     */
    Optional<V> get(String name, boolean atAnyAge, Supplier<Optional<V>> read) {
        Instant now = clock.instant();
        dropOld(now);
        Read<V> known = all.get(name);
        Duration life = atAnyAge ? WHILE_USED : AGE;
        if (known != null && (atAnyAge || known.isFresh(now))) {
            if (atAnyAge) {
                all.replace(name, known, new Read<>(known.value(), known.since(), now.plus(life)));
            }
            return known.value();
        }
        Optional<V> found = read.get();
        keep(name, new Read<>(found, now, now.plus(life)));
        return found;
    }

    private synchronized void keep(String name, Read<V> read) {
        all.put(name, read);
        long total = all.values().stream().mapToLong(this::weight).sum();
        while (total > most && !all.isEmpty()) {
            Map.Entry<String, Read<V>> oldest = Collections.min(
                    all.entrySet(), Comparator.comparing(each -> each.getValue().since()));
            all.remove(oldest.getKey());
            total -= weight(oldest.getValue());
        }
        sweepLater();
    }

    private void dropOld(Instant now) {
        all.values().removeIf(each -> !each.until().isAfter(now));
    }

    /** Else what was read last would stay as long as nobody reads anything. */
    private void sweepLater() {
        if (!all.isEmpty() && isSweepDue.compareAndSet(false, true)) {
            later.accept(this::sweep);
        }
    }

    private void sweep() {
        isSweepDue.set(false);
        dropOld(clock.instant());
        sweepLater();
    }

    /** How many it keeps. */
    int size() {
        return all.size();
    }

    private long weight(Read<V> read) {
        return read.value().map(weight::applyAsLong).orElse(0L);
    }
}
