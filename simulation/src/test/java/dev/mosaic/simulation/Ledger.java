package dev.mosaic.simulation;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.unit.calls.Dependency;
import dev.mosaic.unit.mailbox.Run;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sees every call, start and end in the whole cluster, and holds them against the rules. */
final class Ledger {
    /** A task as the program made it. */
    private static final class Entry {
        final Id id;
        final Id tessera;
        final List<Dependency> needs;
        final long timeoutNanos;
        final boolean peek;
        final long order;
        final Set<Integer> attempts = new LinkedHashSet<>();

        @Nullable Run running;

        boolean promised;
        boolean started;
        boolean returned;
        boolean over;
        boolean drop;
        boolean creation;

        /** The life in which it ran last. */
        long incarnation;

        /** Where it runs, or ran last. */
        @Nullable UnitProcess host;

        /** When it was known how it ended; the end of time before. */
        long endNanos = Long.MAX_VALUE;

        @Nullable Id blockedOn;

        @Nullable Outcome outcome;

        Entry(Id id, Id tessera, List<Dependency> needs, long timeoutNanos, boolean peek, long order) {
            this.id = id;
            this.tessera = tessera;
            this.needs = needs;
            this.timeoutNanos = timeoutNanos;
            this.peek = peek;
            this.order = order;
        }

        boolean holdsTurn() {
            return running != null && !promised && !peek;
        }
    }

    /** A tessera as the program made it. */
    private static final class Life {
        final int concurrency;
        final LifeTerms terms;

        /** Empty for none. */
        final String name;

        /** Where it lives, and which life that is. */
        long home;

        long incarnation = 1;
        boolean over;

        /** Its constructor has failed: it was never there. */
        boolean isStillborn;

        /** By a word that is on its way, or was lost. */
        boolean killed;

        /** Its worker has said that nobody calls it. */
        boolean rests;

        /** Of callers, in this life. */
        final Map<Long, Long> lastStarted = new HashMap<>();

        /** The worker in which it began to live again though a monitor held that for dead; 0 for none. */
        long cutOff;

        /** Calls of which their callers have heard that they are done. */
        final Set<Id> acknowledged = new LinkedHashSet<>();

        Life(int concurrency, LifeTerms terms, String name) {
            this.concurrency = concurrency;
            this.terms = terms;
            this.name = name;
        }
    }

    private final World world;
    private final int most;
    private final Map<Id, Entry> entries = new LinkedHashMap<>();
    private final Map<Id, Id> makers = new HashMap<>();
    private final Map<Id, Life> lives = new HashMap<>();
    private final Set<Entry> active = new LinkedHashSet<>();
    private final Set<Id> deadlocked = new LinkedHashSet<>();
    private final Map<Failure.Kind, Integer> failures = new HashMap<>();
    private long order;
    private int returned;
    private int raised;
    private int rested;
    private int cancels;
    private int kills;
    private int finds;
    private int hits;
    private int namesRefused;
    private int namesLost;
    private boolean hasRings;

    Ledger(World world, int most) {
        this.world = world;
        this.most = most;
    }

    boolean mayMakeMore() {
        return entries.size() < most;
    }

    boolean isOver(Id tessera) {
        Life life = lives.get(tessera);
        return life == null || life.over;
    }

    String summary() {
        return "tasks=" + entries.size() + ", returned=" + returned + ", failures=" + failures + ", cancels=" + cancels
                + ", kills=" + kills + ", deadlocks=" + deadlocked.size() + ", raised=" + raised
                + ", woken=" + rested
                + (world.hasNames
                        ? ", finds=" + finds + ", found=" + hits + ", namesRefused=" + namesRefused + ", namesLost="
                                + namesLost
                        : "");
    }

    int deadlocks() {
        return deadlocked.size();
    }

    // ---- what programs do

    void created(
            UnitProcess unit,
            Id task,
            Id tessera,
            List<Dependency> needs,
            int concurrency,
            LifeTerms terms,
            String name) {
        lives.put(tessera, new Life(concurrency, terms, name));
        called(unit, task, tessera, needs, 0, false);
        entry(task).creation = true;
    }

    void called(UnitProcess unit, Id task, Id tessera, List<Dependency> needs, long timeoutNanos, boolean peek) {
        world.trace.say(unit.uid(), () -> "calls " + task + " in " + tessera + " needs " + needs);
        entries.put(task, new Entry(task, tessera, needs, timeoutNanos, peek, order++));
    }

    void dropped(UnitProcess unit, Id task, Id tessera) {
        called(unit, task, tessera, List.of(), 0, false);
        entry(task).drop = true;
    }

    /** Code of that tessera, or of the pool, makes the task. */
    void made(Id task, Id tessera) {
        makers.put(task, tessera);
    }

    /** Its caller holds what it passed to it until it is killed, and no longer, though the code there may just have called that. */
    private boolean isOfKilled(Id task) {
        Life maker = lives.get(makers.getOrDefault(task, Id.pool(0)));
        return maker != null && maker.killed;
    }

    void killed(Id tessera) {
        world.trace.say("program", () -> "kills " + tessera);
        life(tessera).killed = true;
        kills++;
    }

    /** Where it lives is told that another one has its name by now: it ends there, with what it has asked for. */
    void nameLost(UnitProcess unit, Id tessera) {
        Life life = life(tessera);
        if (life.home == unit.instance()) {
            life.killed = true;
            namesLost++;
        }
    }

    void cancelled(Id task) {
        world.trace.say("program", () -> "cancels " + task);
        cancels++;
    }

    /** The monitor was asked for a name. */
    void found(String name, ClusterMessage.@Nullable Named named) {
        finds++;
        if (named != null) {
            Life life = life(named.tessera());
            check(life.name.equals(name), () -> "name=" + name + " is that of another one: " + named);
            hits++;
        }
    }

    // ---- what workers do

    void started(UnitProcess unit, Run run) {
        Entry entry = entry(run.task());
        int attempt = run.item() instanceof StreamMessage.Call call ? call.attempt() : 0;
        boolean isAgain =
                run.item() instanceof StreamMessage.Create && run.tessera().hasLives();
        check(entry.attempts.add(attempt) || isAgain, () -> "task=" + run.task() + " ran twice in attempt=" + attempt);
        check(run.caller() == run.task().origin(), () -> "task=" + run.task() + " runs for caller=" + run.caller());
        check(!unit.knowsDead(run.caller()), () -> "task=" + run.task() + " runs for a dead caller at " + unit);
        check(
                !isCancelled(entry) || world.verdicts.contains(unit.instance()),
                () -> "task=" + run.task() + " ran after it was cancelled");
        entry.running = run;
        entry.host = unit;
        entry.started = true;
        entry.promised = false;
        entry.over = false; // it may have run before, and its outcome was lost
        active.add(entry);
        for (Dependency need : entry.needs) {
            if (need.isEntry()) {
                continue;
            }
            Entry needed = entry(need.task());
            check(needed.returned || needed.drop, () -> "task=" + run.task() + " ran before its need=" + need);
        }
        if (!run.tessera().isPool()) {
            inTessera(unit, run, entry);
        } else {
            check(run.tessera().origin() == unit.instance(), () -> "task=" + run.task() + " is in the wrong pool");
        }
        permits(unit);
    }

    /** So said its worker: where that was not reached, the call may have come there, and begin. */
    private static boolean isCancelled(Entry entry) {
        return entry.outcome instanceof Outcome.Failed failed
                && failed.failure().kind() == Failure.Kind.CANCELLED
                && !failed.failure().what().contains("may have run or not");
    }

    private void inTessera(UnitProcess unit, Run run, Entry entry) {
        Life life = life(run.tessera());
        boolean isCutOff = run.tessera().hasLives() && world.verdicts.contains(unit.instance());
        if (run.item() instanceof StreamMessage.Create && run.tessera().hasLives() && isGone(life.home)) {
            life.over &= wasEndTold(run.tessera()); // else it ended with its worker, and nobody heard of that
        }
        check(isCutOff || !life.over, () -> "task=" + run.task() + " ran after the end of tessera=" + run.tessera());
        if (run.item() instanceof StreamMessage.Create && !isCutOff) {
            boolean isAgain = run.tessera().hasLives() && isGone(life.home);
            check(life.home == 0 || isAgain, () -> "tessera=" + run.tessera() + " was made twice");
            life.home = unit.instance();
            life.lastStarted.clear();
            if (!world.verdicts.contains(unit.instance())) {
                hasNameAlone(run.tessera(), life);
            }
        }
        check(isCutOff || life.home == unit.instance(), () -> "task=" + run.task() + " ran in the wrong incarnation");
        // A life that began in a worker held for dead has its effects for itself until they are kept.
        boolean isItsLife = life.home == unit.instance() && life.cutOff != unit.instance();
        entry.incarnation = isItsLife ? life.incarnation : 0;
        if (!entry.peek && life.home == unit.instance()) {
            Long last = life.lastStarted.put(run.caller(), entry.order);
            check(last == null || last < entry.order, () -> "task=" + run.task() + " overtook a call of its caller");
        }
        long turns = active.stream()
                .filter(other -> other.holdsTurn() && other.tessera.equals(entry.tessera) && isIn(other, unit))
                .count();
        check(turns <= life.concurrency, () -> "tessera=" + run.tessera() + " runs " + turns + " calls at once");
    }

    private boolean wasEndTold(Id tessera) {
        return entries.values().stream()
                .anyMatch(entry -> entry.drop
                        && entry.tessera.equals(tessera)
                        && entry.outcome instanceof Outcome.Returned
                        && !isGone(entry.id.origin()));
    }

    private void hasNameAlone(Id tessera, Life life) {
        if (!life.name.isEmpty()) {
            lives.forEach((other, each) -> check(
                    each.equals(life)
                            || !each.name.equals(life.name)
                            || each.over
                            || each.isStillborn
                            || each.home == 0
                            || isGone(each.home)
                            || world.drained.contains(each.home)
                            || world.hadOtherMonitors(),
                    () -> "tessera=" + tessera + " has name=" + life.name + ", and so has tessera=" + other));
        }
    }

    private boolean isGone(long instance) {
        return !world.isLiving(instance) || world.verdicts.contains(instance);
    }

    /** Another life begins, with those calls in its state. */
    void raised(UnitProcess unit, Run run, Set<Id> state) {
        Life life = life(run.tessera());
        raised++;
        boolean hasRested = life.rests;
        boolean wasMoved = world.drained.contains(life.home) || hasRested;
        boolean isKept = life.terms.isEveryCall()
                || (wasMoved && !isGone(life.home) && life.terms.snapshots())
                || (hasRested && life.terms.snapshots());
        if (isGone(unit.instance())) {
            life.cutOff = unit.instance();
            if (!isKept) {
                life.acknowledged.clear(); // a home that has not heard that it is gone may keep what this life says
            }
            return;
        }
        rested += hasRested ? 1 : 0;
        check(
                life.home == 0 || isGone(life.home) || wasMoved || life.home == unit.instance(),
                () -> "tessera=" + run.tessera() + " lives twice");
        boolean isDurable = life.terms.durable() && world.homesReturn;
        boolean hasOutlived = !world.shelf.homesWereLost() || isDurable;
        if (isKept && hasOutlived) {
            Set<Id> lost = new LinkedHashSet<>(life.acknowledged);
            lost.removeAll(state);
            check(lost.isEmpty(), () -> "tessera=" + run.tessera() + " lives again without the effects of " + lost);
        }
        life.home = unit.instance();
        life.rests = false;
        life.over = false; // it may have ended before, and nobody heard of that
        life.incarnation++;
        if (!life.terms.isEveryCall()) {
            life.acknowledged.clear(); // what was lost by then stays lost
        }
        life.lastStarted.clear();
    }

    /** A worker says so again until the home has answered, also when it lives elsewhere by then. */
    void rests(UnitProcess unit, Id tessera) {
        Life life = life(tessera);
        life.rests |= life.home == unit.instance();
    }

    private void permits(UnitProcess unit) {
        long used = active.stream()
                .filter(each -> each.holdsTurn() && each.blockedOn == null && isIn(each, unit))
                .filter(each -> each.tessera.isPool() || life(each.tessera).concurrency == 1)
                .count();
        int most = unit.member().permits() + UnitProcess.MOST_EXTRA;
        check(used <= most, () -> unit + " uses permits=" + used);
    }

    private static boolean isIn(Entry entry, UnitProcess unit) {
        Run run = entry.running;
        return run != null && unit.hasRun(run);
    }

    void argument(Run run, Need need, Payload value) {
        Entry needed = entry(need.task());
        if (need.wanted() && !needed.drop && !hasNoValue(needed)) {
            check(isTagged(need.task(), value), () -> "task=" + run.task() + " got a wrong value for " + need);
        }
    }

    /** What a constructor got is kept for the next life of its tessera. */
    void isKeptFor(Id tessera, Id inside) {
        hasRings |= tessera.hasLives() && inside.compareTo(tessera) >= 0;
    }

    /** Some tesserae may hold each other until their program ends. */
    boolean hasRings() {
        return hasRings;
    }

    /** False where the task runs again elsewhere, and the worker of this run was cut off. */
    private boolean isNewest(Run run) {
        return run.equals(entry(run.task()).running);
    }

    void promised(Run run) {
        if (isNewest(run)) {
            entry(run.task()).promised = true;
        }
    }

    void blocked(Run run, Id task) {
        world.trace.say("program", () -> "task=" + run.task() + " waits for " + task);
        if (isNewest(run)) {
            entry(run.task()).blockedOn = task;
        }
    }

    void resumed(UnitProcess unit, Run run) {
        world.trace.say(unit.uid(), () -> "task=" + run.task() + " goes on");
        if (isNewest(run)) {
            entry(run.task()).blockedOn = null;
        }
        permits(unit);
    }

    void finished(Run run, Outcome outcome) {
        Entry entry = entry(run.task());
        if (isNewest(run)) {
            entry.running = null;
            entry.over = true;
            entry.blockedOn = null;
            active.remove(entry);
        }
        entry.returned |= outcome instanceof Outcome.Returned && !run.isCancelled();
        if (entry.creation) {
            life(entry.tessera).isStillborn = !(outcome instanceof Outcome.Returned);
        }
    }

    void ended(UnitProcess unit, Id tessera) {
        Life life = life(tessera);
        if (tessera.hasLives() && (life.home != unit.instance() || world.verdicts.contains(unit.instance()))) {
            return; // a life that was cut off
        }
        life.killed |= world.longestCut > World.CUT && isConstructionOpen(tessera);
        check(!life.over || life.killed, () -> "tessera=" + tessera + " ended twice");
        check(
                life.killed
                        || active.stream()
                                .noneMatch(entry ->
                                        entry.tessera.equals(tessera) && entry.running != null && isIn(entry, unit)),
                () -> "tessera=" + tessera + " ended while a call ran");
        life.over = true;
    }

    /** Its worker gives up a construction whose outcome carries what it cannot hold for too long: it is killed then. */
    private boolean isConstructionOpen(Id tessera) {
        return entries.values().stream()
                .anyMatch(entry -> entry.creation && entry.tessera.equals(tessera) && entry.outcome == null);
    }

    /** All that ran in it is gone. */
    void died(UnitProcess unit) {
        active.removeIf(entry -> {
            boolean here = isIn(entry, unit);
            if (here) {
                entry.running = null;
                entry.blockedOn = null;
            }
            return here;
        });
        lives.values().forEach(life -> life.over |= life.home == unit.instance() && life.terms.isNone());
    }

    void deadlock(UnitProcess unit, Id task) {
        deadlocked.add(task);
        Id awaited = entry(task).blockedOn;
        // To others the calls of a unit under a verdict are over, though it may not have heard of it.
        if (awaited != null && !world.verdicts.contains(unit.instance())) {
            check(leadsTo(awaited, task, new LinkedHashSet<>()), () -> "task=" + task + " is on no cycle of waits");
        }
    }

    private boolean leadsTo(Id at, Id goal, Set<Id> seen) {
        if (at.equals(goal)) {
            return true;
        }
        if (at.equals(UnitProcess.NOBODY)) {
            return false;
        }
        Entry entry = entry(at);
        if (!seen.add(at) || entry.over || entry.promised) {
            return false;
        }
        if (entry.running != null) {
            return entry.blockedOn != null && leadsTo(entry.blockedOn, goal, seen);
        }
        for (Dependency need : entry.needs) {
            if (!need.isEntry() && leadsTo(need.task(), goal, seen)) {
                return true;
            }
        }
        for (Entry other : entries.values()) {
            boolean before = other.tessera.equals(entry.tessera)
                    && !entry.tessera.isPool()
                    && !other.over
                    && (other.running != null
                            || other.creation
                            || (other.order < entry.order && other.id.origin() == entry.id.origin()));
            if (before && leadsTo(other.id, goal, seen)) {
                return true;
            }
        }
        return false;
    }

    // ---- what callers hear

    void completed(UnitProcess unit, Id task, Outcome outcome) {
        Entry entry = entry(task);
        check(entry.outcome == null, () -> "task=" + task + " was completed twice");
        check(task.origin() == unit.instance(), () -> "task=" + task + " was completed at " + unit);
        entry.outcome = outcome;
        entry.endNanos = unit.now();
        if (entry.creation && wasGivenUp(outcome)) {
            life(entry.tessera).killed = true; // whatever runs there by then
            kills++;
        }
        if (entry.tessera.hasLives() && !entry.drop && !(outcome instanceof Outcome.Failed) && !entry.creation) {
            Life life = life(entry.tessera);
            if (life.terms.isEveryCall() || entry.incarnation == life.incarnation) {
                life.acknowledged.add(task);
            }
        }
        // A call whose time is over may still stand in its mailbox, and hold back others.
        entry.over =
                !(outcome instanceof Outcome.Failed failed) || failed.failure().kind() != Failure.Kind.TIMED_OUT;
        switch (outcome) {
            case Outcome.Returned value -> {
                returned++;
                entry.returned |= entry.drop;
                check(
                        entry.drop || hasNoValue(entry) || isTagged(task, value.value()),
                        () -> "task=" + task + " has a wrong value");
                check(entry.returned, () -> "task=" + task + " is done and never returned");
            }
            case Outcome.Held held -> {
                returned++;
                check(entry.returned, () -> "task=" + task + " is done and never returned");
            }
            case Outcome.Failed failed -> failed(entry, failed.failure());
        }
    }

    /** Its caller has waited for too long for a worker that it does not reach, and ends what was made there. */
    private static boolean wasGivenUp(Outcome outcome) {
        return outcome instanceof Outcome.Failed(Failure failure)
                && failure.kind() == Failure.Kind.WORKER_LOST
                && failure.what().contains("which is ended once it can be reached");
    }

    /** A construction gives nothing; what dice say of it is lost where its worker is, and the tessera lives on. */
    private static boolean hasNoValue(Entry entry) {
        return entry.creation && entry.tessera.hasLives();
    }

    void value(Id task, Outcome outcome) {
        switch (outcome) {
            case Outcome.Returned value ->
                check(
                        entry(task).drop || hasNoValue(entry(task)) || isTagged(task, value.value()),
                        () -> "task=" + task + " has a wrong value");
            case Outcome.Held held -> check(false, () -> "task=" + task + " has no value");
            case Outcome.Failed failed -> failed(entry(task), failed.failure());
        }
    }

    /** The error must be one that this world can cause. */
    private void failed(Entry entry, Failure failure) {
        Failure root = failure;
        while (root.cause() != null) {
            root = root.cause();
        }
        failures.merge(root.kind(), 1, Integer::sum);
        String what = root.what();
        boolean hadLosses = world.hadLosses(entry.id.origin());
        boolean right = switch (root.kind()) {
            case THROWN -> true;
            case TIMED_OUT -> true;
            // With the subtasks of what ended so, or whose time was over; or for who asked its worker, which its caller
            // had
            // not reached for too long.
            case CANCELLED ->
                cancels > 0
                        || failures.containsKey(Failure.Kind.TIMED_OUT)
                        || kills > 0
                        || namesLost > 0
                        || (world.longestCut > World.CUT && what.contains("was given up by its caller"));
            case DEADLOCK -> !deadlocked.isEmpty();
            case WORKER_LOST ->
                isCutOff(what) || wasNotRaised(what) || (hadLosses && !what.contains("without what it was made of"));
            case RESULT_LOST -> isCutOff(what) || (hadLosses && what.contains("was lost"));
            case STOPPED ->
                what.contains("dropped")
                        || (kills > 0 && what.contains("was killed"))
                        || (hadLosses && (what.contains("with its creator") || what.contains("never came")))
                        || what.contains("never came")
                        || (hasLives() && hadLosses && what.contains("held by nobody"))
                        // The home does not wait for ever to tell a worker what is inside of an entry.
                        || (world.longestCut > World.CUT && !world.shelf.isEmpty() && what.contains("held by nobody"))
                        || (isOfKilled(entry.id) && what.contains("held by nobody"))
                        || world.shelf.letGo(what);
            case OBJECT_LOST ->
                isCutOff(what)
                        || world.shelf.lackedHome(root)
                        || world.shelf.hadReasons()
                        || ((world.hasBucket || world.hasDiskErrors) && what.contains("cannot be read now"));
            case TOO_LARGE, STORE_FULL -> !world.shelf.isEmpty() || hasLives();
            case DURABILITY_UNAVAILABLE ->
                !world.shelf.isEmpty() || (hasLives() && (hadLosses || world.hasBucket || wasNotKept(what)));
            case WORKER_DRAINED -> !world.drained.isEmpty();
            case NAME -> isTaken(what);
            case CONSTRUCTOR -> wasNotKept(what);
            case PLACEMENT -> world.hasNodes && hadLosses;
            case ARGUMENT, OVERLOADED, CAPTURE, MOVED -> false;
        };
        check(right, () -> "task=" + entry.id + " failed for a wrong reason: " + failure);
        boolean timeoutOfItsOwn =
                failure.kind() == Failure.Kind.TIMED_OUT && failure.what().contains("was not done after");
        check(!timeoutOfItsOwn || entry.timeoutNanos > 0, () -> "task=" + entry.id + " has no timeout: " + failure);
    }

    /** Short cuts, one after the other, kept the home from answering, or from holding what is inside, for longer than a worker waits. */
    private boolean wasNotKept(String what) {
        return !world.calm && what.contains("no warehouse is there to keep");
    }

    /** Only the way from here to there was cut, for longer than callers wait. */
    private boolean isCutOff(String what) {
        return world.longestCut > World.CUT && what.contains(" has not reached ");
    }

    /** Short cuts, one after the other, kept the home from the worker where the next life is to begin for longer than it waits. */
    private boolean wasNotRaised(String what) {
        return world.longestWithoutWorker >= World.STORE_WAIT && what.contains(" is to begin again in ");
    }

    /** Another tessera was made, or was to be, with the name that is said. */
    private boolean isTaken(String what) {
        long same = lives.values().stream()
                .filter(life -> !life.name.isEmpty() && what.startsWith("name=" + life.name + " is taken by "))
                .count();
        namesRefused += same > 1 ? 1 : 0;
        return same > 1;
    }

    private boolean hasLives() {
        return lives.values().stream().anyMatch(life -> !life.terms.isNone());
    }

    // ---- rooms

    /** Where the tessera lives; null where it does not, or where that does not count. */
    @Nullable UnitProcess home(Id tessera) {
        Life life = lives.get(tessera);
        boolean isThere = life != null && !life.over && !life.isStillborn && !life.rests;
        return isThere ? world.unit(life.home) : null;
    }

    /** Where the task runs now. */
    @Nullable UnitProcess host(Id task) {
        Entry entry = entries.get(task);
        UnitProcess host = entry == null || entry.running == null ? null : entry.host;
        return host == null ? null : world.unit(host.instance());
    }

    // ---- barriers

    /** Who made it knows how it ended, and its code runs no more, unless its end was told before that of its code. */
    boolean hasEnded(Id task) {
        Entry entry = entry(task);
        if (entry.outcome == null) {
            return false;
        }
        boolean wasKilled = !entry.tessera.isPool() && life(entry.tessera).killed;
        boolean isCutShort = wasKilled
                || (entry.outcome instanceof Outcome.Failed(Failure failure)
                        && (failure.kind() == Failure.Kind.STOPPED || failure.kind() == Failure.Kind.WORKER_LOST));
        UnitProcess host = entry.host;
        boolean isCutOff = host == null || isGone(host.instance());
        return entry.running == null || isCutShort || isCutOff;
    }

    /** The others of its tessera that had not ended by then; none for a stateless task. */
    List<Id> besides(Id task, long nanos) {
        Id tessera = entry(task).tessera;
        if (tessera.isPool()) {
            return List.of();
        }
        return entries.values().stream()
                .filter(entry -> entry.tessera.equals(tessera) && entry.endNanos >= nanos)
                .map(entry -> entry.id)
                .toList();
    }

    // ---- at the end

    /** True where a unit that lives still waits for a task of its own. */
    boolean isAwaited() {
        return entries.values().stream().anyMatch(this::isAwaited);
    }

    private boolean isAwaited(Entry entry) {
        return entry.outcome == null && world.isLiving(entry.id.origin());
    }

    void end() {
        for (Entry entry : entries.values()) {
            check(
                    !isAwaited(entry),
                    () -> "task=" + entry.id + " in tessera=" + entry.tessera + " never ended, started=" + entry.started
                            + ", blockedOn=" + entry.blockedOn);
        }
        check(active.isEmpty(), () -> "runs are under way at the end");
    }

    private Entry entry(Id task) {
        Entry entry = entries.get(task);
        if (entry == null) {
            throw new AssertionError("nobody made task=" + task);
        }
        return entry;
    }

    private Life life(Id tessera) {
        Life life = lives.get(tessera);
        if (life == null) {
            throw new AssertionError("nobody made tessera=" + tessera);
        }
        return life;
    }

    private static boolean isTagged(Id task, Payload value) {
        byte[] bytes = value.inline();
        if (bytes.length < 17) {
            return false;
        }
        ByteBuffer tag = ByteBuffer.wrap(bytes, 1, 16);
        return tag.getLong() == task.origin() && tag.getLong() == task.number();
    }

    private static void check(boolean holds, java.util.function.Supplier<String> otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise.get());
        }
    }
}
