package dev.mosaic.unit.calls;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.ValueMessage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a unit and what became of them: outcomes, who wants them, where values lie, and when all can be forgotten.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1), O(log n) for tasks with a timeout.
 */
final class TaskBook {
    private static final long CANCEL_AGAIN_NANOS = 1_000_000_000L;

    /** A worker that has not said by then whether a cancelled call runs is not waited for. */
    private static final long SILENT_NANOS = 5_000_000_000L;

    /** Less is moved to any worker that is free. */
    private static final int MOST_HOLDERS = 8;

    private static final long MOVED_BYTES = 64 << 10;

    private final CallMachine machine;
    private final LongMap<OwnTask> tasks = new LongMap<>();
    final Deadlines deadlines = new Deadlines();
    private final Set<OwnTask> fetching = new LinkedHashSet<>();
    private final Set<OwnTask> cancelling = new LinkedHashSet<>();
    private final Set<OwnTask> unregistered = new LinkedHashSet<>();
    final Releases releases;
    private long cancelledNanos;

    TaskBook(CallMachine machine) {
        this.machine = machine;
        this.releases = new Releases(machine.links);
    }

    int size() {
        return tasks.size() + releases.open();
    }

    @Nullable OwnTask get(Id task) {
        return task.origin() == machine.links.self() ? tasks.get(task.number()) : null;
    }

    void add(long now, OwnTask entry) {
        tasks.put(entry.id.number(), entry);
        if (entry.order.timeoutNanos() > 0) {
            entry.deadlineNanos = now + entry.order.timeoutNanos();
            deadlines.add(entry);
        }
        open(entry);
    }

    /** Keeps what it needs until it is settled. */
    void open(OwnTask entry) {
        machine.holdings.pin(entry.arguments.carried());
        for (Dependency dependency : entry.order.dependencies()) {
            OwnTask needed = get(dependency.task());
            if (needed != null) {
                needed.openDependents++;
                if (needed.channel != null && needed.kind != OwnTask.Kind.STATELESS) {
                    needed.channel.dependents++;
                }
            }
        }
    }

    /**
     * True where all that the call needs has a place; else it is woken when that changes. A task or a construction that claims room waits
     * until all that it needs has ended: what it needs may want the same room, and lose the place it had.
     */
    boolean isReady(OwnTask entry) {
        if (entry.state == OwnTask.State.PARKED) {
            return false;
        }
        List<Dependency> dependencies = entry.order.dependencies();
        for (int i = 0; i < dependencies.size(); i++) {
            OwnTask needed = get(dependencies.get(i).task());
            if (needed != null && dependencies.get(i).wanted()) {
                repeatIfLost(needed);
            }
            if (needed != null && !(entry.isClaiming() ? needed.hasEnded() : needed.isPlaced())) {
                needed.addWaiter(entry);
                entry.to(OwnTask.State.PARKED);
                return false;
            }
        }
        return !machine.holdings.parksUntilReachable(entry);
    }

    /** Why the call cannot run, where one of its dependencies has failed; null where none has. */
    @Nullable Failure failedDependency(OwnTask entry) {
        List<Dependency> dependencies = entry.order.dependencies();
        for (int i = 0; i < dependencies.size(); i++) {
            Dependency dependency = dependencies.get(i);
            OwnTask needed = get(dependency.task());
            Failure cause = null;
            if (dependency.isEntry()) {
                continue;
            }
            if (needed == null) {
                cause = Failure.of(
                        Failure.Kind.RESULT_LOST, "task=" + dependency.task() + " is not known here: it was released");
            } else if (needed.outcome instanceof Outcome.Failed failed) {
                cause = failed.failure();
            } else if (needed.isUnwanted()) {
                cause = Outcome.cancelled(needed.id).failure();
            } else if (dependency.wanted() && isLost(needed)) {
                cause = lostResult(needed);
            }
            if (cause != null) {
                return Failure.of(Failure.Kind.ARGUMENT, "argument task=" + dependency.task() + " failed", cause);
            }
        }
        return null;
    }

    /** The worker where most of what a stateless task needs is kept, or will be; 0 where it does not matter. */
    long near(OwnTask entry) {
        long best = 0;
        long most = MOVED_BYTES;
        for (Dependency dependency : entry.order.dependencies()) {
            OwnTask needed = dependency.isEntry() || !dependency.wanted() ? null : get(dependency.task());
            if (needed == null) {
                continue;
            }
            if (entry.order.near() && needed.isSent() && needed.channel != null && !needed.channel.isPassive()) {
                return needed.channel.worker;
            }
            if (needed.outcome instanceof Outcome.Held(long bytes, boolean _) && needed.heldAt != 0 && bytes >= most) {
                best = needed.heldAt;
                most = bytes;
            }
        }
        return best;
    }

    /** Units that hold larger arguments of a tessera to be, those of tasks first; where a ref was put is where its bytes are most often. */
    List<Long> holders(Birth birth) {
        Set<Long> holders = new LinkedHashSet<>();
        for (Dependency dependency : birth.dependencies()) {
            OwnTask needed = dependency.isEntry() || !dependency.wanted() ? null : get(dependency.task());
            if (needed != null
                    && needed.outcome instanceof Outcome.Held(long bytes, boolean _)
                    && needed.heldAt != 0
                    && bytes >= MOVED_BYTES) {
                holders.add(needed.heldAt);
            }
        }
        for (Carried carried : birth.arguments().carried()) {
            if (carried.worker() == Carried.HOME) {
                holders.add(carried.tessera().origin());
            }
        }
        return holders.stream().limit(MOST_HOLDERS).toList();
    }

    /** What goes on the wire about the dependencies of a call that is ready. */
    List<Need> needs(OwnTask entry) {
        List<Dependency> dependencies = entry.order.dependencies();
        if (dependencies.isEmpty()) {
            return List.of();
        }
        List<Need> needs = new ArrayList<>(dependencies.size());
        for (Dependency dependency : dependencies) {
            OwnTask needed = get(dependency.task());
            if (dependency.isEntry()) {
                needs.add(Need.entry(dependency.task()));
            } else {
                needs.add(needed == null ? gone(dependency) : need(dependency, needed));
            }
        }
        return needs;
    }

    private Need need(Dependency dependency, OwnTask needed) {
        Outcome known = known(needed, dependency.wanted());
        if (known != null) {
            return new Need(needed.id, 0, needed.id, 0, dependency.wanted(), known);
        }
        if (needed.heldAt != 0 && needed.heldMailbox != null) {
            return new Need(needed.id, needed.heldAt, needed.heldMailbox, needed.heldNumber, dependency.wanted(), null);
        }
        needed.placeTold = true;
        Channel at = needed.channel;
        if (at == null || !needed.isSent() || at.isPassive()) {
            // It was placed when the call was sent first, and lost its place since, or is the drop of one that lives
            // nowhere: the consumer asks the owner.
            return new Need(needed.id, machine.links.self(), needed.id, -1, dependency.wanted(), null);
        }
        return new Need(needed.id, at.worker, at.mailbox, needed.number, dependency.wanted(), null);
    }

    private static Need gone(Dependency dependency) {
        Outcome lost = Outcome.failed(
                Failure.Kind.RESULT_LOST, "task=" + dependency.task() + " is not known here: it was released");
        return new Need(dependency.task(), 0, dependency.task(), 0, dependency.wanted(), lost);
    }

    /** The outcome to tell others, where it is here. */
    private @Nullable Outcome known(OwnTask entry, boolean wanted) {
        return switch (entry.outcome) {
            case null -> entry.isUnwanted() ? Outcome.cancelled(entry.id) : null;
            case Outcome.Failed failed -> failed;
            case Outcome.Returned returned -> wanted ? returned : Outcome.NOTHING;
            case Outcome.Held held -> {
                if (!wanted) {
                    yield Outcome.NOTHING;
                }
                yield isLost(entry) ? new Outcome.Failed(lostResult(entry)) : null;
            }
        };
    }

    /** Its value is wanted, lost, and cannot be made again. */
    private boolean isLost(OwnTask entry) {
        return entry.outcome instanceof Outcome.Held && entry.heldAt == 0 && !repeatIfLost(entry);
    }

    private boolean repeatIfLost(OwnTask entry) {
        return entry.outcome instanceof Outcome.Held && entry.heldAt == 0 && machine.repeats.repeat(entry);
    }

    private static Failure lostResult(OwnTask entry) {
        return Failure.of(
                Failure.Kind.RESULT_LOST, "the worker that kept the result of task=" + entry.id + " was lost");
    }

    void settle(OwnTask entry, Outcome outcome) {
        boolean wasOver = entry.isOver();
        boolean isAgain = entry.isRepeating();
        entry.to(OwnTask.State.SETTLED);
        cancelling.remove(entry);
        deadlines.remove(entry);
        machine.holdings.unpin(entry.arguments.carried());
        if (!machine.repeats.remembers(entry, outcome)) {
            machine.out.released(entry.arguments);
        }
        entry.arguments = Payload.EMPTY;
        entry.order = entry.order.withoutArguments();
        if (outcome instanceof Outcome.Held && entry.channel != null) {
            entry.heldAt = entry.channel.worker;
            entry.heldMailbox = entry.channel.mailbox;
            entry.heldNumber = entry.number;
        } else if (outcome instanceof Outcome.Returned returned && !wasOver && entry.pinned.isEmpty()) {
            entry.pinned = returned.value().carried();
            machine.holdings.pin(entry.pinned);
        }
        concludeAny(entry, outcome, isAgain);
        for (Dependency dependency : entry.order.dependencies()) {
            OwnTask needed = get(dependency.task());
            if (needed != null) {
                needed.openDependents--;
                if (needed.channel != null && needed.kind != OwnTask.Kind.STATELESS) {
                    needed.channel.dependents--;
                    machine.holdings.letGo(needed.channel);
                }
                forgetIfDone(needed);
            }
        }
        forgetIfDone(entry);
    }

    private void concludeAny(OwnTask entry, Outcome outcome, boolean isAgain) {
        if (isAgain) {
            concludeAgain(entry, outcome);
        } else {
            conclude(entry, outcome);
        }
    }

    /** The program has an outcome; what its mailbox says later changes nothing. */
    private void conclude(OwnTask entry, Outcome outcome) {
        if (!entry.isFinal()) {
            // Those who waited were told so: it stays at that, whatever its code has returned by then.
            entry.outcome = entry.wish == OwnTask.Wish.LEAVE ? Outcome.cancelled(entry.id) : outcome;
            if (!entry.isOwed()) { // else nobody has asked for it
                machine.out.completed(entry.id, entry.outcome);
            }
        }
        moved(entry);
        if (entry.use == OwnTask.Use.WANTED) {
            deliver(entry);
        }
    }

    /** The program knows the outcome of the first run; who waits for the value gets that of this one. */
    private void concludeAgain(OwnTask entry, Outcome outcome) {
        entry.outcome = Repeats.again(entry, outcome);
        moved(entry);
        if (entry.use == OwnTask.Use.FETCHED) {
            Outcome known = known(entry, true);
            if (known == null) {
                ask(entry);
            } else {
                fetched(entry, known);
            }
        }
    }

    /** Something about where it is has changed: whoever waits for that can go on. */
    void moved(OwnTask entry) {
        if (!entry.waiters.isEmpty()) {
            List<OwnTask> waiters = entry.waiters;
            entry.waiters = List.of();
            machine.wake(waiters);
        }
        if (!entry.askers.isEmpty()) {
            List<OwnTask.Asker> askers = entry.askers;
            entry.askers = List.of();
            askers.forEach(asker -> answer(entry, asker));
        }
    }

    // ---- values

    void want(Id task) {
        OwnTask entry = get(task);
        if (entry == null) {
            machine.out.value(
                    task,
                    Outcome.failed(Failure.Kind.RESULT_LOST, "task=" + task + " is not known here: it was released"));
        } else if (entry.isFinal()) {
            deliver(entry);
        } else {
            entry.use = OwnTask.Use.WANTED;
        }
    }

    private void deliver(OwnTask entry) {
        Outcome known = known(entry, true);
        if (known != null) {
            entry.use = entry.use == OwnTask.Use.WANTED ? OwnTask.Use.NONE : entry.use;
            machine.out.value(entry.id, known);
        } else if (entry.use != OwnTask.Use.FETCHED) {
            entry.use = OwnTask.Use.FETCHED;
            fetching.add(entry);
            ask(entry);
        }
    }

    private void ask(OwnTask entry) {
        if (entry.heldMailbox != null) {
            machine.links.send(
                    entry.heldAt, new ValueMessage.Fetch(entry.id, entry.heldMailbox, entry.heldNumber, true));
        }
    }

    void value(long from, ValueMessage.Value value) {
        OwnTask entry = get(value.task());
        if (entry == null || entry.use != OwnTask.Use.FETCHED || entry.heldAt != from || !value.wanted()) {
            return;
        }
        fetched(entry, value.outcome());
    }

    private void fetched(OwnTask entry, Outcome outcome) {
        entry.use = OwnTask.Use.NONE;
        fetching.remove(entry);
        if (outcome instanceof Outcome.Returned returned && entry.pinned.isEmpty()) {
            entry.pinned = returned.value().carried();
            machine.holdings.pin(entry.pinned);
        }
        machine.out.value(entry.id, outcome);
        forgetIfDone(entry);
    }

    // ---- questions of consumers

    void locate(long from, ValueMessage.Locate question) {
        OwnTask entry = get(question.task());
        if (entry == null) {
            Outcome lost = Outcome.failed(Failure.Kind.RESULT_LOST, "task=" + question.task() + " is over");
            machine.links.send(from, new ValueMessage.Value(question.task(), question.wanted(), lost));
        } else {
            answer(entry, new OwnTask.Asker(from, question.wanted(), question.notAt()));
        }
    }

    private void answer(OwnTask entry, OwnTask.Asker asker) {
        Outcome known = known(entry, asker.wanted());
        if (known != null) {
            machine.links.send(asker.unit(), new ValueMessage.Value(entry.id, asker.wanted(), known));
            return;
        }
        Need at = need(new Dependency(entry.id, asker.wanted()), entry);
        // A tessera that was passive may live again where it was: its calls end there after all.
        boolean isKept = entry.outcome instanceof Outcome.Held;
        if (at.number() >= 0 && (isKept || at.producer() != asker.notAt())) {
            machine.links.send(
                    asker.unit(),
                    new ValueMessage.Located(entry.id, asker.wanted(), at.producer(), at.mailbox(), at.number()));
        } else {
            entry.addAsker(asker);
        }
    }

    // ---- what is wanted no more

    /**
     * What was not sent is over at once; of the rest its mailbox says how it ends, or that it runs: then nobody waits for it any
     * longer.
     */
    void cancel(long now, OwnTask entry, boolean force) {
        boolean isCall = entry.kind == OwnTask.Kind.CALL || entry.kind == OwnTask.Kind.STATELESS;
        if (!isCall || entry.isFinal()) {
            return;
        }
        if (!entry.isSent()) {
            conclude(entry, Outcome.cancelled(entry.id));
            if (entry.channel != null) {
                machine.channels.pump(now, entry.channel);
            }
            return;
        }
        entry.cancelledNanos = entry.wish == OwnTask.Wish.RUN ? now : entry.cancelledNanos;
        entry.wish = entry.wish == OwnTask.Wish.RUN ? OwnTask.Wish.CANCEL : entry.wish;
        entry.force |= force;
        cancelling.add(entry);
        sayCancel(entry);
        if (entry.state == OwnTask.State.STARTED) {
            unwanted(entry);
        }
    }

    /** It runs. */
    void started(OwnTask entry) {
        if (entry.state == OwnTask.State.SENT || entry.state == OwnTask.State.WITHDRAWN) {
            entry.to(OwnTask.State.STARTED);
        }
        if (entry.isCancelled()) {
            unwanted(entry);
        }
    }

    /** Ends all waits for it, those of other units and of calls that need it too. */
    private void unwanted(OwnTask entry) {
        if (entry.wish != OwnTask.Wish.LEAVE && !entry.isFinal()) {
            entry.wish = OwnTask.Wish.LEAVE;
            machine.out.unwanted(entry.id);
            moved(entry);
        }
    }

    /** Those that the code of a call has made. */
    void cancelAll(long now, Id parent, boolean force) {
        tasks.forEach(entry -> {
            if (parent.equals(entry.order.parent())) {
                cancel(now, entry, force);
            }
        });
    }

    void sayCancel(OwnTask entry) {
        Channel channel = entry.channel;
        if (channel != null && entry.isSent()) {
            machine.links.send(
                    channel.worker, new ReplyMessage.Cancel(entry.id, channel.mailbox, entry.number, entry.force));
        }
    }

    boolean isCancelling(OwnTask entry) {
        return cancelling.contains(entry);
    }

    /** A word to cancel may have overtaken the call, or been lost with a link. */
    void cancelAgain(long now) {
        if (!cancelling.isEmpty() && now - cancelledNanos >= CANCEL_AGAIN_NANOS) {
            cancelledNanos = now;
            List.copyOf(cancelling).forEach(entry -> {
                sayCancel(entry);
                if (now - entry.cancelledNanos >= SILENT_NANOS) {
                    unwanted(entry); // its worker does not answer
                }
            });
        }
    }

    // ---- the end

    void forgetIfDone(OwnTask entry) {
        if (!entry.isSettled() || entry.reachable || entry.openDependents > 0 || entry.use == OwnTask.Use.FETCHED) {
            return;
        }
        entry.registeredTo = machine.holdings.firstUnregistered(entry.pinned, entry.registeredTo);
        if (entry.registeredTo < entry.pinned.size()) {
            unregistered.add(entry);
            return;
        }
        if (entry.equals(tasks.get(entry.id.number()))) { // not so for what stands for an attempt that was given up
            tasks.remove(entry.id.number());
        }
        machine.repeats.forget(entry);
        entry.reachable = true; // so that this happens once
        if (entry.heldAt != 0) {
            releases.release(entry.heldAt, entry.id);
        }
        machine.holdings.unpin(entry.pinned);
    }

    /** How many wait for proxies to be registered. */
    int unregistered() {
        return unregistered.size();
    }

    /** More proxies are registered than before. */
    void registered() {
        if (!unregistered.isEmpty()) {
            List<OwnTask> again = new ArrayList<>(unregistered);
            unregistered.clear();
            again.forEach(this::forgetIfDone);
        }
    }

    void connected(long unit) {
        for (OwnTask entry : fetching) {
            if (entry.heldAt == unit) {
                ask(entry);
            }
        }
        releases.connected(unit);
    }

    void lost(long unit) {
        releases.lost(unit);
        List<OwnTask> kept = new ArrayList<>();
        tasks.forEach(entry -> {
            entry.askers = entry.askers.isEmpty()
                    ? entry.askers
                    : new ArrayList<>(entry.askers.stream()
                            .filter(asker -> asker.unit() != unit)
                            .toList());
            if (entry.heldAt == unit) {
                kept.add(entry);
            }
        });
        for (OwnTask entry : kept) {
            entry.heldAt = 0;
            if (entry.use == OwnTask.Use.FETCHED && isLost(entry)) {
                fetched(entry, new Outcome.Failed(lostResult(entry)));
            }
            moved(entry);
        }
    }

    /** Its user is told so, where it waits; of what its mailbox says later only that it is over matters. */
    void giveUp(OwnTask entry, String reason) {
        if (!entry.isOver()) {
            String what = "task=" + entry.id + (entry.isCancelled() ? " was cancelled, and" : "") + mayHaveRun(entry);
            Failure.Kind kind = entry.isCancelled() ? Failure.Kind.CANCELLED : Failure.Kind.WORKER_LOST;
            concludeAny(entry, Outcome.failed(kind, what + reason), entry.isRepeating());
            entry.wish = OwnTask.Wish.GIVE_UP;
        }
        machine.endsForBarriers(entry);
    }

    private static String mayHaveRun(OwnTask entry) {
        if (!entry.isSent()) {
            return entry.isDrop()
                    ? " was not sent, and ends its tessera once that can be reached: "
                    : " was not sent: ";
        }
        return switch (entry.kind) {
            case CALL, STATELESS -> " may have run or not: ";
            case CREATE -> " may have made its tessera or not, which is ended once it can be reached: ";
            case DROP, KILL -> " may have ended its tessera or not, which is ended once it can be reached: ";
        };
    }

    /** Units that are asked for a value, and to which there is no link. */
    void unreached(Set<Long> units) {
        for (OwnTask entry : fetching) {
            if (entry.heldAt != 0 && !machine.links.isUp(entry.heldAt)) {
                units.add(entry.heldAt);
            }
        }
    }

    /** Values that are asked of that unit, which cannot be reached, are not waited for any longer; they are still there. */
    void giveUpFetches(long unit, String reason) {
        for (OwnTask entry : List.copyOf(fetching)) {
            if (entry.heldAt == unit) {
                fetched(
                        entry,
                        Outcome.failed(
                                Failure.Kind.RESULT_LOST,
                                "the result of task=" + entry.id + " is where nobody can get it from now: " + reason));
            }
        }
    }

    void expire(long now) {
        for (OwnTask next = deadlines.first(); next != null && next.deadlineNanos <= now; next = deadlines.first()) {
            deadlines.remove(next);
            if (!next.isFinal() && !next.isUnwanted()) { // else nobody waits for it any more
                conclude(
                        next,
                        Outcome.failed(
                                Failure.Kind.TIMED_OUT,
                                "task=" + next.id + " was not done after timeoutNanos=" + next.order.timeoutNanos()));
                sayCancel(next); // so that its code is interrupted, and lets go of its worker
                if (next.channel != null) {
                    machine.channels.pump(now, next.channel);
                }
            }
        }
    }

    TaskView view(OwnTask entry) {
        long worker = entry.channel == null ? 0 : entry.channel.worker;
        return new TaskView(
                entry.isSent(), entry.state == OwnTask.State.STARTED, worker, entry.outcome, waitingFor(entry));
    }

    private String waitingFor(OwnTask entry) {
        if (entry.isFinal()) {
            return "";
        }
        for (Dependency dependency : entry.order.dependencies()) {
            OwnTask needed = get(dependency.task());
            if (needed != null && !needed.isFinal()) {
                return "task=" + needed.id;
            }
        }
        Channel channel = entry.channel;
        if (channel == null) {
            return "a worker";
        }
        if (channel.worker == 0) {
            return channel.placingReason.isEmpty() ? "a place" : channel.placingReason;
        }
        String next = channel.isSeeking() ? "the next life of tessera=" + channel.mailbox : "an earlier call";
        return entry.isSent() ? "mailbox=" + channel.mailbox : next;
    }
}
