package dev.mosaic.unit.shell;

import dev.mosaic.Task;
import dev.mosaic.message.Id;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tasks in the order in which they become final.
 *
 * <p><b>Threading:</b> asked by one thread at a time; tasks end on any. <b>Cost:</b> each task is looked at once, those that are final
 * already are sorted.
 */
final class EndOrder<T extends @Nullable Object> implements Supplier<Task<T>> {
    private final Engine engine;

    /** So that they are held until they end. */
    private final List<Task<T>> tasks;

    private final Queue<Task<T>> ended = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Thread asker;

    EndOrder(Engine engine, Collection<? extends Task<T>> tasks) {
        this.engine = engine;
        this.tasks = List.copyOf(tasks);
        List<Task<T>> before = new ArrayList<>();
        List<Task<T>> open = new ArrayList<>();
        this.tasks.forEach(task -> (Awaitable.of(task).isAwaited() ? before : open).add(task));
        before.sort(Comparator.comparingLong(task -> Awaitable.of(task).awaitedNanos()));
        ended.addAll(before);
        open.forEach(task -> Awaitable.of(task).whenAwaited(() -> add(task)));
    }

    private void add(Task<T> task) {
        ended.add(task);
        Thread waiting = asker;
        if (waiting != null) {
            engine.patience.wake(waiting);
        }
    }

    @Override
    public Task<T> get() {
        asker = Thread.currentThread();
        // An id that nobody knows: such a wait can be ended by any of them, so it is not chased.
        Seat.await(engine, () -> !ended.isEmpty(), new Id(0, 0), Patience.FOREVER);
        Task<T> next = ended.poll();
        if (next == null) {
            throw engine.isOver();
        }
        return next;
    }
}
