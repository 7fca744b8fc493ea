package dev.mosaic.node;

import dev.mosaic.memory.MemoryGauge;
import dev.mosaic.memory.MemoryUse;
import dev.mosaic.node.MemoryWatch.Sized;
import dev.mosaic.node.MemoryWatch.Step;
import dev.mosaic.store.StoreShell;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Looks at the memory of a node's machine, or of its cgroup, and does what {@link MemoryWatch} says, so that the system ends nothing that
 * others need.
 *
 * <p><b>Threading:</b> any thread; it has one of its own. <b>Cost:</b> some 50 us each 250 ms, and up to each 10 ms where memory is short. <b>Failure:</b> where the system does not tell, it does nothing.
 */
final class MemoryGuard implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.node");
    private static final long UNKNOWN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final String node;
    private final double threshold;
    private final MemoryGauge gauge = MemoryGauge.ofThisProcess();
    private final MemoryWatch watch;
    private final StoreShell store;
    private final ScheduledExecutorService thread;

    /**
     * Does nothing yet.
     *
     * @param node uid of the node
     * @param threshold of the limit, from which on workers end; 1 for never
     * @param store makes room first
     */
    MemoryGuard(String node, double threshold, StoreShell store) {
        this.node = node;
        this.threshold = threshold;
        this.watch = new MemoryWatch(threshold);
        this.store = store;
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("mosaic-memory").factory());
    }

    /** Begins to look after those, and gives them. Once. */
    Workers over(Workers workers) {
        if (threshold < 1) {
            thread.execute(this::rehearse);
            again(workers, 0);
        }
        return workers;
    }

    /** Has the JVM load what it needs when every millisecond counts. */
    private void rehearse() {
        Supplier<List<Sized>> own = () -> List.of(
                new Sized(0, MemoryGauge.ownBytes(ProcessHandle.current().pid())));
        if (new MemoryWatch(threshold).look(0, new MemoryUse(1, 1), own) instanceof Step.End end) {
            LOG.log(System.Logger.Level.DEBUG, reason(end.worker(), new MemoryUse(1, 1)));
        }
    }

    private void again(Workers workers, long nanos) {
        var _ = thread.schedule(() -> look(workers), nanos, TimeUnit.NANOSECONDS);
    }

    private void look(Workers workers) {
        long pauseNanos = UNKNOWN_NANOS;
        try {
            Optional<MemoryUse> use = gauge.read();
            use.ifPresent(each -> act(each, workers));
            pauseNanos = use.map(watch::pauseNanos).orElse(UNKNOWN_NANOS);
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, node + " cannot look after its memory, and tries again", e);
        } finally {
            if (!thread.isShutdown()) {
                again(workers, pauseNanos);
            }
        }
    }

    private void act(MemoryUse use, Workers workers) {
        List<WorkerProcess> running = workers.processes();
        Supplier<List<Sized>> sizes = () -> running.stream()
                .map(process -> new Sized(process.instance(), MemoryGauge.ownBytes(process.pid())))
                .toList();
        switch (watch.look(System.nanoTime(), use, sizes)) {
            case Step.Nothing nothing -> {}
            case Step.Shed shed -> store.shed(shed.bytes());
            case Step.End end -> {
                for (WorkerProcess process : running) {
                    if (process.instance() == end.worker().instance()) {
                        end(process, end.worker(), use);
                    }
                }
            }
            case Step.Helpless helpless ->
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the memory of {0} is at {1}, and none of its workers has much of it: others on this machine do",
                        node,
                        use);
        }
    }

    private void end(WorkerProcess process, Sized worker, MemoryUse use) {
        String reason = reason(worker, use);
        process.kill(reason);
        LOG.log(System.Logger.Level.WARNING, "{0} ends: {1}", process.uid(), reason);
    }

    private String reason(Sized worker, MemoryUse use) {
        return String.format(
                Locale.ROOT,
                "it was ended because the memory of %s was at %s, which is beyond %.0f %%; it used %s, more than any other worker there",
                node,
                use,
                threshold * 100,
                MemoryUse.mib(worker.bytes()));
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
