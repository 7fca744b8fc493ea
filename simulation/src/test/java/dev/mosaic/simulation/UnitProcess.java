package dev.mosaic.simulation;

import dev.mosaic.message.Carried;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.calls.CallSettings;
import dev.mosaic.unit.kernel.KernelOutput;
import dev.mosaic.unit.kernel.KernelSettings;
import dev.mosaic.unit.kernel.UnitKernel;
import dev.mosaic.unit.mailbox.MailboxSettings;
import dev.mosaic.unit.mailbox.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A head or worker around its kernel: the simplest shell there can be. */
final class UnitProcess extends MemberProcess implements KernelOutput {
    /** Waited for where it is no task. */
    static final Id NOBODY = new Id(0, 0);

    /** What waits for a unit that is not reached for as long ends. */
    static final long UNREACHABLE = 30 * Schedule.SECOND;

    /** Permits of a worker beyond its own, for tesserae behind long calls. */
    static final int MOST_EXTRA = 2;

    final UnitKernel kernel;
    private final Map<Id, List<Actor>> waiting = new HashMap<>();
    private final Map<Id, List<Actor>> wanting = new HashMap<>();
    private final Map<Run, Actor> running = new HashMap<>();

    /** Those this unit was told are dead, and when. */
    private final Map<Long, Long> dead = new HashMap<>();

    private final Map<Id, Integer> handles = new HashMap<>();
    final Librarian librarian = new Librarian(this);
    private final Memory memory = new Memory(this);

    /** What the objects of tesserae keep in their fields. */
    private final Map<Id, List<Carried>> fields = new HashMap<>();

    /** What has ended here: an object that a run leaves behind then is nobody's. */
    private final Set<Id> ended = new HashSet<>();

    private record Search(String name, Consumer<ClusterMessage.@Nullable Named> done) {}

    private record Wait(Barriers.Barrier barrier, Runnable done) {}

    private final Map<Long, Wait> atBarriers = new HashMap<>();
    private long lastBarrier;

    private final Map<Long, Search> finding = new HashMap<>();
    private long lastSearch;

    UnitProcess(World world, Member member) {
        super(world, member);
        MailboxSettings mailbox = new MailboxSettings(
                member.permits(),
                64,
                300 * Schedule.MILLI,
                100 * Schedule.MILLI,
                world.graceNanos,
                1 << 20,
                100 * Schedule.MILLI,
                MOST_EXTRA,
                3);
        CallSettings calls =
                new CallSettings(1 << 20, 30 * Schedule.SECOND, 200, 8, 2, 64, 4 * Schedule.MILLI, 64, Schedule.SECOND);
        this.kernel = new UnitKernel(
                member,
                new KernelSettings(calls, mailbox, 100 * Schedule.MILLI, UNREACHABLE),
                (className, method) -> className + "#" + method,
                this);
        tick();
    }

    long now() {
        return world.schedule.now();
    }

    private void tick() {
        kernel.tick(now());
        later(50 * Schedule.MILLI, this::tick);
    }

    @Override
    void linked(Network.Peer other) {
        world.met(this, other.instance());
        kernel.connected(now(), other.uid(), other.instance());
    }

    @Override
    void unlinked(Network.Peer other) {
        kernel.disconnected(other.instance());
    }

    @Override
    void heard(Network.Peer from, UnitMessage message) {
        if (message instanceof ClusterMessage.Refused refused
                && refused.failure().kind() == Failure.Kind.NAME) {
            world.ledger.nameLost(this, refused.tessera());
        }
        kernel.received(now(), from.instance(), message);
    }

    // ---- what the kernel asks for

    @Override
    public void send(long unit, UnitMessage message) {
        if (message instanceof LifeMessage.Depart depart && depart.passive()) {
            world.ledger.rests(this, depart.tessera());
        }
        world.send(this, unit, message);
    }

    @Override
    public void dial(Member other) {
        world.dial(this, other.instance());
    }

    @Override
    public void joined(Member other) {}

    @Override
    public void lost(Member other, String reason) {
        dead.put(other.instance(), now());
    }

    @Override
    public void excluded(String reason) {
        world.trace.say(uid(), () -> "excluded: " + reason);
        if (member().kind() == Member.Kind.PROGRAM) {
            world.programs.excluded(this, reason);
        }
        later(0, () -> world.kill(this, "excluded"));
    }

    @Override
    public void quiet(long request) {
        Wait wait = atBarriers.remove(request);
        if (wait != null) {
            world.trace.say(uid(), () -> "barrier=" + request + " is over");
            world.barriers.over(wait.barrier);
            later(0, wait.done);
        }
    }

    @Override
    public void barrierFailed(long request, Failure failure) {
        Wait wait = atBarriers.remove(request);
        if (wait != null) {
            world.trace.say(uid(), () -> "barrier=" + request + " failed: " + failure);
            world.barriers.failed(wait.barrier, failure);
            later(0, wait.done);
        }
    }

    /**
     * Waits until all tasks of the program have ended.
     *
     * @param caller the call whose code waits; null for none
     * @return names it, for {@link #leaveBarrier}
     */
    long barrier(@Nullable Id caller, Runnable done) {
        long request = ++lastBarrier;
        world.trace.say(uid(), () -> "barrier=" + request + " of task=" + caller);
        atBarriers.put(request, new Wait(world.barriers.begun(this, caller), done));
        kernel.barrier(now(), request, caller);
        return request;
    }

    void leaveBarrier(long request) {
        Wait wait = atBarriers.remove(request);
        if (wait != null) {
            world.barriers.left(wait.barrier);
        }
        kernel.barrierNoMore(request);
    }

    @Override
    public void received(long from, UnitMessage message) {
        if (message instanceof ClusterMessage.Booked booked) {
            world.trace.say(uid(), () -> "reservation " + booked);
            world.rooms.booked(this, booked);
        } else if (message instanceof ClusterMessage.Refused refused && refused.forEver()) {
            world.rooms.refused(refused.tessera());
        }
    }

    @Override
    public void completed(Id task, Outcome outcome) {
        world.trace.say(uid(), () -> "completed " + task + " " + outcome);
        world.ledger.completed(this, task, outcome);
        List<Actor> actors = waiting.remove(task);
        if (actors != null) {
            actors.forEach(actor -> later(0, () -> actor.completed(task)));
        }
    }

    @Override
    public void value(Id task, Outcome outcome) {
        world.ledger.value(task, outcome);
        List<Actor> actors = wanting.remove(task);
        if (actors != null) {
            actors.forEach(actor -> later(0, () -> actor.value(task, outcome)));
        }
    }

    @Override
    public void found(long request, ClusterMessage.@Nullable Named named) {
        Search search = finding.remove(request);
        if (search != null) {
            world.trace.say(uid(), () -> "found " + search.name + ": " + named);
            world.ledger.found(search.name, named);
            later(0, () -> search.done.accept(named));
        }
    }

    /** Looks for the tessera of that name, of whatever program. */
    void find(String name, Consumer<ClusterMessage.@Nullable Named> done) {
        finding.put(++lastSearch, new Search(name, done));
        kernel.find(now(), lastSearch, name);
    }

    @Override
    public void creditFreed() {}

    @Override
    public void released(Payload payload) {}

    @Override
    public void letGo(Payload result) {}

    @Override
    public void recalled(Id ref) {}

    @Override
    public void start(Run run) {
        world.trace.say(uid(), () -> "start " + run.task() + " in " + run.tessera() + " " + run.chore());
        if (run.item() instanceof StreamMessage.Create) {
            ended.remove(run.tessera());
        }
        if (run.chore() != Run.Chore.NONE) {
            memory.begin(run);
            return;
        }
        Actor actor = new Actor(this, run);
        running.put(run, actor);
        world.ledger.started(this, run);
        later(world.schedule.between(0, 5 * Schedule.MILLI), actor::begin);
    }

    @Override
    public void resume(Run run) {
        later(0, () -> actor(run).resumed());
    }

    @Override
    public void deadlock(Run run, Failure failure) {
        world.trace.say(uid(), () -> "deadlock at " + run.task() + " " + failure);
        world.ledger.deadlock(this, run.task());
        later(0, () -> actor(run).deadlocked(failure));
    }

    @Override
    public void interrupt(Run run) {
        Actor actor = running.get(run);
        if (actor != null) {
            later(world.schedule.between(0, 3 * Schedule.MILLI), actor::interrupted);
        }
    }

    @Override
    public boolean endWorker(String reason) {
        later(0, () -> world.kill(this, reason));
        return true;
    }

    @Override
    public void drained() {
        world.trace.say(uid(), () -> "drained");
        later(0, () -> world.kill(this, "drained"));
    }

    @Override
    public boolean isFlowing(Id tessera) {
        return false;
    }

    @Override
    public void ended(Id tessera) {
        world.trace.say(uid(), () -> "ended " + tessera);
        world.ledger.ended(this, tessera);
        ended.add(tessera);
        List<Carried> kept = fields.remove(tessera);
        if (kept != null) {
            later(world.schedule.between(0, 50 * Schedule.MILLI), () -> kept.forEach(each -> lost(each.tessera())));
        }
    }

    private Actor actor(Run run) {
        Actor actor = running.get(run);
        if (actor == null) {
            throw new AssertionError("run of task=" + run.task() + " is over");
        }
        return actor;
    }

    // ---- what actors do

    void awaits(Actor actor, Id task, boolean value) {
        (value ? wanting : waiting)
                .computeIfAbsent(task, any -> new ArrayList<>())
                .add(actor);
    }

    void awaitsNoMore(Actor actor, Id task) {
        for (Map<Id, List<Actor>> actors : List.of(waiting, wanting)) {
            actors.getOrDefault(task, new ArrayList<>()).remove(actor);
        }
    }

    void finish(Run run, Outcome outcome) {
        running.remove(run);
        world.trace.say(uid(), () -> "finished " + run.task() + " " + outcome);
        world.ledger.finished(run, outcome);
        memory.add(run);
        kernel.finished(now(), run, outcome);
    }

    /** True where the object of the tessera keeps the handle. */
    boolean keep(Id tessera, Carried handle) {
        // In one direction only: two that hold each other live until their program ends.
        boolean isOver = ended.contains(tessera) || world.ledger.isOver(tessera);
        if (tessera.isPool() || isOver || tessera.compareTo(handle.tessera()) <= 0) {
            return false;
        }
        fields.computeIfAbsent(tessera, any -> new ArrayList<>()).add(handle);
        return true;
    }

    List<Carried> fields(Id tessera) {
        return fields.getOrDefault(tessera, List.of());
    }

    List<Carried> decode(Payload payload) {
        payload.carried().forEach(each -> gained(each.tessera(), each.worker()));
        return payload.carried();
    }

    /** One of its program that it knows; 0 for none. */
    long someWorker() {
        long program = world.programs.of(member());
        List<Member> workers = kernel.members().stream()
                .filter(member -> member.kind() == Member.Kind.WORKER && world.programs.of(member) == program)
                .toList();
        return workers.isEmpty()
                ? 0
                : workers.get(world.schedule.below(workers.size())).instance();
    }

    boolean knowsDead(long instance) {
        return dead.containsKey(instance);
    }

    /** When it was told so; the end of time where it was not. */
    long deadSince(long instance) {
        return dead.getOrDefault(instance, Long.MAX_VALUE);
    }

    boolean hasRun(Run run) {
        return running.containsKey(run);
    }

    // ---- handles of the program: of tesserae and refs

    void gained(Id id, long worker) {
        handles.merge(id, 1, Integer::sum);
        kernel.handleGained(now(), id, worker);
    }

    void lost(Id id) {
        handles.computeIfPresent(id, (any, count) -> count == 1 ? null : count - 1);
        kernel.handleLost(now(), id);
    }

    /** A tessera it made: the kernel counts its handle. */
    void made(Id tessera) {
        handles.merge(tessera, 1, Integer::sum);
    }

    boolean hasHandle(Id id) {
        return handles.containsKey(id);
    }

    @Override
    long open() {
        return kernel.open() + kernel.creditUsed();
    }

    @Override
    String describe() {
        return kernel.describe();
    }
}
