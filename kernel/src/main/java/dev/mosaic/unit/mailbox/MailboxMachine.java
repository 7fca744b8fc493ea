package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The callee's side of a worker: it takes calls in order and once, runs them as permits allow, keeps outcomes until they are
 * confirmed and large values until they are released.
 *
 * <p>Events are methods; what is to be done goes to {@link MailboxOutput} and {@link Links}. The design is told in {@code
 * docs/design/002-kernel.md}.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1) for each event, O(what is open) for a verdict; about 200 B for each call from
 * its arrival to its confirmation. <b>Failure:</b> a call that cannot run gets an outcome that says why; items of dead callers
 * and broken streams are dropped.
 */
public final class MailboxMachine {
    /** Where more outcomes wait for registrations, one look at all of them a tick does for many answers. */
    private static final int AT_ONCE = 64;

    final MailboxSettings settings;
    final Links links;
    final MailboxOutput out;
    final CallerSide caller;
    final Labels labels;
    final Fetches fetches;
    final Values values;
    final Scheduler scheduler;
    final Tesserae tesserae;
    private final Waits waits;
    private final Cancels cancels;
    final Kills kills;
    final Turns turns;
    final Outcomes outcomes;
    final Lives lives;
    final Drain drain;
    final Passivation passivation;

    /** The time of the event that is dealt with. */
    long now;

    /** Nothing is made here any more. */
    private boolean ends;

    public MailboxMachine(Links links, MailboxSettings settings, MailboxOutput out, CallerSide caller, Labels labels) {
        this.settings = settings;
        this.links = links;
        this.out = out;
        this.caller = caller;
        this.labels = labels;
        this.fetches = new Fetches(links, this::resolved);
        this.values = new Values(links, caller::unpin, out::letGo);
        this.scheduler = new Scheduler(settings, out);
        this.tesserae = new Tesserae(this);
        this.waits = new Waits(this, links);
        this.cancels = new Cancels(this);
        this.kills = new Kills(this);
        this.turns = new Turns(this);
        this.outcomes = new Outcomes(this);
        this.lives = new Lives(this);
        this.drain = new Drain(this);
        this.passivation = new Passivation(this);
    }

    // ---- what user code does

    /** A run has ended: {@link Outcome.Returned} or {@link Outcome.Failed}. */
    public void finished(long now, Run run, Outcome outcome) {
        if (run.underWay >= 0) { // else this is said again, since the first word of it failed
            scheduler.giveWay(run);
            scheduler.end(run);
        }
        run.blockedOn = null;
        if (run.killed) {
            outcomes.endedKilled(run, outcome);
            if (run.item instanceof StreamMessage.Create) {
                out.ended(run.tessera()); // it was made after all
            }
        } else if (run.chore() == Run.Chore.NONE) {
            used(now, run.mailbox);
            Outcome told = outcomes.kept(run, outcome);
            if (run.item instanceof StreamMessage.Create) {
                told = tesserae.created(run, told);
            }
            if (!lives.withholds(now, run, told)) {
                outcomes.conclude(run, told);
            }
        } else {
            lives.finished(now, run, outcome);
        }
        tesserae.afterRun(run.mailbox);
        scheduler.offer(run.mailbox);
        schedule(now);
    }

    /** The method returned a promise: the next call may start; {@link #finished} follows. */
    public void promised(long now, Run run) {
        scheduler.giveWay(run);
        run.state = Run.State.PROMISED;
        if (run.cancelled) {
            out.interrupt(run);
        }
        tesserae.afterRun(run.mailbox);
        scheduler.offer(run.mailbox);
        schedule(now);
    }

    /** User code waits for a task of this unit; its permit goes to another. {@link #unblocked} follows in any case. */
    public void blocked(long now, Run run, Id task) {
        if (run.state != Run.State.RUNNING || run.blockedOn != null) {
            return;
        }
        Failure cycle = waits.begin(now, run, task);
        scheduler.blocked(run);
        schedule(now);
        if (cycle != null) {
            out.deadlock(run, cycle);
        }
    }

    /** The wait is over; the code goes on when {@link MailboxOutput#resume} says so. */
    public void unblocked(long now, Run run) {
        if (run.state == Run.State.RUNNING && run.blockedOn != null) {
            run.blockedOn = null;
            scheduler.unblocked(now, run);
            schedule(now);
        }
    }

    // ---- what comes from other units

    public void received(long now, long from, StreamMessage item) {
        if (item.task().origin() != from
                || (item.mailbox().isPool() && item.mailbox().origin() != links.self())) {
            return;
        }
        if (tesserae.isClosed(from, item)) {
            return;
        }
        Mailbox mailbox = tesserae.mailboxOf(item.mailbox());
        Line line = mailbox.lineOf(from, item.stream());
        if (ends && item instanceof StreamMessage.Create && line.stream < item.stream()) {
            // It was given back, and placed here once more: the monitor had not heard yet.
            mailbox.removeLine(from);
            line = mailbox.lineOf(from, item.stream());
        }
        if (line.stream != item.stream()) {
            return;
        }
        confirm(line, item.confirmed());
        long number = item.number();
        if (number <= line.confirmed || number - line.confirmed > settings.widest()) {
            return;
        }
        Run known = line.item(number);
        if (known != null) {
            if (known.reported) {
                outcomes.report(known);
            }
            return;
        }
        Run run = new Run(mailbox, line, item, now);
        if (item instanceof StreamMessage.Call call) {
            run.enterEra(caller.eraOf(from, call.era()));
        } else if (item instanceof StreamMessage.Create create) {
            run.enterEra(caller.eraOf(from, create.era()));
        }
        line.put(run);
        values.unpark(run);
        if (mailbox.isPool()) {
            enter(now, run);
        } else {
            for (Run next = line.item(line.taken + 1); next != null; next = line.item(line.taken + 1)) {
                line.taken++;
                enter(now, next);
            }
        }
        schedule(now);
    }

    /** In order now: it gets its arguments and waits for its turn. */
    private void enter(long now, Run run) {
        if (run.outcome != null) {
            return; // cancelled before its turn in the stream
        }
        Mailbox mailbox = run.mailbox;
        used(now, mailbox);
        pin(run, run.arguments().carried());
        if (ends && Drain.isUnmade(run)) {
            outcomes.conclude(run, new Outcome.Failed(Drain.moved(run.tessera())));
            return;
        }
        if (run.item instanceof StreamMessage.Create create) {
            tesserae.expected(mailbox, create, run.line.caller);
            if (mailbox.killed) {
                kills.kill(now, mailbox, null);
            }
        }
        if (mailbox.failure != null) {
            outcomes.conclude(run, new Outcome.Failed(mailbox.failure));
            return;
        }
        if (run.item instanceof StreamMessage.Drop drop && drop.kill() && !mailbox.isPool()) {
            kills.entered(now, run);
            return;
        }
        if (drain.givesBack(run)) {
            return;
        }
        resolve(run);
        boolean isAside = run.isPeek() && !mailbox.isEveryCall();
        if (isAside && run.unresolved == 0 && mailbox.state == Mailbox.State.LISTENING) {
            run.aside = true;
            scheduler.start(now, run);
        } else {
            turns.entered(run);
        }
    }

    private static void used(long now, Mailbox mailbox) {
        if (mailbox.life != null) {
            Passivation.isUsed(now, mailbox.life);
        }
    }

    /** An object is to be made again: it gets its arguments and waits for its turn, which is the first. */
    void begin(Run run) {
        pin(run, run.arguments().carried());
        resolve(run);
        turns.entered(run);
    }

    private void resolve(Run run) {
        List<Need> needs = run.item.needs();
        for (int i = 0; i < needs.size(); i++) {
            Outcome known = needs.get(i).known();
            if (known != null) {
                run.resolve(i, known);
                pinValue(run, known);
            } else if (needs.get(i).isEntry()) {
                run.unresolved++;
            } else {
                run.unresolved++;
                fetches.fetch(run, i);
            }
        }
        acquire(run);
    }

    /** Wants the entries among its arguments, all at once. */
    private void acquire(Run run) {
        List<Id> refs = new ArrayList<>(0);
        List<Integer> indices = new ArrayList<>(0);
        for (int i = 0; i < run.item.needs().size(); i++) {
            if (run.need(i).isEntry()) {
                refs.add(run.need(i).task());
                indices.add(i);
            }
        }
        if (!refs.isEmpty()) {
            run.lease = caller.acquire(refs, outcomes -> {
                for (int i = 0; i < refs.size() && run.lease != null; i++) {
                    run.resolve(indices.get(i), outcomes.get(i));
                    resolved(run, outcomes.get(i));
                }
            });
        }
    }

    /** It needs no arguments any more. */
    void letGo(Run run) {
        run.letGo();
        discharge(run);
    }

    private void discharge(Run run) {
        if (run.lease != null) {
            caller.discharge(run.lease);
            run.lease = null;
        }
    }

    /** It will not run, or not with what it still waits for. */
    void cancel(Run run) {
        if (run.unresolved > 0) {
            fetches.cancel(run);
        }
        discharge(run);
    }

    private void resolved(Run run, Outcome outcome) {
        run.unresolved--;
        pinValue(run, outcome);
        if (run.unresolved == 0) {
            turns.resolved(run);
        }
    }

    private void schedule(long time) {
        now = time;
        scheduler.schedule(time, turns::next);
    }

    /** The caller wants a call no more. What waits is over at once, what runs is told so and over when its code ends. */
    public void cancel(long now, long from, ReplyMessage.Cancel message) {
        Mailbox mailbox = tesserae.get(message.mailbox());
        Line line = mailbox == null ? null : mailbox.line(from);
        Run run = line == null ? null : line.item(message.number());
        if (run != null && run.task().equals(message.task())) {
            if (message.onlyWaiting()) {
                cancels.withdraw(run);
            } else {
                cancels.cancel(now, run, message.force());
            }
            schedule(now);
        }
    }

    public void confirmed(long from, ReplyMessage.Confirm confirm) {
        Mailbox mailbox = tesserae.get(confirm.mailbox());
        Line line = mailbox == null ? null : mailbox.line(from);
        if (mailbox != null && line != null) {
            confirm(line, confirm.confirmed());
            tesserae.removeIfOver(mailbox);
        }
    }

    private void confirm(Line line, long upTo) {
        while (line.confirmed < upTo) {
            Run forgotten = line.confirmNext();
            if (forgotten == null) {
                return;
            }
            if (forgotten.outcome instanceof Outcome.Returned returned) {
                caller.unpin(returned.value().carried());
            }
        }
    }

    public void fetch(long now, long from, ValueMessage.Fetch fetch) {
        Run.Asker asker = new Run.Asker(from, fetch.wanted());
        Mailbox mailbox = tesserae.get(fetch.mailbox());
        Line line = mailbox == null ? null : mailbox.line(fetch.task().origin());
        Run there = line == null ? null : line.item(fetch.number());
        // A caller that let go and came back has a new stream, in which the number is another task's.
        boolean other = there != null && !there.task().equals(fetch.task());
        Run run = other ? null : there;
        Payload kept = values.kept(fetch.task());
        if (kept != null && (run == null || run.reported)) {
            values.answer(fetch.task(), asker, new Outcome.Returned(kept));
        } else if (run != null && run.outcome != null && run.reported) {
            values.answer(fetch.task(), asker, run.outcome);
        } else if (run != null && run.cancelled) {
            values.answer(fetch.task(), asker, Outcome.cancelled(fetch.task()));
        } else if (run != null) {
            if (!run.askers.contains(asker)) {
                run.addAsker(asker);
            }
        } else if (other || (line != null && fetch.number() <= line.confirmed)) {
            links.send(from, new ValueMessage.Elsewhere(fetch.task(), fetch.wanted(), false));
        } else {
            values.park(now, fetch, asker);
        }
    }

    public void value(long now, ValueMessage.Value value) {
        fetches.value(value);
        schedule(now);
    }

    /** Arguments may be there that were not: what can run is started. */
    public void ready(long now) {
        schedule(now);
    }

    public void elsewhere(long now, long from, ValueMessage.Elsewhere elsewhere) {
        fetches.elsewhere(from, elsewhere);
        schedule(now);
    }

    public void located(ValueMessage.Located located) {
        fetches.located(located);
    }

    public void release(long from, ValueMessage.Release release) {
        values.release(from, release);
    }

    public void hold(long now, long from, ValueMessage.Hold hold) {
        tesserae.hold(from, hold);
        schedule(now);
    }

    /** The home about lives that begin, are kept, and end. */
    public void life(long time, long from, LifeMessage message) {
        now = time;
        if (from != links.actual(Carried.HOME)) {
            return;
        }
        switch (message) {
            case LifeMessage.Noted noted -> lives.noted(time, noted);
            case LifeMessage.Raise raise -> lives.raise(time, raise);
            case LifeMessage.Retire retire -> lives.retire(retire);
            case LifeMessage.Alive alive -> tesserae.awaited.isElsewhere(alive);
            case LifeMessage.Gone gone -> tesserae.awaited.isOver(gone);
            default -> {} // for callers, or for the home
        }
        schedule(time);
    }

    /** This worker is to end: what can live elsewhere goes there; what is here after that time fails. */
    public void drain(long time, long nanos) {
        now = time;
        drain.begin(time, nanos);
        schedule(time);
    }

    /** The process is to end at once. From here on what would be made is given back, so that its caller has it made elsewhere. */
    void endWorker(String reason) {
        ends |= out.endWorker(reason);
    }

    /** How much time a drain has left; -1 where none is under way. */
    public long drainLeft(long time) {
        return drain.isUnderWay() ? drain.leftNanos(time) : -1;
    }

    /** Another store is the home, or none. */
    public void homeChanged(long time) {
        now = time;
        lives.homeChanged();
        schedule(time);
    }

    public void probe(ValueMessage.Probe probe) {
        waits.received(probe);
    }

    // ---- barriers

    /** The least era of the calls whose code runs here. */
    public int oldestEra() {
        int oldest = Integer.MAX_VALUE;
        for (Run run : scheduler.underWay()) {
            oldest = Math.min(oldest, run.era());
        }
        return oldest;
    }

    /**
     * Those of the tasks whose code runs here are no part of what a barrier waits for: nor is what they make from now on, nor what waits
     * behind them.
     *
     * @return calls that cannot start before they end
     */
    public List<Id> stepAside(Set<Id> tasks, int era) {
        List<Id> behind = new ArrayList<>();
        Set<Mailbox> seen = new HashSet<>();
        for (Run run : scheduler.underWay()) {
            if (tasks.contains(run.task())) {
                run.enterEra(era);
                if (run.state == Run.State.RUNNING && !run.aside && !run.mailbox.isPool() && seen.add(run.mailbox)) {
                    addWaiting(run.mailbox, tasks, behind);
                }
            }
        }
        return behind;
    }

    private void addWaiting(Mailbox mailbox, Set<Id> tasks, List<Id> behind) {
        int stuck = 0;
        for (Run run : scheduler.underWay()) {
            boolean isIn = run.mailbox == mailbox && run.state == Run.State.RUNNING && !run.aside;
            stuck += isIn && tasks.contains(run.task()) ? 1 : 0;
        }
        if (stuck < mailbox.concurrency) {
            return; // others of it go on
        }
        for (Line line : mailbox.lines.values()) {
            for (Run run : line.items()) {
                if (run.state == Run.State.WAITING) {
                    behind.add(run.task());
                }
            }
        }
    }

    // ---- links, verdicts, time

    public void connected(long unit) {
        fetches.connected(unit);
        lives.connected(unit);
    }

    /** A link broke, and with it went what was under way. */
    public void disconnected(long unit) {
        tesserae.disconnected(unit);
    }

    /** The verdict on a unit; {@link Links#lost} was told. */
    public void lost(long now, long unit) {
        tesserae.lost(now, unit, values.lost(unit));
        fetches.lost(unit);
        schedule(now);
    }

    /**
     * Units that are asked for arguments, or for tesserae that do not come, or told of what is held here, and to which there is no link.
     */
    public void unreached(Set<Long> units) {
        fetches.unreached(units);
        tesserae.awaited.unreached(units);
        outcomes.unreached(units);
    }

    /** That unit is alive, and could not be reached for too long: calls that wait for what it says fail. */
    public void giveUp(long time, long unit, String reason) {
        now = time;
        fetches.giveUp(unit, reason);
        tesserae.awaited.giveUp(unit, reason);
        outcomes.giveUp(unit, reason);
        schedule(time);
    }

    /** Proxies that this unit got are known to their workers by now. Where many outcomes wait for that they are told with the next tick. */
    public void registered() {
        if (outcomes.open() <= AT_ONCE) {
            outcomes.registered();
        }
    }

    /** A monitor was greeted with what lives here now. It does not listen yet. */
    public void greeted() {
        tesserae.greeted();
    }

    /** The monitor that was greeted listens. */
    public void monitor(long instance) {
        tesserae.monitor(instance);
    }

    /** The monitor's answer to {@link ClusterMessage.Hosting}: another tessera has the name. */
    public void refused(long time, ClusterMessage.Refused refused) {
        now = time;
        tesserae.refused(refused);
        schedule(time);
    }

    /** Every 10 to 100 ms. */
    public void tick(long time) {
        now = time;
        outcomes.registered();
        turns.expire(now);
        waits.tick(now);
        values.tick(now);
        tesserae.tick(now);
        kills.tick(now);
        lives.tick(now);
        drain.tick(now);
        scheduler.forEach(run -> {
            if (!run.startedSaid && now - run.startedNanos > settings.startedNanos()) {
                run.startedSaid = true;
                links.send(run.caller(), new ReplyMessage.Started(run.task(), run.tessera(), run.item.number()));
            }
        });
        schedule(now);
    }

    private void pinValue(Run run, Outcome outcome) {
        if (outcome instanceof Outcome.Returned returned) {
            pin(run, returned.value().carried());
        }
    }

    private void pin(Run run, List<Carried> carried) {
        if (!carried.isEmpty()) {
            caller.pin(carried);
            run.pinned.addAll(carried);
        }
    }

    // ---- what is asked

    @Nullable Mailbox mailbox(Id id) {
        return tesserae.get(id);
    }

    /** How busy this worker is, and what waits of the tasks that this unit made. */
    public ClusterMessage.Heartbeat load(long now, TaskBacklog made) {
        return new ClusterMessage.Heartbeat(
                tesserae.count(), tesserae.queued(), scheduler.underWay().size(), made.plus(tesserae.backlog(now)));
    }

    /** The tesserae here that have a name, for a monitor that has to learn them. */
    public List<ClusterMessage.Named> named() {
        return tesserae.named();
    }

    /** The tesserae here that take room of the node, for a monitor that has to learn them. */
    public List<ClusterMessage.Hosted> hosted() {
        return tesserae.hosted();
    }

    /** What is open, for tests: tesserae, outcomes, values, questions, fetches; 0 when all is over. */
    public int open() {
        return tesserae.open()
                + values.open()
                + fetches.open()
                + scheduler.underWay().size()
                + outcomes.open()
                + turns.open();
    }

    /** In words, for tests and for {@code mosaic status}. */
    public String describe() {
        return "tesserae=" + tesserae.open() + ", values=" + values.open() + ", fetches=" + fetches.open()
                + ", running=" + scheduler.underWay().size() + ", unregistered=" + outcomes.open()
                + ", permits=" + scheduler.freePermits() + ", extra="
                + scheduler.extraPermits() + tesserae.describe();
    }
}
