package dev.mosaic.node;

import dev.mosaic.connect.WorkerOutput;
import dev.mosaic.message.Member;
import dev.mosaic.worker.WorkerBrief;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The worker processes of a node, by program. One that ends is replaced by a fresh one under the same uid, until its program is over or
 * all are being closed. A few blank ones are kept ready where that was asked for: the next one
 * is started once no worker was started for five seconds, since workers that start need the processors themselves.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a process and three waiting threads for each worker. <b>Failure:</b> a worker that ends
 * before it joined is told with its last lines and started again later, then ever later.
 */
final class Workers implements WorkerProcess.Fate, Node.Staff {
    /** What a new process of a slot needs: its brief and its command line. */
    interface Recipe {
        /**
         * What a new process of that slot is told.
         *
         * @param boot counts the processes of the node, for names that are used once
         */
        WorkerBrief brief(WorkerSlot slot, int boot);

        List<String> commandLine(String name);

        /** The uid of the worker of that number. */
        String uid(int number);

        /** The ids of the devices that are offered. */
        List<String> gpus();

        /** How many {@link NativeThreads} each process has. */
        int threads();

        /** How many blank processes are kept ready. */
        int blanks();
    }

    /** Is told of workers that ended before they joined. */
    interface Troubles {
        void failed(String uid, String reason);
    }

    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LAST_NANOS = TimeUnit.MILLISECONDS.toNanos(600);
    private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Recipe recipe;
    private final Function<Member, WorkerOutput> outputs;
    private final Node.Reports reports;
    private final Troubles troubles;
    private final List<WorkerSlot> slots = new ArrayList<>();
    private final Deque<Blank> blanks = new ArrayDeque<>();
    private int boots;
    private long blanksFrom = System.nanoTime();
    private boolean closing;
    private boolean draining;

    /** @param outputs where the lines of the workers of a program go */
    Workers(Recipe recipe, Function<Member, WorkerOutput> outputs, Node.Reports reports, Troubles troubles) {
        this.recipe = recipe;
        this.outputs = outputs;
        this.reports = reports;
        this.troubles = troubles;
    }

    @Override
    public synchronized void staff(Member program, int workers, List<Path> code) {
        if (draining) {
            return;
        }
        int missing = workers
                - (int) slots.stream()
                        .filter(slot -> slot.devices == 0 && slot.program.instance() == program.instance())
                        .count();
        for (; missing > 0; missing--) {
            slots.add(new WorkerSlot(freeUid(), program, code));
        }
        tick();
    }

    private String freeUid() {
        for (int number = 0; ; number++) {
            String uid = recipe.uid(number);
            if (slots.stream().noneMatch(slot -> slot.uid.equals(uid))) {
                return uid;
            }
        }
    }

    @Override
    public synchronized void equip(Member program, long ticket, int devices, List<Path> code) {
        boolean isHeard =
                slots.stream().anyMatch(slot -> slot.ticket == ticket && slot.program.instance() == program.instance());
        if (!isHeard && !draining) {
            slots.add(new WorkerSlot(freeUid(), program, code, devices, ticket));
            tick();
        }
    }

    /** True where it has its devices, or needs none. They are its own until its process is over. */
    private boolean isEquipped(WorkerSlot slot) {
        if (slot.gpus.size() < slot.devices) {
            List<String> free = new ArrayList<>(recipe.gpus());
            slots.forEach(other -> free.removeAll(other.gpus));
            if (free.size() < slot.devices) {
                return false;
            }
            slot.gpus = List.copyOf(free.subList(0, slot.devices));
        }
        return true;
    }

    /** Starts what is missing and due, and ends what is overdue. */
    @Override
    public synchronized void tick() {
        long now = System.nanoTime();
        for (WorkerSlot slot : slots) {
            WorkerProcess process = slot.process;
            if (process != null && slot.isOverdue(now)) {
                process.kill();
            } else if (!closing && slot.isDue(now) && isEquipped(slot)) {
                fill(slot);
            }
        }
        slots.removeIf(slot -> slot.isRetired() && slot.process == null);
        keepBlanks();
    }

    private void fill(WorkerSlot slot) {
        try {
            Blank process = slot.devices > 0 ? process("worker", slot.gpus) : blank();
            slot.filled(process.become(recipe.brief(slot, boots++), outputs.apply(slot.program), this));
            blanksFrom = System.nanoTime() + CALM_NANOS;
        } catch (IOException e) {
            slot.emptied(System.nanoTime());
            troubles.failed(slot.uid, "its process cannot be started: " + e.getMessage());
        }
    }

    private Blank blank() throws IOException {
        for (Blank blank = blanks.poll(); blank != null; blank = blanks.poll()) {
            if (blank.isAlive()) {
                return blank;
            }
        }
        return process("worker", List.of());
    }

    private Blank process(String name, List<String> gpus) throws IOException {
        return Blank.start(recipe.commandLine(name), DeviceFinder.environment(recipe.gpus(), gpus), recipe.threads());
    }

    private void keepBlanks() {
        blanks.removeIf(blank -> !blank.isAlive());
        if (System.nanoTime() - blanksFrom < 0) {
            return;
        }
        try {
            while (!closing && blanks.size() < recipe.blanks()) {
                blanks.add(process("blank", List.of()));
            }
        } catch (IOException e) {
            troubles.failed("a blank worker", "its process cannot be started: " + e.getMessage());
        }
    }

    @Override
    public synchronized List<Long> running() {
        long now = System.nanoTime();
        List<Long> running = new ArrayList<>();
        for (WorkerSlot slot : slots) {
            WorkerProcess process = slot.process;
            if (process != null && slot.hasJoined() && process.runs(now)) {
                running.add(process.instance());
            }
        }
        return running;
    }

    @Override
    public synchronized Set<Long> concerns() {
        Set<Long> concerns = new HashSet<>();
        for (WorkerSlot slot : slots) {
            WorkerProcess process = slot.process;
            if (process != null && slot.hasJoined()) {
                concerns.add(process.instance());
            }
            if (!slot.isRetired()) {
                concerns.add(slot.program.instance());
            }
        }
        return concerns;
    }

    @Override
    public synchronized void joined(long instance) {
        for (WorkerSlot slot : slots) {
            if (slot.holds(instance)) {
                slot.joined(System.nanoTime());
            }
        }
    }

    @Override
    public synchronized void lost(long instance) {
        for (WorkerSlot slot : slots) {
            WorkerProcess process = slot.process;
            if (slot.program.instance() == instance) {
                slot.retire();
            } else if (process != null && process.instance() == instance) {
                if (slot.devices > 0) {
                    slot.retire(); // another one is another slot, with what devices are free then
                }
                if (slot.isRetired()) {
                    slot.end(GRACE_NANOS);
                } else {
                    process.kill();
                }
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
                if (hadJoined && slot.devices > 0) {
                    slot.retire();
                }
                if (!closing && !hadJoined && !slot.isRetired()) {
                    troubles.failed(slot.uid, process.end() + " before it had joined; " + process.lastWords());
                }
            }
        }
        tick();
    }

    @Override
    public synchronized void drain() {
        draining = true;
        slots.forEach(WorkerSlot::retire);
    }

    @Override
    public boolean awaitEnds(Duration patience) {
        awaitAll(processes(), patience.toNanos());
        return processes().isEmpty();
    }

    @Override
    public synchronized void stop() {
        if (!closing) {
            closing = true;
            blanks.forEach(Blank::kill);
            blanks.clear();
            processes().forEach(WorkerProcess::stop);
        }
    }

    /** Ends all: by word, then by force. Returns when their output was passed on. */
    @Override
    public void close() {
        stop();
        List<WorkerProcess> running = processes();
        awaitAll(running, GRACE_NANOS);
        running.forEach(WorkerProcess::kill);
        awaitAll(running, LAST_NANOS);
    }

    /** Those with a process, whatever state it is in. */
    synchronized List<WorkerProcess> processes() {
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
