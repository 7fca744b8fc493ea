package dev.mosaic.serve;

import dev.mosaic.Arg;
import dev.mosaic.ConstructorFailedException;
import dev.mosaic.MosaicException;
import dev.mosaic.NameException;
import dev.mosaic.PlacementException;
import dev.mosaic.Task;
import dev.mosaic.TesseraOptions;
import dev.mosaic.TesseraProxy;
import dev.mosaic.TimedOutException;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.TesseraState;
import dev.mosaic.serve.call.Description;
import dev.mosaic.serve.call.Problem;
import dev.mosaic.unit.TesseraHandle;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One declared tessera, and the thread that keeps it as it is declared: makes it, finds the one that an earlier head has made, replaces it
 * where its code is another, drops it when it is declared no more.
 *
 * <p><b>Threading:</b> any thread; what is done is done by a virtual thread of its own, one thing at a time. <b>Cost:</b> a look at its
 * state, and at size and time of its jars, each half second. <b>Failure:</b> what keeps it from being there is in its state, and tried again, later and later, up to 4 s.
 */
final class DeclaredTessera implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.serve");
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(4);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration SLICE = Duration.ofSeconds(1);
    private static final String NO_MORE_LIVES =
            "its worker died, and maxRestarts were used up; declare it otherwise to make it anew";
    private static final int MOST_CAUSES = 4;
    private static final int MOST_CALLS = 512;

    /**
     * What calls go to.
     *
     * @param version that it was made with
     * @param description null where no worker was asked: an earlier head has made it, and it is as it is declared
     */
    record Active(
            ServiceProgram program,
            TesseraHandle handle,
            String version,
            @Nullable Description description) {
        /** Made, or found, by a worker's word. */
        Active(ServiceProgram program, TesseraHandle handle, Description description) {
            this(program, handle, description.version(), description);
        }
    }

    private record Making(ServiceProgram program, TesseraHandle handle, String version) {}

    private final String namespace;
    private final String name;
    private final Programs programs;
    private final Runnable onChange;
    private final Semaphore calls = new Semaphore(MOST_CALLS);
    private final Thread keeper;
    private final LastSnapshot lastSnapshot = new LastSnapshot(InstantSource.system(), System::nanoTime);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Declaration declared;
    private boolean removed;
    private boolean gone;
    private boolean closed;
    private boolean wanted;
    private boolean looked;
    private boolean hasEnded;
    private @Nullable Active active;
    private @Nullable Problem problem;
    private TesseraState state;
    private int restarts;
    private String lastWorker = "";

    /** Of the keeper alone: what it has begun to make. */
    private @Nullable Making making;

    /** Of the keeper alone: its jars, as they were found the last time. */
    private Programs.@Nullable Code code;

    DeclaredTessera(String namespace, String name, Declaration declared, Programs programs, Runnable onChange) {
        this.namespace = namespace;
        this.name = name;
        this.declared = declared;
        this.programs = programs;
        this.onChange = onChange;
        this.state = state(TesseraState.Phase.Pending, false, "Declared", "it is looked for", "", "", "");
        this.keeper = Thread.ofVirtual().name("mosaic-tessera-" + name).unstarted(this::keep);
    }

    void begin() {
        keeper.start();
    }

    String namespace() {
        return namespace;
    }

    // ---- from requests

    void declare(Declaration again) {
        lock.lock();
        try {
            removed = false;
            if (!again.equals(declared)) {
                declared = again;
                problem = null;
                hasEnded = false;
                state = state.phase() == TesseraState.Phase.Failed
                        ? state(TesseraState.Phase.Pending, false, "Declared", "it is made anew", "", "", "")
                        : state.of(again.generation());
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        onChange.run();
    }

    /** It is to be gone; true where it is, at the end of this time at the latest. */
    boolean remove(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            removed = true;
            changed.signalAll();
            long left = patience.toNanos();
            while (!gone && left > 0) {
                left = changed.awaitNanos(left);
            }
            return gone;
        } finally {
            lock.unlock();
        }
    }

    TesseraState state() {
        lock.lock();
        try {
            return state;
        } finally {
            lock.unlock();
        }
    }

    Declaration declared() {
        lock.lock();
        try {
            return declared;
        } finally {
            lock.unlock();
        }
    }

    /** Who calls takes one of these, and gives it back; false where there are too many. */
    boolean enter() {
        return calls.tryAcquire();
    }

    void exit() {
        calls.release();
    }

    /** What there is for callers. */
    sealed interface Look {}

    record There(Active active) implements Look {}

    record NotThere(Problem why) implements Look {}

    /** Has it made, and waits for it. */
    Look await(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            wanted = true;
            changed.signalAll();
            long left = patience.toNanos();
            while (true) {
                Active there = active;
                if (removed) {
                    return new NotThere(Problem.of(Problem.Kind.NO_TESSERA, "tessera=" + name + " is being deleted"));
                }
                if (declared.replicas() == 0) {
                    return new NotThere(Problem.of(
                            Problem.Kind.STOPPED,
                            "tessera=" + name + " has replicas=0; its state is kept, set it to 1"));
                }
                if (there != null) {
                    return new There(there);
                }
                Problem why = problem;
                if (why != null) {
                    return new NotThere(why);
                }
                if (left <= 0) {
                    return new NotThere(Problem.of(
                            Problem.Kind.NOT_ACTIVE,
                            "tessera=" + name + " was not there within " + patience + ": " + state.message()));
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * What its class can do, as OpenAPI.
     *
     * @throws MosaicException where no worker could be asked
     */
    String openApi(Active there) throws InterruptedException {
        Description known = there.description();
        return known != null
                ? known.openApi()
                : awaited(there.program().describe(declared().className())).openApi();
    }

    /** A call found out that this one is over. */
    void over(Active old) {
        lock.lock();
        try {
            if (old.equals(active)) {
                active = null;
                looked = false;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        keeper.interrupt();
    }

    // ---- the keeper

    private void keep() {
        long pause = FIRST_PAUSE_NANOS;
        try {
            while (!isOver()) {
                long wait;
                try {
                    step();
                    pause = FIRST_PAUSE_NANOS;
                    wait = LOOK_NANOS;
                } catch (MosaicException | IOException | IllegalArgumentException failed) {
                    fail(failed);
                    wait = pause;
                    pause = Math.min(LONGEST_PAUSE_NANOS, pause * 2);
                }
                rest(wait);
            }
        } catch (InterruptedException | CancellationException ended) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is kept no more", name);
        }
    }

    private boolean isOver() {
        lock.lock();
        try {
            return closed || gone;
        } finally {
            lock.unlock();
        }
    }

    private void rest(long nanos) throws InterruptedException {
        lock.lock();
        try {
            Declaration before = declared;
            boolean wasWanted = wanted;
            long left = nanos;
            while (left > 0 && !closed && !removed && declared.equals(before) && (wasWanted || !wanted)) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private void step() throws IOException, InterruptedException {
        Declaration now;
        Active there;
        boolean isToGo;
        boolean isToBe;
        boolean hasLooked;
        lock.lock();
        try {
            now = declared;
            there = active;
            isToGo = removed;
            isToBe = !hasEnded
                    && now.replicas() > 0
                    && (wanted || now.activation().mode() == Declaration.Mode.EAGER);
            hasLooked = looked;
        } finally {
            lock.unlock();
        }
        if (isToGo) {
            drop(now, there);
            return;
        }
        if (there != null && there.program().isOver()) {
            over(there);
            return;
        }
        Programs.Code code = code(now);
        String version = now.version(code.hash());
        if (there == null && (isToBe || !hasLooked) && !programs.of(code, this).hasWarehouse()) {
            throw new TimedOutException("it waits for a warehouse", "");
        }
        if (there == null && !hasLooked) {
            there = found(now, programs.of(code, this), version);
            if (there == null) {
                there = continued(now, programs.of(code, this), version);
            }
            looked();
        }
        if (there == null && isToBe) {
            there = made(now, programs.of(code, this), version);
        } else if (there != null && now.replicas() == 0 && hasNoState(there)) {
            inactive(there);
            var _ = awaited(there.handle().drop()); // it has no state to keep
            there = null;
        } else if (there != null && !there.version().equals(version)) {
            there = replaced(now, there, programs.of(code, this), version);
        }
        programs.only(code, this);
        if (there != null || !hasEnded()) {
            tell(now, there, version);
        }
    }

    private Programs.Code code(Declaration now) throws IOException {
        Programs.Code found = programs.code(now.code().artifacts(), code);
        code = found;
        return found;
    }

    private boolean hasEnded() {
        lock.lock();
        try {
            return hasEnded;
        } finally {
            lock.unlock();
        }
    }

    /** One that nobody has asked about its class is as it was declared: it had a state to keep, or it would not be there. */
    private static boolean hasNoState(Active there) {
        Description described = there.description();
        return described != null && !described.snapshots();
    }

    /** What an earlier head has made; null where there is none. */
    private @Nullable Active found(Declaration now, ServiceProgram program, String version)
            throws InterruptedException {
        Active there = named(now, program, version, name);
        if (there != null) {
            activate(there);
        }
        return there;
    }

    /**
     * Who has that name. One of the same version stays as and where it is. Of another version it is passive where nobody can wake it, since
     * its program has ended with the head before: its next life is of this code. One in memory goes on there, and is replaced as it is when its
     * code changes.
     */
    private @Nullable Active named(Declaration now, ServiceProgram program, String version, String wanted)
            throws InterruptedException {
        TesseraHandle handle;
        try {
            TesseraHandle same = program.goOn(wanted, version);
            if (same != null) {
                return new Active(program, same, version, null);
            }
        } catch (NameException other) {
            LOG.log(System.Logger.Level.INFO, "{0} is not taken over as it is: {1}", wanted, other.getMessage());
        }
        try {
            handle = program.find(wanted);
        } catch (NameException none) {
            return null;
        }
        if (handle.state() == TesseraProxy.State.PASSIVE) {
            Description described = awaited(program.describe(now.className()));
            return new Active(program, begin(now, described, program, version, wanted, null), version, described);
        }
        return new Active(program, handle, awaited(ServiceProgram.describe(handle)));
    }

    private void looked() {
        lock.lock();
        try {
            looked = true;
        } finally {
            lock.unlock();
        }
    }

    private Active made(Declaration now, ServiceProgram program, String version) throws InterruptedException {
        Making begun = making;
        if (begun == null || !begun.version().equals(version) || begun.program().isOver()) {
            begun = new Making(program, begin(now, program, version, name, null), version);
            making = begun;
        }
        try {
            Active there = new Active(program, begun.handle(), awaited(ServiceProgram.describe(begun.handle())));
            making = null;
            activate(there);
            return there;
        } catch (TimedOutException | PlacementException stillComing) {
            throw stillComing;
        } catch (MosaicException failed) {
            making = null;
            throw failed;
        }
    }

    private TesseraHandle begin(
            Declaration now, ServiceProgram program, String version, String called, @Nullable Arg<?> before)
            throws InterruptedException {
        return begin(now, awaited(program.describe(now.className())), program, version, called, before);
    }

    private TesseraHandle begin(
            Declaration now,
            Description described,
            ServiceProgram program,
            String version,
            String called,
            @Nullable Arg<?> before) {
        return program.make(
                described,
                now.args().toString(),
                version,
                before,
                options(now, described).name(called).takeOver(version));
    }

    /**
     * Other code: all that the old one is goes to a next one, which shows that it can be read, and from there to the one that has the
     * name, since a name cannot change. Wherever this ends, one of them has it.
     */
    private Active replaced(Declaration now, Active old, ServiceProgram program, String version)
            throws InterruptedException {
        inactive(old);
        Active next;
        try {
            Active left = named(now, program, version, next());
            if (left != null) {
                var _ = awaited(left.handle().drop()); // of an attempt that has failed
            }
            // By the program that takes it: a task is an argument only where it was called.
            Task<Object> state = ServiceProgram.handOver(program.find(name));
            TesseraHandle handle = begin(now, program, version, next(), state);
            next = new Active(program, handle, awaited(ServiceProgram.describe(handle)));
        } catch (MosaicException | IllegalArgumentException cannot) {
            var _ = awaited(ServiceProgram.resume(old.handle()));
            activate(old);
            throw cannot;
        }
        var _ = awaited(old.handle().drop());
        return renamed(now, next, program, version);
    }

    private void inactive(Active old) {
        lock.lock();
        try {
            if (old.equals(active)) {
                active = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The place of the old one is free. */
    private Active renamed(Declaration now, Active next, ServiceProgram program, String version)
            throws InterruptedException {
        Task<Object> state = ServiceProgram.handOver(next.handle());
        TesseraHandle handle = begin(now, program, version, name, state);
        Active there = new Active(program, handle, awaited(ServiceProgram.describe(handle)));
        activate(there);
        var _ = awaited(next.handle().drop());
        return there;
    }

    /** An earlier head has ended on its way from one code to the next. */
    private @Nullable Active continued(Declaration now, ServiceProgram program, String version)
            throws InterruptedException {
        Active next = named(now, program, version, next());
        return next == null ? null : renamed(now, next, program, version);
    }

    private String next() {
        return name + ".next";
    }

    private TesseraOptions options(Declaration now, Description described) {
        TesseraOptions options = new TesseraOptions()
                .maxRestarts(now.maxRestarts())
                .snapshots(now.snapshots().times());
        Declaration.Needs needs = now.resources();
        options.cpus(needs.cpus()).gpus(needs.gpus()).memory(needs.bundle().memory());
        needs.labels().forEach(options::resource);
        if (described.snapshots() && !now.idle().isZero()) {
            options.passivateAfter(now.idle());
        }
        if (described.snapshots() && (now.maxRestarts() != 0 || !now.idle().isZero())) {
            options.durable();
        }
        return options;
    }

    /** Looks now and then whether the answer matters any more. */
    private <T extends @Nullable Object> T awaited(Task<T> task) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            try {
                return task.result(SLICE);
            } catch (TimedOutException notYet) {
                if (System.nanoTime() - end > 0 || isOver()) {
                    task.cancel();
                    throw notYet;
                }
            }
        }
    }

    private void activate(Active there) {
        lock.lock();
        try {
            active = there;
            problem = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** It is declared no more. */
    private void drop(Declaration now, @Nullable Active there) throws IOException, InterruptedException {
        Active old = there;
        if (old == null) {
            try {
                Programs.Code code = code(now);
                old = found(now, programs.of(code, this), now.version(code.hash()));
            } catch (MosaicException | IOException unknown) {
                LOG.log(System.Logger.Level.INFO, "{0} is not looked for any more: {1}", name, unknown.getMessage());
            }
        }
        if (old != null) {
            var _ = awaited(old.handle().drop());
        }
        programs.leave(this);
        lock.lock();
        try {
            active = null;
            gone = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        onChange.run();
    }

    /** With its causes, since it is they that tell what to do. */
    private static String words(Throwable failed) {
        StringBuilder words = new StringBuilder(String.valueOf(failed.getMessage()));
        Throwable cause = failed.getCause();
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            words.append(": ").append(cause.getMessage() == null ? cause.toString() : cause.getMessage());
            cause = cause.getCause();
        }
        return words.toString();
    }

    private void fail(Exception failed) {
        String message = words(failed);
        boolean mayCome = failed instanceof PlacementException || failed instanceof TimedOutException;
        Problem.Kind kind = failed instanceof NameException ? Problem.Kind.NAME_TAKEN : Problem.Kind.CANNOT_RUN;
        String reason = switch (failed) {
            case PlacementException nowhere -> "NoPlace";
            case TimedOutException late -> "Waiting";
            case NameException taken -> "NameTaken";
            case ConstructorFailedException constructor -> "ConstructorFailed";
            case IOException artifact -> "ArtifactNotRead";
            case IllegalArgumentException missing -> "ClassNotServed";
            default -> "Failed";
        };
        lock.lock();
        try {
            problem = mayCome || active != null ? null : Problem.of(kind, message);
            say(state(
                    mayCome ? TesseraState.Phase.Pending : TesseraState.Phase.Failed,
                    false,
                    reason,
                    message,
                    "",
                    "",
                    ""));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        onChange.run();
    }

    /** What it is like now. */
    private void tell(Declaration now, @Nullable Active there, String version) {
        TesseraState seen;
        if (there == null) {
            seen = now.replicas() == 0
                    ? state(TesseraState.Phase.Suspended, false, "Stopped", "replicas is 0", "", "", "")
                    : state(TesseraState.Phase.Passive, true, "OnDemand", "the first call makes it", "", "", version);
        } else {
            seen = stopped(now, seen(there));
        }
        lock.lock();
        try {
            if (seen.equals(state)) {
                return;
            }
            say(seen);
        } finally {
            lock.unlock();
        }
        onChange.run();
    }

    /** Passive, and to stay so. */
    private TesseraState stopped(Declaration now, TesseraState seen) {
        return now.replicas() == 0 && seen.phase() == TesseraState.Phase.Passive
                ? state(TesseraState.Phase.Suspended, false, "Stopped", "replicas is 0", "", "", seen.version())
                : seen;
    }

    private TesseraState seen(Active there) {
        TesseraProxy.State is = there.handle().state();
        String worker = there.handle().worker();
        String version = there.version();
        if (is == TesseraProxy.State.LISTENING || is == TesseraProxy.State.PASSIVE) {
            lastSnapshot.look(
                    there.handle().uid() + " " + is + " " + worker,
                    is == TesseraProxy.State.LISTENING,
                    () -> there.program().standing(name, version, SLICE));
        }
        if (!worker.isEmpty() && !worker.equals(lastWorker)) {
            restarts += lastWorker.isEmpty() ? 0 : 1;
            lastWorker = worker;
        }
        String host = there.program().host(worker).orElse("");
        return switch (is) {
            case LISTENING -> state(TesseraState.Phase.Running, true, "Running", "", worker, host, version);
            case PASSIVE ->
                state(TesseraState.Phase.Passive, true, "Idle", "the next call brings it back", "", "", version);
            case MOVING ->
                state(TesseraState.Phase.Moving, false, "Moving", "calls wait meanwhile", worker, host, version);
            case PENDING ->
                state(TesseraState.Phase.Pending, false, "Waiting", "it waits for a place", "", "", version);
            case STOPPED -> {
                over(there);
                yield state(TesseraState.Phase.Pending, false, "Over", "it was dropped, and is made anew", "", "", "");
            }
            case FAILED -> {
                ended(there);
                yield state(TesseraState.Phase.Failed, false, "NoMoreLives", NO_MORE_LIVES, "", "", version);
            }
        };
    }

    /** As often as may be it was made again. */
    private void ended(Active there) {
        lock.lock();
        try {
            if (there.equals(active)) {
                active = null;
                hasEnded = true;
                problem = Problem.of(Problem.Kind.CANNOT_RUN, NO_MORE_LIVES);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** With the lock. */
    private void say(TesseraState news) {
        state = news;
        changed.signalAll();
    }

    private TesseraState state(
            TesseraState.Phase phase,
            boolean ready,
            String reason,
            String message,
            String worker,
            String host,
            String version) {
        return new TesseraState(
                namespace,
                name,
                declared.generation(),
                phase,
                ready,
                reason,
                message,
                worker,
                host,
                restarts,
                lastSnapshot.incarnation(),
                lastSnapshot.at(),
                version,
                HeadHttp.tessera(namespace, name));
    }
}
