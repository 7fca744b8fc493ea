package dev.mosaic;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one shared value that this process has asked for and that are not over. Each has a number; with each the shared value is told below
 * which number none is open any more, so that it can forget those.
 *
 * <p><b>Threading:</b> any thread; those of one shared value under its key in the map. <b>Cost:</b> an object for each open change; what is known
 * of unused shared values goes when there are many.
 */
final class SharedValueChanges {
    /** Of all numbers of this process. */
    static final long ORIGIN = new SecureRandom().nextLong();

    private static final int MANY = 1_000;
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Map<String, SharedValueChanges> OF_VALUES = new ConcurrentHashMap<>();
    private static volatile int most = MANY;

    private final Deque<Open> open = new ArrayDeque<>();

    private SharedValueChanges() {}

    /**
     * One more change.
     *
     * @param value its uid
     */
    static Open begin(String value) {
        if (OF_VALUES.size() > most) {
            OF_VALUES
                    .keySet()
                    .forEach(each -> OF_VALUES.computeIfPresent(each, (uid, known) -> known.isQuiet() ? null : known));
            most = Math.max(MANY, 2 * OF_VALUES.size());
        }
        AtomicReference<@Nullable Open> begun = new AtomicReference<>();
        OF_VALUES.compute(value, (uid, known) -> {
            SharedValueChanges changes = known == null ? new SharedValueChanges() : known;
            begun.set(changes.next());
            return changes;
        });
        return Objects.requireNonNull(begun.get());
    }

    private Open next() {
        long number = NUMBERS.incrementAndGet();
        Open change = new Open(number, isQuiet() ? number : open.element().number);
        open.add(change);
        return change;
    }

    /** Takes away those at the front that are over; true where none is left. */
    private boolean isQuiet() {
        while (!open.isEmpty() && open.element().isOver()) {
            open.remove();
        }
        return open.isEmpty();
    }

    /** A change on its way. */
    static final class Open {
        private final long number;
        private final long settled;
        private volatile boolean isBegun;
        private volatile @Nullable Task<?> task;

        private Open(long number, long settled) {
            this.number = number;
            this.settled = settled;
        }

        long number() {
            return number;
        }

        /** All below this number are over. */
        long settled() {
            return settled;
        }

        void sent(Task<?> made) {
            task = made;
        }

        /** It was sent, or failed before. */
        void begun() {
            isBegun = true;
        }

        private boolean isOver() {
            Task<?> made = task;
            return isBegun && (made == null || made.state().isFinal());
        }
    }
}
