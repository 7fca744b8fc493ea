package dev.mosaic.unit.shell;

import dev.mosaic.invoke.Member;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.Served;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.unit.mailbox.Run;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run user code in a worker. Permits are the kernel's matter: each run that it starts gets a thread at once,
 * the current one where that is free, as it is when it has just read the call or ended the one before.
 *
 * <p><b>Threading:</b> the loop, where nothing else is said. <b>Cost:</b> one thread for each run that is under way, blocked
 * ones included; one stays when all is over, others end after 5 s.
 * Asynchronous methods have a virtual one each, see {@link Strand}.
 */
final class Lanes {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.unit");

    private final Engine engine;
    private final Map<Id, Object> hosted = new ConcurrentHashMap<>();
    private final ArrayDeque<Lane> free = new ArrayDeque<>();
    private final Map<Run, Seat> blocked = new HashMap<>();
    private final Map<Run, CompletionStage<?>> promises = new HashMap<>();
    private final Set<Lane> all = new HashSet<>();
    private final Set<Seat> seats = new HashSet<>();
    private final AtomicReference<@Nullable Lane> carrying = new AtomicReference<>();
    private volatile int busy;
    private int lastNumber;

    Lanes(Engine engine) {
        this.engine = engine;
    }

    /** The objects of tesserae that live here. Any thread. */
    Map<Id, Object> hosted() {
        return hosted;
    }

    /** Runs under way. Any thread. */
    int busy() {
        return busy;
    }

    /** Of the lanes that are free, the one that carries the mesh. Any thread. */
    AtomicReference<@Nullable Lane> carrying() {
        return carrying;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written in the loop only
    void start(Run run) {
        busy++;
        engine.queries.started(run);
        try {
            begin(run);
        } catch (Throwable failed) { // its class cannot be linked, or no thread can be made: it is that call's failure
            engine.loop.later(now -> finished(now, run, new Outcome.Failed(engine.failures.thrown(failed, ""))));
        }
    }

    private void begin(Run run) {
        if (isAsynchronous(run)) {
            Strand strand = new Strand(engine, run);
            seats.add(strand.seat());
            try {
                strand.start();
            } catch (Throwable notStarted) {
                seats.remove(strand.seat());
                throw notStarted;
            }
            return;
        }
        Lane lane = Thread.currentThread() instanceof Lane current && free.remove(current) ? current : free.pollLast();
        if (lane == null) {
            lane = new Lane(engine, this, "mosaic-" + engine.options.uid() + "-lane-" + lastNumber++);
            lane.give(run);
            lane.start();
            all.add(lane);
            seats.add(lane.seat());
        } else {
            lane.give(run);
        }
    }

    /** By what its class says. Its method is to run in a virtual thread: until it returns it may wait. */
    private boolean isAsynchronous(Run run) {
        Object target = run.tessera().isPool() ? null : hosted.get(run.tessera());
        if (target == null || run.chore() != Run.Chore.NONE || !(run.item() instanceof StreamMessage.Call call)) {
            return false;
        }
        if (target instanceof Served served) {
            return served.isAsynchronous(call.method());
        }
        List<Member> members = MethodTable.of(target.getClass()).members();
        return call.method() < members.size() && members.get(call.method()).isAsynchronous();
    }

    /** The lane's code has returned, and it takes the next run. */
    void free(Lane lane) {
        free.add(lane);
    }

    /** A run is over. What a closing unit has interrupted is told to nobody. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written in the loop only
    void finished(long now, Run run, Outcome outcome) {
        busy--;
        engine.queries.ended(now, run, outcome);
        promises.remove(run);
        if (run.isCancelled()) {
            engine.outflows.stop(run.task());
        }
        if (engine.isClosed()) {
            return;
        }
        try {
            engine.kernel.finished(now, run, outcome);
        } catch (Throwable failed) {
            LOG.log(
                    Level.ERROR,
                    engine.options.uid() + ": task=" + run.task() + " fails, its end was not taken",
                    failed);
            engine.kernel.finished(now, run, new Outcome.Failed(engine.failures.thrown(failed, "")));
        }
    }

    /** That thread has ended with an error that is not of user code: nothing is given to it any more. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written in the loop only
    void died(Lane lane, @Nullable Run given) {
        free.remove(lane);
        all.remove(lane);
        seats.remove(lane.seat());
        if (given != null) {
            busy--;
            start(given);
        }
    }

    /** True where it ends: it has nothing to do. */
    boolean retires(Lane lane) {
        return free.remove(lane) && all.remove(lane) && seats.remove(lane.seat());
    }

    /** A virtual thread is done with its run, or with the begin of its promise. */
    void left(Seat seat) {
        seats.remove(seat);
    }

    /** A run has returned a promise. */
    void promised(Run run, CompletionStage<?> promise) {
        promises.put(run, promise);
        if (run.isCancelled()) {
            interrupt(run);
        }
    }

    /** Its caller wants it no more. */
    void interrupt(Run run) {
        CompletionStage<?> promise = promises.get(run);
        engine.outflows.stop(run.task());
        if (promise != null) {
            // What follows it is user code, which never runs in the loop.
            Thread cancelling = Thread.ofVirtual()
                    .inheritInheritableThreadLocals(false)
                    .unstarted(() -> promise.toCompletableFuture().cancel(true));
            cancelling.setContextClassLoader(engine.options.code());
            cancelling.start();
            return;
        }
        seats.forEach(seat -> seat.interrupt(run));
    }

    void blocked(Run run, Seat seat) {
        blocked.put(run, seat);
    }

    void resume(Run run) {
        Seat seat = blocked.remove(run);
        if (seat != null) {
            seat.resume();
        }
    }

    void deadlock(Run run, Failure failure) {
        Seat seat = blocked.get(run);
        if (seat != null) {
            seat.deadlock(failure);
        }
    }

    void close() {
        seats.forEach(Seat::close);
    }

    /** Waits for the threads to end. Any thread, after {@link #close}. */
    void join(long millis) {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (Lane lane : engine.loop.ask(() -> Set.copyOf(all))) {
            try {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (!lane.equals(Thread.currentThread()) && left > 0) {
                    lane.join(left);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
