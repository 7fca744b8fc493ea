package dev.mosaic.unit.calls;

import dev.mosaic.message.Id;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values kept elsewhere that are wanted no more. They go in batches, one under way to each worker, said again until answered.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> 16 B for each value on the wire.
 */
final class Releases {
    private static final int MOST_IN_BATCH = 4_000;

    private static final class ToWorker {
        private final List<Id> next = new ArrayList<>();
        private List<Id> underWay = List.of();
        private long batch;
    }

    private final Links links;
    private final Map<Long, ToWorker> workers = new LinkedHashMap<>();

    Releases(Links links) {
        this.links = links;
    }

    /** Values not yet known to be released. */
    int open() {
        int sum = 0;
        for (ToWorker worker : workers.values()) {
            sum += worker.next.size() + worker.underWay.size();
        }
        return sum;
    }

    void release(long worker, Id task) {
        workers.computeIfAbsent(worker, any -> new ToWorker()).next.add(task);
    }

    /** True where the worker may have it still. */
    boolean isOpen(long worker, Id task) {
        ToWorker open = workers.get(worker);
        return open != null && (open.next.contains(task) || open.underWay.contains(task));
    }

    /** Sends what has gathered. */
    void flush() {
        for (Map.Entry<Long, ToWorker> entry : workers.entrySet()) {
            flush(entry.getKey(), entry.getValue());
        }
    }

    private void flush(long unit, ToWorker worker) {
        if (worker.underWay.isEmpty() && !worker.next.isEmpty()) {
            List<Id> batch = worker.next.subList(0, Math.min(worker.next.size(), MOST_IN_BATCH));
            worker.underWay = List.copyOf(batch);
            batch.clear();
            worker.batch++;
            links.send(unit, new ValueMessage.Release(worker.batch, worker.underWay));
        }
    }

    void released(long unit, long batch) {
        ToWorker worker = workers.get(unit);
        if (worker != null && worker.batch == batch) {
            worker.underWay = List.of();
            flush(unit, worker);
        }
    }

    void connected(long unit) {
        ToWorker worker = workers.get(unit);
        if (worker != null && !worker.underWay.isEmpty()) {
            links.send(unit, new ValueMessage.Release(worker.batch, worker.underWay));
        }
    }

    void lost(long unit) {
        workers.remove(unit);
    }
}
