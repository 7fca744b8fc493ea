package dev.mosaic.unit.shell;

import dev.mosaic.Task;
import dev.mosaic.message.Id;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Waits for some of several tasks. <b>Threading:</b> any thread. <b>Cost:</b> O(tasks) for each wait. */
final class Waits {
    private static final Duration LONGEST = Duration.ofNanos(Patience.FOREVER);

    private Waits() {}

    static long nanos(Duration time) {
        return time.compareTo(LONGEST) > 0 ? Patience.FOREVER : time.toNanos();
    }

    static <T extends @Nullable Object> List<Task<T>> any(
            Engine engine, Collection<? extends Task<T>> tasks, int count, Duration timeout) {
        List<Awaitable<?>> open = new ArrayList<>();
        int done = 0;
        for (Task<T> task : tasks) {
            Awaitable<?> each = Awaitable.of(task);
            if (each.isAwaited()) {
                done++;
            } else {
                open.add(each);
            }
        }
        int missing = Math.min(count, tasks.size()) - done;
        if (missing > 0) {
            Thread thread = Thread.currentThread();
            open.forEach(each -> each.addWaiting(thread));
            try {
                // An id that nobody knows: such a wait can be ended by any of them, so it is not chased.
                Seat.await(engine, () -> areFinal(open, missing), new Id(0, 0), nanos(timeout));
            } finally {
                open.forEach(each -> each.removeWaiting(thread));
            }
        }
        List<Task<T>> ready = new ArrayList<>();
        for (Task<T> task : tasks) {
            if (Awaitable.of(task).isAwaited()) {
                ready.add(task);
            }
        }
        return ready;
    }

    private static boolean areFinal(List<Awaitable<?>> tasks, int count) {
        AtomicInteger left = new AtomicInteger(count);
        return tasks.stream().anyMatch(each -> each.isAwaited() && left.decrementAndGet() == 0);
    }
}
