package dev.mosaic.node;

import dev.mosaic.worker.WorkerBrief;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The worker processes of a node. One that ends is replaced by a fresh one under the same uid, unless all are being closed.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a process and three waiting threads for each worker. <b>Failure:</b> a worker that ends
 * before it joined is told with its last lines and started again later, then ever later.
 */
final class Workers implements WorkerProcess.Fate, Node.Staff {
    /** What a new process of a slot needs: its brief and its command line. */
    interface Recipe {
        WorkerBrief brief(String uid, int boot);

        List<String> commandLine(String uid);
    }

    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LAST_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

    private final Recipe recipe;
    private final WorkerOutput output;
    private final Node.Reports reports;
    private final Arrivals arrivals;
    private final List<WorkerSlot> slots = new ArrayList<>();
    private boolean closing;

    Workers(List<String> uids, Recipe recipe, WorkerOutput output, Node.Reports reports, Arrivals arrivals) {
        this.recipe = recipe;
        this.output = output;
        this.reports = reports;
        this.arrivals = arrivals;
        uids.forEach(uid -> slots.add(new WorkerSlot(uid)));
    }

    /** Starts what is missing and due. */
    @Override
    public synchronized void tick() {
        for (WorkerSlot slot : slots) {
            if (!closing && slot.isDue(System.nanoTime())) {
                fill(slot);
            }
        }
    }

    private void fill(WorkerSlot slot) {
        try {
            slot.filled(WorkerProcess.start(
                    recipe.brief(slot.uid, slot.nextBoot()), recipe.commandLine(slot.uid), output, this));
        } catch (IOException e) {
            slot.emptied(System.nanoTime());
            arrivals.failed(slot.uid, "its process cannot be started: " + e.getMessage());
        }
    }

    @Override
    public synchronized void joined(long instance) {
        for (WorkerSlot slot : slots) {
            if (slot.holds(instance)) {
                slot.joined();
            }
        }
    }

    @Override
    public synchronized void lost(long instance) {
        for (WorkerSlot slot : slots) {
            WorkerProcess process = slot.process;
            if (process != null && process.instance() == instance) {
                process.kill();
            }
        }
    }

    @Override
    public void ended(WorkerProcess process) {
        synchronized (this) {
            if (closing) {
                return;
            }
        }
        reports.ended(process.instance(), process.end());
    }

    @Override
    public synchronized void over(WorkerProcess process) {
        for (WorkerSlot slot : slots) {
            if (slot.process == process) {
                boolean hadJoined = slot.emptied(System.nanoTime());
                if (!closing && !hadJoined) {
                    arrivals.failed(slot.uid, process.end() + " before it had joined; " + process.lastWords());
                }
            }
        }
        tick();
    }

    @Override
    public synchronized void stop() {
        if (!closing) {
            closing = true;
            running().forEach(WorkerProcess::stop);
        }
    }

    /** Ends all: by word, then by force. Returns when their output was passed on. */
    @Override
    public void close() {
        stop();
        List<WorkerProcess> running = running();
        awaitAll(running, GRACE_NANOS);
        running.forEach(WorkerProcess::kill);
        awaitAll(running, LAST_NANOS);
    }

    private synchronized List<WorkerProcess> running() {
        List<WorkerProcess> running = new ArrayList<>();
        for (WorkerSlot slot : slots) {
            WorkerProcess process = slot.process;
            if (process != null) {
                running.add(process);
            }
        }
        return running;
    }

    private static void awaitAll(List<WorkerProcess> running, long nanos) {
        long end = System.nanoTime() + nanos;
        for (WorkerProcess process : running) {
            var _ = process.awaitOver(end - System.nanoTime());
        }
    }
}
