package dev.mosaic.unit.kernel;

import dev.mosaic.message.BarrierMessage;
import dev.mosaic.message.Carried;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.Need;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.calls.Birth;
import dev.mosaic.unit.calls.CallMachine;
import dev.mosaic.unit.calls.Order;
import dev.mosaic.unit.calls.TaskView;
import dev.mosaic.unit.calls.TesseraView;
import dev.mosaic.unit.links.LinkOutput;
import dev.mosaic.unit.links.Links;
import dev.mosaic.unit.links.Unreached;
import dev.mosaic.unit.mailbox.CallView;
import dev.mosaic.unit.mailbox.CallerSide;
import dev.mosaic.unit.mailbox.Labels;
import dev.mosaic.unit.mailbox.MailboxMachine;
import dev.mosaic.unit.mailbox.MailboxView;
import dev.mosaic.unit.mailbox.Run;
import dev.mosaic.unit.objects.ObjectMachine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A head or worker without its surroundings: all events go in here, by method; all that is to be done comes out of {@link
 * KernelOutput}.
 *
 * <p><b>Threading:</b> the loop: one call at a time, whoever makes it. <b>Cost:</b> that of the machine an event is for; messages to
 * the unit itself go through a queue inside and never reach the shell. <b>Failure:</b> none here: bytes were checked by the
 * codec, and what a wrong peer says in right words is ignored.
 */
public final class UnitKernel {
    private final Member self;
    private final KernelSettings settings;
    private final KernelOutput out;
    private final Links links;
    private final CallMachine calls;
    private final MailboxMachine mailbox;
    private final ObjectMachine objects;
    private final Membership membership;
    private final ArrayDeque<UnitMessage> toSelf = new ArrayDeque<>();

    private final EntryLeases leases;
    private final Bookings bookings;
    private final Adoptions adoptions;
    private final Barriers barriers;
    private final Unreached unreached;
    private long heartbeatNanos;

    /** When the monitor was asked about others last. */
    private long askedNanos;

    private long lastLease;

    /** The monitor has answered the greeting on this link; before, it would not listen to anything else. */
    private boolean welcomed;

    public UnitKernel(Member self, KernelSettings settings, Labels labels, KernelOutput out) {
        this.self = self;
        this.settings = settings;
        this.out = out;
        this.membership = new Membership(self, out);
        this.links = new Links(self.instance(), new Outside());
        this.calls = new CallMachine(links, settings.calls(), out, this::oldestEra);
        this.objects = new ObjectMachine(links, self.node(), out);
        this.leases = new EntryLeases(calls, objects);
        this.bookings = new Bookings(links);
        this.adoptions = new Adoptions(links, calls);
        this.unreached = new Unreached(settings.unreachableNanos());
        this.mailbox = new MailboxMachine(links, settings.mailbox(), out, new Inside(), labels);
        this.barriers = new Barriers(links, new ProgramTasks(), out);
    }

    private int oldestEra() {
        return mailbox.oldestEra();
    }

    /** The head this unit is or works for; 0 for none. */
    private long program() {
        return self.kind() == Member.Kind.PROGRAM ? self.instance() : self.program();
    }

    private final class ProgramTasks implements Barriers.Tasks {
        @Override
        public int begin() {
            calls.heard(calls.era() + 1);
            return calls.era();
        }

        @Override
        public int heard(int era) {
            int before = calls.era();
            calls.heard(era);
            return before;
        }

        @Override
        public long open(int era, Set<Id> excluded) {
            return calls.openBefore(era, excluded);
        }

        @Override
        public long made(int era) {
            return calls.madeBefore(era);
        }

        @Override
        public List<Id> related(Set<Id> excluded, int era) {
            if (excluded.isEmpty()) {
                return List.of();
            }
            List<Id> related = new ArrayList<>(calls.makersOf(excluded));
            related.addAll(mailbox.stepAside(excluded, era));
            return related;
        }

        @Override
        public List<Long> units() {
            List<Long> units = new ArrayList<>();
            membership.living().stream().filter(this::isOfProgram).forEach(member -> units.add(member.instance()));
            if (program() != 0 && !units.contains(program())) {
                units.add(program()); // the monitor has not told of it yet
            }
            return units;
        }

        @Override
        public boolean mayCount(long unit) {
            Member member = membership.member(unit);
            return member == null ? program() == 0 : isOfProgram(member);
        }

        private boolean isOfProgram(Member member) {
            return switch (member.kind()) {
                case PROGRAM -> program() == 0 || member.instance() == program();
                case WORKER -> member.serves(program());
                case MONITOR, GATEWAY, NODE, WAREHOUSE -> false;
            };
        }
    }

    private final class Outside implements LinkOutput {
        @Override
        public void send(long unit, UnitMessage message) {
            if (unit == self.instance()) {
                toSelf.add(message);
            } else {
                out.send(unit, message);
            }
        }

        @Override
        public void dial(long unit) {
            boolean toMonitor = unit == membership.monitor(); // the shell sees to that link by itself
            if (!toMonitor && !membership.dial(unit)) {
                links.send(membership.monitor(), new ClusterMessage.Who(unit));
            }
        }
    }

    private final class Inside implements CallerSide {
        @Override
        public @Nullable Need whereIs(Id task) {
            return calls.whereIs(task);
        }

        @Override
        public List<Need> inTheWayOf(Id task) {
            return calls.inTheWayOf(task);
        }

        @Override
        public int eraOf(long from, int said) {
            Member member = membership.member(from);
            long other = member == null ? 0 : member.kind() == Member.Kind.PROGRAM ? from : member.program();
            // Another program has eras of its own.
            int era = other == 0 || program() == 0 || other == program() ? Math.max(0, said) : calls.era();
            calls.heard(era);
            return era;
        }

        @Override
        public int era() {
            return calls.era();
        }

        @Override
        public void cancelAll(long now, Id parent, boolean force) {
            calls.cancelAll(now, parent, force);
        }

        @Override
        public void pin(List<Carried> carried) {
            calls.pin(carried);
        }

        @Override
        public void unpin(List<Carried> carried) {
            if (!carried.isEmpty()) {
                calls.unpin(carried);
            }
        }

        @Override
        public @Nullable List<Carried> placed(List<Carried> carried) {
            return calls.placed(carried);
        }

        @Override
        public int firstUnregistered(List<Carried> carried, int from) {
            return calls.firstUnregistered(carried, from);
        }

        @Override
        public long counterOf(Id tessera) {
            return calls.counterOf(tessera);
        }

        @Override
        public long program() {
            return self.program();
        }

        @Override
        public Id acquire(List<Id> refs, Consumer<List<Outcome>> answer) {
            Id lease = nextLease();
            leases.acquire(
                    new ObjectMessage.Acquire(lease, refs),
                    said -> answer.accept(
                            said instanceof ObjectMessage.Acquired acquired ? acquired.values() : List.of()));
            return lease;
        }

        @Override
        public void discharge(Id lease) {
            leases.end(lease);
        }
    }

    // ---- objects

    /** Asks this machine's store for memory for a new entry. */
    public void reserve(long now, ObjectMessage.Reserve question, Consumer<ObjectMessage> answer) {
        objects.reserve(question, answer);
        toSelf(now);
    }

    /** Puts a new entry. */
    public void put(long now, ObjectMessage.Put question, Consumer<ObjectMessage> answer) {
        objects.put(question, answer);
        toSelf(now);
    }

    /** Wants entries in memory, until {@link #discharge}. */
    public void acquire(long now, ObjectMessage.Acquire question, Consumer<ObjectMessage> answer) {
        leases.acquire(question, answer);
        toSelf(now);
    }

    /** A lease is over. */
    public void discharge(long now, Id lease) {
        leases.end(lease);
        toSelf(now);
    }

    /** Removes an entry everywhere. */
    public void discard(long now, Id ref, Consumer<ObjectMessage> answer) {
        objects.discard(ref, answer);
        toSelf(now);
    }

    /** The same refs and proxies with the units that count their holders; null while one cannot be reached yet. */
    public @Nullable List<Carried> placed(List<Carried> carried) {
        return calls.placed(carried);
    }

    /** Which stores there are, and what is asked of them. */
    public ObjectMachine objects() {
        return objects;
    }

    /** Holds the refs and proxies of an entry that was read, until {@link #unpin}. */
    public void pin(List<Carried> carried) {
        calls.pin(carried);
    }

    /** Takes back {@link #pin}. */
    public void unpin(long now, List<Carried> carried) {
        calls.unpin(carried);
        toSelf(now);
    }

    /** A lease to come. */
    public Id nextLease() {
        return new Id(self.instance(), - ++lastLease);
    }

    // ---- what the program does

    /** Asks for room in several bundles; {@code received} tells of {@code Booked} and {@code Refused}. */
    public void book(long now, ClusterMessage.Book book) {
        bookings.book(membership.monitor(), book);
        toSelf(now);
    }

    /** Gives it back. */
    public void unbook(long now, Id reservation) {
        bookings.end(membership.monitor(), reservation);
        toSelf(now);
    }

    /** Asks what there is; {@code received} tells of {@code Surveyed}. */
    public void survey(long request) {
        links.send(membership.monitor(), new ClusterMessage.Survey(request));
    }

    /** Shows the calls that live here, see {@link CallView#visit}. */
    public void visitCalls(Predicate<Run> visitor) {
        CallView.visit(mailbox, visitor);
    }

    /** Shows the tesserae that live here. */
    public void visitTesserae(Consumer<MailboxView> visitor) {
        MailboxView.visit(mailbox, visitor);
    }

    /** A name for a task or tessera to come. */
    public Id nextId() {
        return calls.nextId();
    }

    /**
     * Makes a tessera; {@code task} is its construction. The program holds one handle of it.
     *
     * @param parent the call whose code makes it; null for none
     * @param era of that call
     */
    public void create(long now, Id task, Id tessera, Birth birth, @Nullable Id parent, int era) {
        calls.create(now, task, tessera, birth, parent, era);
        toSelf(now);
    }

    /** Asks the home for the tessera of that name, to be made so from now on; {@code received} tells of {@code Adopted}. */
    public void adopt(long now, LifeMessage.Adopt question) {
        adoptions.adopt(question);
        toSelf(now);
    }

    /** Waits for that answer no more. */
    public void adoptNoMore(Id tessera) {
        adoptions.end(tessera);
    }

    /** Calls a tessera of which the program holds a handle. */
    public void call(long now, Id task, Id tessera, Order order) {
        calls.call(now, task, tessera, order);
        toSelf(now);
    }

    /** Runs a stateless task in some worker. */
    public void submit(long now, Id task, Order order) {
        calls.submit(now, task, order);
        toSelf(now);
    }

    public void drop(long now, Id task, Id tessera) {
        calls.drop(now, task, tessera);
        toSelf(now);
    }

    /** Ends a tessera at once: what waits or runs there fails. */
    public void kill(long now, Id task, Id tessera) {
        calls.kill(now, task, tessera);
        toSelf(now);
    }

    /**
     * Wants a task no more; {@code completed} tells how it ends.
     *
     * @param force true where its worker is to end if it runs
     */
    public void cancel(long now, Id task, boolean force) {
        calls.cancel(now, task, force);
        toSelf(now);
    }

    /** Wants the value of a task; {@code value} gives it. */
    public void want(long now, Id task) {
        calls.want(now, task);
        toSelf(now);
    }

    /** The program can reach the task no more. */
    public void forget(long now, Id task) {
        calls.forget(now, task);
        toSelf(now);
    }

    /** The program has one handle more of a tessera: from a payload it decodes, or by name. */
    public void handleGained(long now, Id tessera, long worker) {
        calls.handleGained(now, tessera, worker);
        toSelf(now);
    }

    /** A handle became unreachable. */
    public void handleLost(long now, Id tessera) {
        calls.handleLost(now, tessera);
        toSelf(now);
    }

    public void find(long now, long request, String name) {
        calls.find(request, name);
        toSelf(now);
    }

    /**
     * Waits until all tasks of the program that are made by now, and all that these make, have ended; {@code quiet} tells, or {@code
     * barrierFailed} where a unit that lives cannot be asked.
     *
     * @param request names the barrier, in this unit
     * @param caller the call whose code waits; null for none
     */
    public void barrier(long now, long request, @Nullable Id caller) {
        barriers.begin(request, caller);
        toSelf(now);
    }

    /** Nobody waits for that any more. */
    public void barrierNoMore(long request) {
        barriers.end(request);
    }

    // ---- what user code of this worker does

    /** A run has ended: returned or failed. */
    public void finished(long now, Run run, Outcome outcome) {
        mailbox.finished(now, run, outcome);
        toSelf(now);
    }

    /** A run returned a promise; {@link #finished} follows. */
    public void promised(long now, Run run) {
        mailbox.promised(now, run);
        toSelf(now);
    }

    /** A run waits for a task that this unit made. */
    public void blocked(long now, Run run, Id task) {
        mailbox.blocked(now, run, task);
        toSelf(now);
    }

    /** A run waits no more; it goes on when {@code resume} says so. */
    public void unblocked(long now, Run run) {
        mailbox.unblocked(now, run);
        toSelf(now);
    }

    // ---- what comes from outside

    /** Has the monitor drain a worker, or a node with all its workers. */
    public void drain(long instance, long nanos) {
        links.send(membership.monitor(), new ClusterMessage.Drain(instance, nanos));
    }

    /** This unit goes, in good order. */
    public void leave(String reason) {
        links.send(membership.monitor(), new ClusterMessage.Exited(self.instance(), reason));
    }

    /**
     * This process ends in a moment, with what runs in it. Nothing is placed here once the monitor has answered with
     * {@link ClusterMessage.Looked} of this unit. {@link #leave} follows.
     */
    public void ends() {
        drain(self.instance(), 0);
        links.send(membership.monitor(), new ClusterMessage.Look(self.instance()));
    }

    /** A link is up. */
    public void connected(long now, String uid, long instance) {
        if (!links.connected(instance)) {
            return;
        }
        boolean isMonitor = membership.isMonitor(uid, instance);
        if (!isMonitor) {
            membership.linked(instance);
        } else {
            sayDrain(now, instance);
            links.send(
                    instance,
                    new ClusterMessage.Hello(
                            self,
                            mailbox.load(now, TaskBacklog.NONE).tesserae(),
                            mailbox.named(),
                            membership.losses(),
                            membership.others(),
                            mailbox.hosted(),
                            membership.epochs().toTell(instance),
                            membership.epochs().isKnownTo(instance)));
            heartbeatNanos = now;
            askedNanos = now;
            mailbox.greeted();
            welcomed = false;
        }
        unreached.reached(instance);
        calls.connected(now, instance);
        mailbox.connected(instance);
        objects.connected(instance);
        barriers.connected(instance);
        toSelf(now);
    }

    /** A link broke. What was said on it may be lost; it is said again when there is a new one. */
    public void disconnected(long instance) {
        links.disconnected(instance);
        membership.unlinked(instance);
        mailbox.disconnected(instance);
    }

    public void received(long now, long from, UnitMessage message) {
        if (!links.isDead(from)) {
            take(now, from, message);
            toSelf(now);
        }
    }

    /** Every 10 to 100 ms. */
    public void tick(long now) {
        calls.tick(now);
        mailbox.tick(now);
        objects.tick(now, settings.unreachableNanos());
        leases.tick();
        adoptions.tick(now);
        barriers.tick(now);
        beat(now);
        if (now - askedNanos >= settings.heartbeatNanos()) {
            askedNanos = now;
            for (long unknown : membership.unknown()) {
                links.send(membership.monitor(), new ClusterMessage.Who(unknown));
            }
            for (long stranger : membership.strangers()) {
                links.send(membership.monitor(), new ClusterMessage.Look(stranger));
            }
            lookForUnreached(now);
        }
        links.redial(unit -> membership.member(unit) != null);
        toSelf(now);
    }

    /** Says that this unit lives, where it is time to: may come ahead of other events. */
    public void beat(long now) {
        if (now - heartbeatNanos >= settings.heartbeatNanos()) {
            heartbeatNanos = now;
            links.send(membership.monitor(), mailbox.load(now, calls.backlog(now)));
        }
    }

    /** No verdict comes where only the way from here to there is cut. */
    private void lookForUnreached(long now) {
        Set<Long> units = new HashSet<>();
        calls.unreached(units);
        mailbox.unreached(units);
        objects.unreached(units);
        barriers.unreached(units);
        units.remove(membership.monitor());
        unreached.waitFor(now, units);
        unreached.toLook(now).forEach(unit -> links.send(membership.monitor(), new ClusterMessage.Look(unit)));
        for (long unit : unreached.over(now)) {
            Member other = membership.member(unit);
            String name = other == null ? "instance=" + unit : other.uid();
            String reason = self.uid() + " has not reached " + name + " for "
                    + unreached.nanos(now, unit) / 1_000_000 + " ms, and the monitor hears " + name
                    + "; see to the network between the two";
            links.givenUp(unit);
            calls.giveUp(now, unit, reason);
            mailbox.giveUp(now, unit, reason);
            objects.giveUp(unit, reason);
            barriers.giveUp(unit, reason);
            mailbox.ready(now);
        }
    }

    private void toSelf(long now) {
        do {
            for (UnitMessage message = toSelf.poll(); message != null; message = toSelf.poll()) {
                take(now, self.instance(), message);
            }
        } while (barriers.stir());
    }

    private void take(long now, long from, UnitMessage message) {
        switch (message) {
            case StreamMessage item -> mailbox.received(now, from, item);
            case ReplyMessage.Done done -> calls.done(now, from, done);
            case ReplyMessage.Cancel cancel -> mailbox.cancel(now, from, cancel);
            case ReplyMessage.Confirm confirm -> mailbox.confirmed(from, confirm);
            case ReplyMessage.Started started -> calls.started(from, started);
            case ValueMessage value -> take(now, from, value);
            case ClusterMessage cluster -> take(now, from, cluster);
            case ObjectMessage object -> {
                objects.received(from, object);
                mailbox.ready(now);
            }
            case CodeMessage code -> out.received(from, code);
            case LifeMessage.Adopted adopted -> {
                adoptions.end(adopted.tessera());
                out.received(from, adopted);
            }
            case LifeMessage life -> {
                mailbox.life(now, from, life);
                calls.life(now, from, life);
            }
            case BarrierMessage.Quiesce quiesce -> barriers.asked(now, from, quiesce);
            case BarrierMessage.Quiet quiet -> barriers.answered(from, quiet);
        }
    }

    private void take(long now, long from, ValueMessage message) {
        switch (message) {
            case ValueMessage.Fetch fetch -> mailbox.fetch(now, from, fetch);
            case ValueMessage.Value value -> {
                calls.value(now, from, value);
                mailbox.value(now, value);
            }
            case ValueMessage.Elsewhere elsewhere -> {
                calls.elsewhere(now, from, elsewhere);
                mailbox.elsewhere(now, from, elsewhere);
            }
            case ValueMessage.Locate locate -> calls.locate(from, locate);
            case ValueMessage.Located located -> mailbox.located(located);
            case ValueMessage.Release release -> mailbox.release(from, release);
            case ValueMessage.Released released -> calls.released(from, released);
            case ValueMessage.Hold hold -> mailbox.hold(now, from, hold);
            case ValueMessage.Held held -> {
                calls.held(now, from, held);
                mailbox.registered();
            }
            case ValueMessage.Probe probe -> mailbox.probe(probe);
        }
    }

    /** What units say of themselves comes from each, all else from the monitor that is to be heeded. */
    private void take(long now, long from, ClusterMessage message) {
        boolean isOfUnits = message instanceof ClusterMessage.Output || message instanceof ClusterMessage.Shutdown;
        boolean isHeeded = from == membership.monitor() && !membership.epochs().isReplaced(from);
        if (isOfUnits || isHeeded) {
            heed(now, from, message);
        }
    }

    private void heed(long now, long from, ClusterMessage message) {
        switch (message) {
            case ClusterMessage.Members members -> {
                members(now, members);
                welcome(now, from);
            }
            case ClusterMessage.Placed placed -> calls.placed(now, placed);
            case ClusterMessage.Refused refused -> {
                if (bookings.has(refused.tessera())) {
                    out.received(from, refused);
                } else {
                    calls.refused(now, refused);
                    mailbox.refused(now, refused);
                }
            }
            case ClusterMessage.Booked booked -> {
                bookings.booked(booked);
                out.received(from, booked);
            }
            case ClusterMessage.Found found -> calls.found(found);
            case ClusterMessage.Leased leased -> calls.leased(now, leased);
            case ClusterMessage.Output output -> out.received(from, output);
            case ClusterMessage.Shutdown shutdown -> out.received(from, shutdown);
            case ClusterMessage.Hello _, ClusterMessage.Heartbeat _ -> {} // these are for the monitor
            case ClusterMessage.Place _, ClusterMessage.Find _, ClusterMessage.Lease _ -> {}
            case ClusterMessage.Ended _, ClusterMessage.Exited _, ClusterMessage.Who _ -> {}
            case ClusterMessage.Enrol _, ClusterMessage.Enrolled _ -> {}
            case ClusterMessage.Staff _, ClusterMessage.Equip _ -> {} // for nodes
            case ClusterMessage.Book _, ClusterMessage.Replace _ -> {} // for the monitor
            case ClusterMessage.Passive _, ClusterMessage.Survey _ -> {}
            case ClusterMessage.Surveyed surveyed -> out.received(from, surveyed);
            case ClusterMessage.Query query -> out.received(from, query);
            case ClusterMessage.QueryResult _ -> {} // for the monitor
            case ClusterMessage.Running _, ClusterMessage.Look _ -> {} // for the monitor
            case ClusterMessage.Hosting _ -> {}
            case ClusterMessage.Looked looked -> {
                if (looked.instance() == self.instance()) {
                    out.received(from, looked); // it has heard that this process ends
                } else {
                    unreached.looked(now, looked.instance(), looked.silentNanos());
                }
            }
            case ClusterMessage.Drain drain -> {
                if (drain.instance() == self.instance()) {
                    mailbox.drain(now, drain.deadlineNanos());
                }
            }
        }
    }

    private void welcome(long now, long monitor) {
        if (!welcomed) {
            welcomed = true;
            mailbox.monitor(monitor);
            bookings.monitor(monitor); // before the tesserae in them
            calls.monitor(now, monitor);
        }
    }

    /** Another monitor does not know. */
    private void sayDrain(long now, long monitor) {
        long left = mailbox.drainLeft(now);
        if (left >= 0) {
            links.send(monitor, new ClusterMessage.Drain(self.instance(), left));
        }
    }

    private void members(long now, ClusterMessage.Members members) {
        long home = objects.home();
        List<ClusterMessage.Loss> losses = membership.update(members);
        members.joined().stream()
                .filter(member -> !links.isDead(member.instance()))
                .forEach(objects::joined);
        for (ClusterMessage.Loss loss : losses) {
            if (links.lost(loss.instance())) {
                calls.lost(now, loss.instance(), membership.why(loss));
                mailbox.lost(now, loss.instance());
                objects.lost(loss.instance());
                mailbox.ready(now);
                barriers.lost(loss.instance());
            }
            membership.buried(loss);
        }
        links.home(objects.home());
        if (objects.home() != home) {
            calls.homeChanged(now);
            mailbox.homeChanged(now);
            mailbox.registered();
        }
    }

    // ---- what is asked

    /** What calls wait for that have no worker, or no room in one; empty where none does. */
    public String waitsFor() {
        return calls.waitsFor();
    }

    /** Null where the unit knows it no more. */
    public @Nullable TaskView task(Id task) {
        return calls.task(task);
    }

    /** Null where the unit knows it no more. */
    public @Nullable TesseraView tessera(Id tessera) {
        return calls.tessera(tessera);
    }

    /** The member of that instance, living or dead; null where it was never heard of. */
    public @Nullable Member member(long instance) {
        return membership.member(instance);
    }

    /** The living members. */
    public List<Member> members() {
        return membership.living();
    }

    /** What counts against the byte credit. */
    public long creditUsed() {
        return calls.creditUsed();
    }

    /** Entries that are open on both sides, for tests; 0 when all is over. */
    public int open() {
        return calls.open() + mailbox.open() + objects.open() + leases.open() + adoptions.open() + barriers.open();
    }

    /** In words, for tests and status. */
    public String describe() {
        return self.uid() + ": " + calls.describe() + ", credit=" + calls.creditUsed() + ", " + mailbox.describe()
                + ", " + objects.describe() + barriers.describe();
    }
}
