package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.List;
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
    private final List<Run> unregistered = new ArrayList<>();

    /** Calls with a timeout that wait for arguments. */
    private final List<Run> impatient = new ArrayList<>();

    public MailboxMachine(Links links, MailboxSettings settings, MailboxOutput out, CallerSide caller, Labels labels) {
        this.settings = settings;
        this.links = links;
        this.out = out;
        this.caller = caller;
        this.labels = labels;
        this.fetches = new Fetches(links, this::resolved);
        this.values = new Values(links, caller::unpin, out::released);
        this.scheduler = new Scheduler(settings.permits(), out);
        this.tesserae = new Tesserae(this);
        this.waits = new Waits(this, links);
        this.cancels = new Cancels(this);
    }

    // ---- what user code does

    /** A run has ended: {@link Outcome.Returned} or {@link Outcome.Failed}. */
    public void finished(long now, Run run, Outcome outcome) {
        scheduler.giveWay(run);
        scheduler.end(run);
        run.blockedOn = null;
        if (run.cancelled && outcome instanceof Outcome.Returned unwanted) {
            out.released(unwanted.value());
        }
        Outcome told = run.cancelled ? Outcome.cancelled(run.task()) : outcome;
        if (told instanceof Outcome.Returned returned) {
            caller.pin(returned.value().carried());
            run.pinned.addAll(returned.value().carried());
            if (returned.value().sizeBytes() > settings.inlineBytes() && !run.abandoned) {
                caller.pin(returned.value().carried());
                values.keep(run.task(), returned.value());
                told = new Outcome.Held(returned.value().sizeBytes());
            } else if (run.abandoned) {
                out.released(returned.value());
            }
        }
        if (run.item instanceof StreamMessage.Create) {
            told = tesserae.created(run, told);
        }
        conclude(run, told);
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
            scheduler.unblocked(run);
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
                report(known);
            }
            return;
        }
        Run run = new Run(mailbox, line, item, now);
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
        pin(run, run.arguments().carried());
        if (run.item instanceof StreamMessage.Create create) {
            tesserae.expected(mailbox, create, run.line.caller);
        }
        if (mailbox.failure != null) {
            conclude(run, new Outcome.Failed(mailbox.failure));
            return;
        }
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
        if (run.unresolved > 0 && run.item instanceof StreamMessage.Call call && call.timeoutNanos() > 0) {
            impatient.add(run);
        }
        if (mailbox.isPool()) {
            if (run.unresolved == 0) {
                mailbox.readyRuns.add(run);
            }
        } else if (run.isPeek() && run.unresolved == 0 && mailbox.state == Mailbox.State.LISTENING) {
            run.aside = true;
            scheduler.start(now, run);
            return;
        } else {
            run.line.queue.add(run);
            offer(run.line);
        }
        scheduler.offer(mailbox);
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

    /** Puts the line among those whose head can start, where it can. */
    void offer(Line line) {
        Run head = line.queue.peek();
        Mailbox mailbox = line.mailbox;
        boolean open =
                mailbox.state == Mailbox.State.LISTENING || (head != null && head.item instanceof StreamMessage.Create);
        if (head != null && head.unresolved == 0 && open && !line.offered) {
            line.offered = true;
            mailbox.ready.add(line);
            scheduler.offer(mailbox);
        }
    }

    private void resolved(Run run, Outcome outcome) {
        run.unresolved--;
        pinValue(run, outcome);
        if (run.unresolved == 0) {
            resolved(run);
        }
    }

    private void resolved(Run run) {
        if (run.mailbox.isPool()) {
            run.mailbox.readyRuns.add(run);
            scheduler.offer(run.mailbox);
        } else if (run.line.queue.peek() == run) {
            offer(run.line);
        }
    }

    private void schedule(long now) {
        scheduler.schedule(now, this::next);
    }

    private @Nullable Run next(long now, Mailbox mailbox) {
        while (mailbox.canStart()) {
            Run run;
            if (mailbox.isPool()) {
                run = mailbox.readyRuns.remove();
            } else {
                Line line = mailbox.ready.remove();
                line.offered = false;
                run = line.queue.remove();
                offer(line);
            }
            if (run.argumentFailure != null) {
                refuse(run, run.argumentFailure);
            } else if (isLate(now, run)) {
                refuse(run, Failure.of(Failure.Kind.TIMED_OUT, "task=" + run.task() + " was not started in time"));
            } else if (run.item instanceof StreamMessage.Drop) {
                tesserae.drop(run);
            } else {
                return run;
            }
        }
        return null;
    }

    /** Calls whose time is over while they wait for arguments hold back nobody any longer. */
    private void expire(long now) {
        impatient.removeIf(run -> {
            if (run.state != Run.State.WAITING || run.unresolved == 0 || run.abandoned) {
                return true;
            }
            if (!isLate(now, run)) {
                return false;
            }
            cancel(run);
            run.unresolved = 0;
            resolved(run);
            return true;
        });
    }

    private static boolean isLate(long now, Run run) {
        return run.item instanceof StreamMessage.Call call
                && call.timeoutNanos() > 0
                && now - run.arrivedNanos > call.timeoutNanos();
    }

    /** An outcome without a run. */
    private void refuse(Run run, Failure failure) {
        Outcome outcome = new Outcome.Failed(failure);
        conclude(run, run.item instanceof StreamMessage.Create ? tesserae.created(run, outcome) : outcome);
    }

    /** The caller wants a call no more. What waits is over at once, what runs is told so and over when its code ends. */
    public void cancel(long now, long from, ReplyMessage.Cancel message) {
        Mailbox mailbox = tesserae.get(message.mailbox());
        Line line = mailbox == null ? null : mailbox.line(from);
        Run run = line == null ? null : line.item(message.number());
        if (run != null && run.task().equals(message.task())) {
            cancels.cancel(now, run, message.force());
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

    public void elsewhere(long from, ValueMessage.Elsewhere elsewhere) {
        fetches.elsewhere(from, elsewhere);
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

    public void probe(ValueMessage.Probe probe) {
        waits.received(probe);
    }

    // ---- links, verdicts, time

    public void connected(long unit) {
        fetches.connected(unit);
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

    /** Proxies that this unit got are known to their workers by now. */
    public void registered() {
        if (!unregistered.isEmpty()) {
            List<Run> again = List.copyOf(unregistered);
            unregistered.clear();
            again.forEach(this::reportIfRegistered);
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

    /** Every 10 to 100 ms. */
    public void tick(long now) {
        registered();
        if (!impatient.isEmpty()) {
            expire(now);
        }
        waits.tick(now);
        values.tick(now);
        tesserae.tick(now);
        scheduler.forEach(run -> {
            if (!run.startedSaid && now - run.startedNanos > settings.startedNanos()) {
                run.startedSaid = true;
                links.send(run.caller(), new ReplyMessage.Started(run.task(), run.tessera(), run.item.number()));
            }
        });
        schedule(now);
    }

    // ---- outcomes

    /** Keeps the outcome and tells it. */
    void conclude(Run run, Outcome outcome) {
        run.state = Run.State.OVER;
        run.outcome = outcome;
        letGo(run);
        if (outcome instanceof Outcome.Returned returned && !run.abandoned) {
            caller.pin(returned.value().carried());
        }
        reportIfRegistered(run);
    }

    private void reportIfRegistered(Run run) {
        if (!run.abandoned && !placeCarried(run)) {
            unregistered.add(run);
            return;
        }
        if (!run.pinned.isEmpty()) {
            if (!caller.areRegistered(run.pinned)) {
                unregistered.add(run);
                return;
            }
            caller.unpin(List.copyOf(run.pinned));
            run.pinned.clear();
        }
        if (!run.abandoned) {
            report(run);
        }
    }

    /** A result names the workers of the proxies in it; false while one has no place yet. */
    private boolean placeCarried(Run run) {
        Payload kept = values.kept(run.task());
        Payload value = run.outcome instanceof Outcome.Returned returned ? returned.value() : kept;
        if (value == null || value.carried().isEmpty()) {
            return true;
        }
        List<Carried> placed = caller.placed(value.carried());
        if (placed == null) {
            return false;
        }
        if (kept == null) {
            run.outcome = new Outcome.Returned(value.withCarried(placed));
        } else {
            values.keep(run.task(), value.withCarried(placed));
        }
        return true;
    }

    private void report(Run run) {
        Outcome outcome = run.outcome;
        if (outcome == null) {
            return;
        }
        run.reported = true;
        links.send(run.caller(), new ReplyMessage.Done(run.task(), run.tessera(), run.item.number(), outcome));
        if (!run.askers.isEmpty()) {
            run.askers.forEach(asker -> values.answer(run.task(), asker, outcome));
            run.askers = List.of();
        }
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

    /** How busy this worker is. */
    public ClusterMessage.Heartbeat load() {
        return new ClusterMessage.Heartbeat(
                tesserae.count(), tesserae.queued(), scheduler.underWay().size());
    }

    /** The tesserae here that have a name, for a monitor that has to learn them. */
    public List<ClusterMessage.Named> named() {
        return tesserae.named();
    }

    /** What is open, for tests: tesserae, outcomes, values, questions, fetches; 0 when all is over. */
    public int open() {
        return tesserae.open()
                + values.open()
                + fetches.open()
                + scheduler.underWay().size()
                + unregistered.size()
                + impatient.size();
    }

    /** In words, for tests and for {@code mosaic status}. */
    public String describe() {
        return "tesserae=" + tesserae.open() + ", values=" + values.open() + ", fetches=" + fetches.open()
                + ", running=" + scheduler.underWay().size() + ", unregistered=" + unregistered.size()
                + ", permits=" + scheduler.freePermits() + tesserae.describe();
    }
}
