package dev.mosaic.simulation;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Claim;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.unit.calls.Birth;
import dev.mosaic.unit.calls.Dependency;
import dev.mosaic.unit.calls.Order;
import dev.mosaic.unit.calls.TaskView;
import dev.mosaic.unit.mailbox.Run;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A thread of user code that does what the dice say: the main of a head, or one call in a worker. It creates, calls, chains,
 * waits, passes proxies on and lets go.
 */
final class Actor {
    private static final int DEEPEST = 3;

    /** As method: a stateless task. */
    private static final int POOLED = 2;

    /** Refs of one actor. */
    private static final int MANY = 10;

    private final UnitProcess unit;
    private final Schedule dice;
    private final @Nullable Run run;
    private final int depth;
    private final List<Carried> handles = new ArrayList<>();
    private final List<Id> tasks = new ArrayList<>();
    private int steps;
    private @Nullable Id awaited;
    private long waitNumber;
    private @Nullable Failure thrown;
    private boolean promised;

    /** The barrier that it waits at; 0 for none. */
    private long barrier;

    /** The kernel was told that it waits. */
    private boolean blocked;

    private boolean over;

    /** It has put many entries, where the world is for that. */
    private boolean isWide;

    /** The main of a head. */
    Actor(UnitProcess unit, int steps) {
        this.unit = unit;
        this.dice = unit.world.schedule;
        this.run = null;
        this.depth = 0;
        this.steps = steps;
    }

    /** A call. */
    Actor(UnitProcess unit, Run run) {
        this.unit = unit;
        this.dice = unit.world.schedule;
        this.run = run;
        this.depth = run.arguments().inline()[0];
        boolean peek = run.item() instanceof StreamMessage.Call call && call.peek();
        this.steps = peek || dice.chance(60) ? 0 : dice.below(6);
    }

    /** It has ended, or its process has. */
    boolean isOver() {
        return over || !unit.isAlive();
    }

    void begin() {
        if (run != null) {
            handles.addAll(unit.decode(run.arguments()));
            List<Need> needs = run.item().needs();
            for (int i = 0; i < needs.size(); i++) {
                if (needs.get(i).isEntry()) {
                    unit.world.shelf.isRight(unit, needs.get(i).task(), run.value(i));
                } else {
                    unit.world.ledger.argument(run, needs.get(i), run.value(i));
                }
                if (run.item() instanceof StreamMessage.Create) {
                    run.value(i).carried().forEach(each -> unit.world.ledger.isKeptFor(run.tessera(), each.tessera()));
                }
                handles.addAll(unit.decode(run.value(i)));
            }
            boolean call = run.item() instanceof StreamMessage.Call;
            if (call && !((StreamMessage.Call) run.item()).peek() && dice.chance(5)) {
                promised = true;
                unit.world.ledger.promised(run);
                unit.kernel.promised(unit.now(), run);
            }
        }
        step();
    }

    private void step() {
        if (unit.world.manyRefs > 0 && run == null && !isWide) {
            isWide = true;
            unit.librarian.putMany(unit.world.manyRefs, refs -> {
                handles.addAll(refs);
                goOnSoon();
            });
            return;
        }
        if (steps-- <= 0 || thrown != null) {
            end();
            return;
        }
        boolean more = depth < DEEPEST && unit.world.ledger.mayMakeMore();
        if (dice.chance(unit.world.bookishness) && usesWarehouse()) {
            return;
        }
        if (unit.world.hasNames && dice.chance(10)) {
            find();
            return;
        }
        if (unit.world.barriers.mayWait() && dice.chance(run == null ? 8 : 4)) {
            awaitBarrier();
            return;
        }
        if (run == null && unit.world.rooms.mayReserve() && dice.chance(10)) {
            reserve();
            return;
        }
        int die = dice.below(100);
        if (more && (die < 12 || (handles.isEmpty() && die < 50))) {
            create();
        } else if (more && die < 50 && !reachable().isEmpty()) {
            call();
        } else if (more && die < 65) {
            submit();
        } else if (die < 80 && !tasks.isEmpty() && !promised) {
            await(any(tasks), dice.chance(50));
            return;
        } else if (die < 85 && !tasks.isEmpty()) {
            forget(tasks.remove(dice.below(tasks.size())));
        } else if (die < 90 && handles.size() > 1) {
            unit.lost(handles.remove(dice.below(handles.size())).tessera());
        } else if (die < 95 && die >= 92 && !tasks.isEmpty()) {
            Id task = any(tasks);
            unit.world.ledger.cancelled(task);
            unit.kernel.cancel(unit.now(), task, dice.chance(10) && !unit.world.gentle);
        } else if (die < 92 && handles.stream().anyMatch(each -> !unit.world.shelf.isRef(each.tessera()))) {
            Id task = made();
            Id tessera = any(handles.stream()
                            .filter(each -> !unit.world.shelf.isRef(each.tessera()))
                            .toList())
                    .tessera();
            unit.world.ledger.dropped(unit, task, tessera);
            if (dice.chance(30) && !unit.world.gentle) {
                unit.world.ledger.killed(tessera);
                unit.kernel.kill(unit.now(), task, tessera);
            } else {
                unit.kernel.drop(unit.now(), task, tessera);
            }
        }
        unit.later(dice.between(0, (dice.chance(10) ? 500 : 20) * Schedule.MILLI), this::step);
    }

    /** True where it waits for the warehouse now, and goes on later. */
    private boolean usesWarehouse() {
        List<Carried> refs = refs();
        if (refs.isEmpty() || dice.chance(30)) {
            List<Carried> inside = new ArrayList<>();
            while (!handles.isEmpty() && inside.size() < 3 && dice.chance(40)) {
                inside.add(any(handles));
            }
            return unit.world.shelf.mayPutMore()
                    && unit.librarian.put(inside, ref -> {
                        if (ref != null) {
                            handles.add(ref);
                        }
                        goOnSoon();
                    });
        }
        if (dice.chance(10) && refs.size() < MANY) {
            unit.librarian.drop(any(refs).tessera());
            return false;
        }
        List<Id> wanted = new ArrayList<>();
        do {
            wanted.add(any(refs).tessera());
        } while (wanted.size() < 3 && dice.chance(30));
        unit.librarian.read(wanted, inside -> {
            handles.addAll(inside);
            goOnSoon();
        });
        return true;
    }

    private void find() {
        unit.find(Janitor.name(dice), named -> {
            if (named != null && !over) {
                unit.gained(named.tessera(), named.worker());
                handles.add(new Carried(named.tessera(), named.worker()));
            }
            goOnSoon();
        });
    }

    private void goOnSoon() {
        unit.later(dice.between(0, 20 * Schedule.MILLI), this::step);
    }

    private void reserve() {
        Id id = unit.kernel.nextId();
        unit.kernel.book(unit.now(), unit.world.rooms.book(unit, id, dice.chance(30)));
        awaitRoom(id);
    }

    private void awaitRoom(Id id) {
        if (unit.world.rooms.isOpen(id) && !unit.world.rooms.isHeld(id)) {
            unit.later(20 * Schedule.MILLI, () -> awaitRoom(id));
            return;
        }
        unit.later(dice.between(0, 500 * Schedule.MILLI), () -> {
            unit.world.rooms.end(id);
            unit.kernel.unbook(unit.now(), id);
        });
        goOnSoon();
    }

    private void create() {
        Id task = made();
        LifeTerms terms = dice.chance(unit.world.longevity) ? terms() : LifeTerms.NONE;
        Id tessera =
                terms.isNone() ? unit.kernel.nextId() : unit.kernel.nextId().withLives();
        List<Dependency> needs = needs();
        Payload arguments = arguments(needs);
        if (!terms.isNone()) {
            // They are kept for its next life, so it holds what is inside: in one direction only, as in its object.
            needs = needs.stream()
                    .filter(need -> !need.isEntry() || !isLater(need.task(), tessera))
                    .toList();
            arguments = new Payload(
                    arguments.inline(),
                    List.of(),
                    arguments.carried().stream()
                            .filter(each -> !isLater(each.tessera(), tessera))
                            .toList());
        }
        String name = unit.world.hasNames && dice.chance(30) ? Janitor.name(dice) : "";
        int concurrency = unit.world.relaxed && dice.chance(30) ? 2 : 1;
        unit.world.ledger.created(unit, task, tessera, needs, concurrency, terms, name);
        Claim claim = unit.world.rooms.ofTessera(tessera, dice);
        Birth birth = new Birth("Solver", 7, 0, concurrency, name, 0, claim, needs, arguments, terms);
        if (unit.world.hasBarriers) {
            unit.kernel.create(unit.now(), task, tessera, birth, run == null ? null : run.task(), era());
        } else {
            unit.kernel.create(unit.now(), task, tessera, birth, null, Order.NO_ERA);
        }
        unit.made(tessera);
        handles.add(new Carried(tessera, 0));
    }

    private static boolean isLater(Id id, Id tessera) {
        return id.compareTo(tessera) >= 0;
    }

    private LifeTerms terms() {
        // A store that stays full, or is too small, would be asked for its arguments forever.
        int many = unit.world.hasLittleDisk || unit.world.hasDiskErrors || unit.world.bookishness > 0
                ? 20
                : LifeTerms.UNLIMITED;
        int restarts = new int[] {many, many, 1, 3}[dice.below(4)];
        LifeTerms terms = lifeTerms(restarts);
        if (dice.chance(unit.world.sleepiness)) {
            terms = terms.passiveAfter(dice.between(Schedule.MILLI, 500 * Schedule.MILLI));
        }
        return terms.durable(dice.chance(unit.world.durability) && !terms.isNone());
    }

    private LifeTerms lifeTerms(int restarts) {
        return switch (dice.below(4)) {
            case 0 -> new LifeTerms(restarts, false, LifeTerms.ON_DRAIN);
            case 1 -> new LifeTerms(restarts, true, dice.between(Schedule.MILLI, 300 * Schedule.MILLI));
            case 2 -> new LifeTerms(dice.chance(50) ? 0 : restarts, true, LifeTerms.ON_DRAIN);
            default -> new LifeTerms(restarts, true, 0);
        };
    }

    /** What it holds itself, and what its object has in its fields. */
    private List<Carried> reachable() {
        List<Carried> all = new ArrayList<>(handles);
        if (run != null) {
            all.addAll(unit.fields(run.tessera()));
        }
        all.removeIf(each -> unit.world.shelf.isRef(each.tessera()));
        return all;
    }

    private void call() {
        Id tessera = any(reachable()).tessera();
        Id task = made();
        List<Dependency> needs = needs();
        boolean peek = needs.isEmpty() && dice.chance(5);
        long timeout = dice.chance(5) ? dice.between(Schedule.MILLI, 500 * Schedule.MILLI) : 0;
        unit.world.ledger.called(unit, task, tessera, needs, timeout, peek);
        unit.kernel.call(
                unit.now(),
                task,
                tessera,
                order(task, 1, peek, timeout, tessera.hasLives() && dice.chance(30) ? 2 : 0, needs));
    }

    private Order order(Id task, int method, boolean peek, long timeout, int retries, List<Dependency> needs) {
        Id parent = run == null ? null : run.task();
        // Another attempt of a call that failed has its turn after later calls; of one that was lost with its worker,
        // before.
        boolean retriable = dice.chance(20) && (method == POOLED || retries == 0);
        Payload arguments = arguments(needs);
        boolean isNear = dice.chance(20);
        long worker = method == POOLED && dice.chance(20) ? unit.someWorker() : 0;
        boolean mayClaim = method == POOLED && run == null && !isNear && worker == 0;
        return new Order(
                method,
                peek,
                timeout,
                retries,
                needs,
                arguments,
                parent,
                retriable ? failure -> true : Order.NEVER,
                isNear,
                worker,
                false,
                mayClaim ? unit.world.rooms.ofTask(task, dice) : Claim.NONE,
                era());
    }

    private void submit() {
        Id task = made();
        List<Dependency> needs = needs();
        long timeout = dice.chance(5) ? dice.between(Schedule.MILLI, 500 * Schedule.MILLI) : 0;
        unit.world.ledger.called(unit, task, Id.pool(0), needs, timeout, false);
        unit.kernel.submit(unit.now(), task, order(task, POOLED, false, timeout, 3, needs));
    }

    private Id made() {
        Id task = unit.kernel.nextId();
        tasks.add(task);
        unit.world.barriers.made(unit, task, run == null ? null : run.task());
        if (run != null) {
            unit.world.ledger.made(task, run.tessera());
        }
        return task;
    }

    /** Of what it makes. */
    private int era() {
        return run == null ? Order.NO_ERA : run.era();
    }

    private List<Dependency> needs() {
        List<Dependency> needs = new ArrayList<>();
        // The task being made is the last of the list.
        while (tasks.size() > 1 && needs.size() < 3 && dice.chance(35)) {
            needs.add(new Dependency(tasks.get(dice.below(tasks.size() - 1)), dice.chance(70)));
        }
        List<Carried> refs = refs();
        if (refs.size() >= MANY && dice.chance(20)) {
            refs.stream().map(Carried::tessera).distinct().forEach(ref -> {
                unit.world.shelf.asked(ref);
                needs.add(Dependency.entry(ref));
            });
            return needs;
        }
        while (!refs.isEmpty() && needs.size() < 3 && dice.chance(25)) {
            Id ref = any(refs).tessera();
            unit.world.shelf.asked(ref);
            needs.add(Dependency.entry(ref));
        }
        return needs;
    }

    /** With the refs that are needed, since they have to live until the call is done. */
    private Payload arguments(List<Dependency> needs) {
        byte[] bytes = new byte[dice.chance(15) ? 800 : 8];
        bytes[0] = (byte) (depth + 1);
        List<Carried> carried = new ArrayList<>();
        Map<Id, Carried> byId = new LinkedHashMap<>();
        handles.forEach(each -> byId.putIfAbsent(each.tessera(), each));
        for (Dependency need : needs) {
            Carried handle = need.isEntry() ? byId.get(need.task()) : null;
            if (handle != null) {
                carried.add(handle);
            }
        }
        if (!handles.isEmpty() && dice.chance(25)) {
            carried.add(any(handles));
        }
        return new Payload(bytes, List.of(), carried);
    }

    /** The refs it has, of the warehouse. */
    private List<Carried> refs() {
        return handles.stream()
                .filter(each -> unit.world.shelf.isRef(each.tessera()))
                .toList();
    }

    private <T> T any(List<T> list) {
        return list.get(dice.below(list.size()));
    }

    private void forget(Id task) {
        if (!tasks.contains(task)) {
            unit.kernel.forget(unit.now(), task);
        }
    }

    // ---- waiting

    private void await(Id task, boolean value) {
        TaskView view = unit.kernel.task(task);
        if (view == null) {
            throw new AssertionError("task=" + task + " was forgotten while the program could reach it");
        }
        boolean isFinal = view.outcome() != null;
        awaited = task;
        waitNumber++;
        if (value || !isFinal) {
            unit.awaits(this, task, value);
        }
        if (value) {
            unit.kernel.want(unit.now(), task);
        }
        if (run != null && !isFinal) {
            unit.world.ledger.blocked(run, task);
            blocked = true;
            unit.kernel.blocked(unit.now(), run, task);
        }
        if (!value && isFinal) {
            unit.later(0, this::goOn);
        } else if (run != null && (unit.world.relaxed || dice.chance(15))) {
            long number = waitNumber;
            unit.later(dice.between(50 * Schedule.MILLI, 2 * Schedule.SECOND), () -> timedOut(number));
        }
    }

    /** In a call for some time only: what waits for it may be hidden behind calls of other tesserae. */
    private void awaitBarrier() {
        long number = ++waitNumber;
        barrier = unit.barrier(run == null ? null : run.task(), () -> leaveBarrier(number));
        if (run != null) {
            unit.later(dice.between(50 * Schedule.MILLI, 5 * Schedule.SECOND), () -> leaveBarrier(number));
        }
        if (run != null && !promised) {
            unit.world.ledger.blocked(run, UnitProcess.NOBODY);
            blocked = true;
            unit.kernel.blocked(unit.now(), run, UnitProcess.NOBODY);
        }
    }

    private void leaveBarrier(long number) {
        if (number == waitNumber && barrier != 0) {
            goOn();
        }
    }

    private void timedOut(long number) {
        if (number == waitNumber && awaited != null) {
            stopWaiting(Failure.of(Failure.Kind.TIMED_OUT, "a wait"));
        }
    }

    void deadlocked(Failure failure) {
        if (awaited != null) {
            stopWaiting(failure);
        }
    }

    /** Its caller wants it no more. It ends with its next step, or with its wait. */
    void interrupted() {
        if (over) {
            return;
        }
        Failure failure = Failure.of(Failure.Kind.THROWN, "interrupted");
        if (awaited != null || barrier != 0) {
            stopWaiting(failure);
        } else {
            thrown = failure;
        }
    }

    private void stopWaiting(Failure failure) {
        thrown = failure;
        Id task = awaited;
        if (task != null) {
            unit.awaitsNoMore(this, task);
        }
        goOn();
    }

    /** The task that was waited for is final. */
    void completed(Id task) {
        if (task.equals(awaited)) {
            goOn();
        }
    }

    void value(Id task, Outcome outcome) {
        if (outcome instanceof Outcome.Returned returned) {
            List<Carried> decoded = unit.decode(returned.value());
            if (over) {
                decoded.forEach(handle -> unit.lost(handle.tessera()));
            } else {
                handles.addAll(decoded);
            }
        }
        if (task.equals(awaited)) {
            goOn();
        }
    }

    private void goOn() {
        awaited = null;
        if (barrier != 0) {
            unit.leaveBarrier(barrier);
            barrier = 0;
        }
        waitNumber++;
        if (run != null && blocked) {
            blocked = false;
            unit.kernel.unblocked(unit.now(), run);
        } else {
            resumed();
        }
    }

    void resumed() {
        if (run != null) {
            unit.world.ledger.resumed(unit, run);
        }
        unit.later(dice.between(0, 3 * Schedule.MILLI), this::step);
    }

    // ---- the end

    private void end() {
        if (run == null && !tasks.isEmpty()) {
            awaitThenForget(tasks.getLast());
            return;
        }
        List<Id> rest = List.copyOf(tasks);
        tasks.clear();
        rest.stream().distinct().forEach(task -> unit.kernel.forget(unit.now(), task));
        over = true;
        boolean keeps = false;
        if (run != null) {
            Outcome outcome = result();
            keeps = outcome instanceof Outcome.Returned || !(run.item() instanceof StreamMessage.Create);
            unit.finish(run, outcome);
        }
        for (Carried handle : handles) {
            if (run == null || !keeps || !dice.chance(50) || !unit.keep(run.tessera(), handle)) {
                unit.lost(handle.tessera());
            }
        }
        handles.clear();
    }

    /** A head sees to it that all its tasks become final. */
    private void awaitThenForget(Id last) {
        TaskView view = unit.kernel.task(last);
        if (view == null || view.outcome() == null) {
            awaited = last;
            unit.awaits(this, last, false);
            return;
        }
        tasks.removeIf(last::equals);
        unit.kernel.forget(unit.now(), last);
        unit.later(0, this::step);
    }

    private Outcome result() {
        if (thrown != null) {
            return new Outcome.Failed(thrown);
        }
        if (run == null || dice.chance(5)) {
            return Outcome.failed(Failure.Kind.THROWN, "the dice said so");
        }
        byte[] bytes = new byte[dice.chance(30) ? 800 : 17];
        ByteBuffer.wrap(bytes, 1, 16)
                .putLong(run.task().origin())
                .putLong(run.task().number());
        List<Carried> carried = !handles.isEmpty() && dice.chance(25) ? List.of(any(handles)) : List.of();
        return new Outcome.Returned(new Payload(bytes, List.of(), carried));
    }
}
