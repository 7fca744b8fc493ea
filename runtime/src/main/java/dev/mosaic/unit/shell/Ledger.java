package dev.mosaic.unit.shell;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.unit.calls.LongMap;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that the program can still reach: where the kernel's words about tasks go, and word to the kernel when the
 * program has let one go.
 *
 * <p><b>Threading:</b> the loop, but for {@link #open}. <b>Cost:</b> one weak reference and 16 to 32 B for each task.
 */
final class Ledger {
    private static final int SWEPT_AT_ONCE = 4_096;
    private static final long LEAST_COLLECTED_BYTES = 128L << 20;

    private static final class Entry extends WeakReference<CallTask<?>> {
        private final Id id;
        private boolean isFinal;
        private boolean isReleased;

        /** Of its value, where that stays with the worker that made it. */
        private long bytesElsewhere;

        /** Set while somebody waits for the value who does not hold the task. */
        private @Nullable CallTask<?> held;

        private Entry(CallTask<?> task, ReferenceQueue<CallTask<?>> gone) {
            super(task, gone);
            this.id = task.id();
        }
    }

    private final Engine engine;
    private final ReferenceQueue<CallTask<?>> gone = new ReferenceQueue<>();
    private final LongMap<Entry> entries = new LongMap<>();
    private volatile int open;
    private long bytesElsewhere;

    /** At so many {@link #bytesElsewhere} it is worth to look for tasks that are garbage. */
    private long collectAtBytes = LEAST_COLLECTED_BYTES;

    Ledger(Engine engine) {
        this.engine = engine;
    }

    /** Tasks that are not final and that the program can reach. */
    int open() {
        return open;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written in the loop only
    void add(CallTask<?> task) {
        entries.put(task.id().number(), new Entry(task, gone));
        open++;
    }

    /** Keeps a task until its value is here. */
    void hold(CallTask<?> task) {
        Entry entry = entries.get(task.id().number());
        if (entry != null) {
            entry.held = task;
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written in the loop only
    void completed(Id id, Outcome outcome) {
        Entry entry = entries.get(id.number());
        if (entry == null) {
            return;
        }
        open--;
        entry.isFinal = true;
        if (!entry.isReleased && outcome instanceof Outcome.Held(long bytes, boolean _)) {
            entry.bytesElsewhere = bytes;
            bytesElsewhere += bytes;
            collect();
        }
        CallTask<?> task = entry.get();
        if (outcome instanceof Outcome.Failed(Failure failure) && task != null) {
            engine.queries.failed(id, task.label, task.madeNanos, failure, task.arguments);
        }
        if (task != null && task.completed(outcome)) {
            entry.held = null;
        }
    }

    /** The program needs its value no more; it still waits for its end. */
    void release(long now, Id id) {
        Entry entry = entries.get(id.number());
        if (entry != null && !entry.isReleased) {
            entry.isReleased = true;
            bytesElsewhere -= entry.bytesElsewhere;
            entry.bytesElsewhere = 0;
            engine.kernel.forget(now, id);
        }
    }

    /** Each time there is twice as much as the last sweep left. */
    private void collect() {
        if (bytesElsewhere >= collectAtBytes) {
            collectAtBytes = 2 * bytesElsewhere;
            engine.collector.want();
        }
    }

    /** Waits for it end; it has an outcome later. */
    void unwanted(Id id) {
        Entry entry = entries.get(id.number());
        CallTask<?> task = entry == null ? null : entry.get();
        if (task != null) {
            task.unwanted();
        }
    }

    void value(Id id, Outcome outcome) {
        Entry entry = entries.get(id.number());
        CallTask<?> task = entry == null ? null : entry.get();
        if (entry != null && task != null) {
            task.fetched(outcome);
            entry.held = null;
        }
    }

    /** Tells the kernel which tasks are reachable no more. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written in the loop only
    void sweep(long now) {
        int swept = 0;
        for (Reference<? extends CallTask<?>> next = gone.poll(); next != null; next = gone.poll()) {
            if (next instanceof Entry entry) {
                entries.remove(entry.id.number());
                open -= entry.isFinal ? 0 : 1;
                bytesElsewhere -= entry.bytesElsewhere;
                collectAtBytes = Math.max(LEAST_COLLECTED_BYTES, 2 * bytesElsewhere);
                engine.kernel.forget(now, entry.id);
            }
            if (++swept == SWEPT_AT_ONCE) {
                engine.loop.later(this::sweep);
                return;
            }
        }
    }

    /** Shows the tasks that are not final. */
    void visit(Queries.OwnTasks visitor) {
        entries.forEach(entry -> {
            CallTask<?> task = entry.get();
            if (task != null && !entry.isFinal) {
                visitor.task(task.id(), task.label, task.madeNanos);
            }
        });
    }

    /** Ends all waits. */
    void close() {
        entries.forEach(entry -> {
            CallTask<?> task = entry.get();
            if (task != null) {
                task.end(engine.isOver());
            }
            entry.held = null;
        });
    }
}
