package dev.mosaic.unit.calls;

import dev.mosaic.message.Carried;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Endings;
import dev.mosaic.unit.links.Links;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The caller's side of a unit: its tasks from the call to the last use of their results, its streams to mailboxes, its leases
 * and the proxies it holds.
 *
 * <p>Events are methods; what is to be done goes to {@link CallOutput} and {@link Links}. The design is told in {@code
 * docs/design/002-kernel.md}.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1) for each event, O(what is open at that unit) for a link or a verdict; one
 * entry of about 200 B for each task, from the call until nobody wants it. <b>Failure:</b> every task becomes final: by its
 * mailbox, by the verdict on its worker, or by its timeout.
 */
public final class CallMachine {
    final CallSettings settings;
    final Links links;
    final CallOutput out;
    final TaskBook book;
    final Holdings holdings;
    final Channels channels;
    final Lives lives;
    final TaskPool pool;
    final Repeats repeats;

    final Endings endings;

    private final IntSupplier oldestHere;
    private final Eras eras = new Eras();
    private final ArrayDeque<OwnTask> woken = new ArrayDeque<>();
    private long lastNumber;
    private long lastNanos;
    private long creditUsed;

    /** Somebody was told to wait for credit. */
    private boolean refused;

    /** @param oldestHere the least era of the calls whose code runs in this unit: a task of which nobody knows who makes it may be theirs */
    public CallMachine(Links links, CallSettings settings, CallOutput out, IntSupplier oldestHere) {
        this.oldestHere = oldestHere;
        this.settings = settings;
        this.links = links;
        this.out = out;
        this.endings = new Endings(links);
        this.book = new TaskBook(this);
        this.holdings = new Holdings(this);
        this.channels = new Channels(this);
        this.lives = new Lives(this);
        this.pool = new TaskPool(this);
        this.repeats = new Repeats(this);
    }

    // ---- what the program does

    /** A name for a task or a tessera to come. */
    public Id nextId() {
        return new Id(links.self(), ++lastNumber);
    }

    /** False where a call with that many bytes of arguments has to wait for {@link CallOutput#creditFreed}. */
    public boolean admits(long bytes) {
        boolean admitted = creditUsed == 0 || creditUsed + bytes + settings.overheadBytes() <= settings.creditBytes();
        refused |= !admitted;
        return admitted;
    }

    /** Makes a tessera; {@code task} is its construction. The program holds one handle of it. */
    public void create(long now, Id task, Id tessera, Birth birth) {
        create(now, task, tessera, birth, null, Order.NO_ERA);
    }

    /** The same, by the code of that call. */
    public void create(long now, Id task, Id tessera, Birth birth, @Nullable Id parent, int era) {
        Order order =
                new Order(birth.constructor(), false, 0, 0, birth.dependencies(), birth.arguments()).by(parent, era);
        OwnTask entry = begin(now, new OwnTask(task, OwnTask.Kind.CREATE, order, birth));
        channels.open(tessera, birth, entry);
        drain(now);
    }

    /** Calls a tessera that this unit holds. */
    public void call(long now, Id task, Id tessera, Order order) {
        channels.enqueue(now, tessera, begin(now, new OwnTask(task, OwnTask.Kind.CALL, order, null)));
        drain(now);
    }

    /** Runs a stateless task. */
    public void submit(long now, Id task, Order order) {
        pool.enqueue(now, begin(now, new OwnTask(task, OwnTask.Kind.STATELESS, order, null)));
        drain(now);
    }

    /** Ends a tessera. */
    public void drop(long now, Id task, Id tessera) {
        channels.enqueue(now, tessera, begin(now, new OwnTask(task, OwnTask.Kind.DROP, Order.NOTHING, null)));
        drain(now);
    }

    /** Ends a tessera at once: what waits or runs there fails. */
    public void kill(long now, Id task, Id tessera) {
        channels.kill(now, tessera, begin(now, new OwnTask(task, OwnTask.Kind.KILL, Order.NOTHING, null)));
        drain(now);
    }

    /** The same, of a tessera whose construction was given up; nobody waits for that. */
    void endUnseen(long now, Id tessera) {
        OwnTask entry = begin(now, new OwnTask(nextId(), OwnTask.Kind.KILL, Order.NOTHING, null));
        entry.wish = OwnTask.Wish.GIVE_UP;
        entry.reachable = false;
        endsForBarriers(entry);
        channels.kill(now, tessera, entry);
    }

    /**
     * Wants a task no more: {@link CallOutput#completed} tells how it ends.
     *
     * @param force true where its worker is to end if it runs
     */
    public void cancel(long now, Id task, boolean force) {
        OwnTask entry = book.get(task);
        if (entry != null) {
            book.cancel(now, entry, force);
        }
        drain(now);
    }

    /** The same for all that the code of a call has made. */
    public void cancelAll(long now, Id parent, boolean force) {
        book.cancelAll(now, parent, force);
        drain(now);
    }

    /** Wants the value of a task; {@link CallOutput#value} gives it when it is there. */
    public void want(long now, Id task) {
        book.want(task);
        drain(now);
    }

    /** The program can reach the task no more. */
    public void forget(long now, Id task) {
        OwnTask entry = book.get(task);
        if (entry != null) {
            entry.reachable = false;
            book.forgetIfDone(entry);
        }
        drain(now);
    }

    /** The program got a proxy out of a payload, or by name. */
    public void handleGained(long now, Id tessera, long worker) {
        Channel channel = holdings.channel(tessera, worker);
        channel.handles++;
        holdings.hold(channel);
        drain(now);
    }

    /** A proxy of the program became unreachable. */
    public void handleLost(long now, Id tessera) {
        Channel channel = channels.get(tessera);
        if (channel != null && channel.handles > 0) {
            channel.handles--;
            holdings.letGo(channel);
        }
        drain(now);
    }

    /** Looks for a tessera by its name in this program. */
    public void find(long request, String name) {
        channels.find(request, name);
    }

    // ---- what is asked about tasks and tesserae

    /** Stateless tasks that wait for a worker. */
    public TaskBacklog backlog(long now) {
        return pool.backlog(now);
    }

    /** What calls wait for that have no worker, or no room in one; empty where none does. Cost: O(tesserae). */
    public String waitsFor() {
        String tasks = pool.waitsFor();
        return tasks.isEmpty() ? channels.waitsFor() : tasks;
    }

    /** Null where the unit knows it no more. */
    public @Nullable TaskView task(Id task) {
        OwnTask entry = book.get(task);
        return entry == null ? null : book.view(entry);
    }

    /** Null where the unit knows it no more. */
    public @Nullable TesseraView tessera(Id tessera) {
        Channel channel = channels.get(tessera);
        return channel == null ? null : TesseraView.of(channel);
    }

    /** Where a task of this unit is; null while it is nowhere, or over. */
    public @Nullable Need whereIs(Id task) {
        OwnTask entry = book.get(task);
        if (entry == null || entry.isOver() || !entry.isSent() || entry.channel == null) {
            return null;
        }
        return new Need(task, entry.channel.worker, entry.channel.mailbox, entry.number, false, null);
    }

    /**
     * Where to look for what keeps a task of this unit from ending: its own place; of one that was not sent, that of what it needs, and of
     * what the first of its stream needs.
     */
    public List<Need> inTheWayOf(Id task) {
        List<Need> found = new ArrayList<>();
        OwnTask entry = book.get(task);
        if (entry != null) {
            inTheWay(entry, new HashSet<>(), found);
        }
        return found;
    }

    private void inTheWay(OwnTask entry, Set<Id> seen, List<Need> found) {
        if (entry.isOver() || !seen.add(entry.id)) {
            return;
        }
        Need at = whereIs(entry.id);
        if (at != null) {
            found.add(at);
            return;
        }
        for (Dependency dependency : entry.order.dependencies()) {
            OwnTask needed = book.get(dependency.task());
            if (needed != null) {
                inTheWay(needed, seen, found);
            }
        }
        // What a life before has given back stands before all that waits.
        Channel channel = entry.channel;
        OwnTask first = channel == null || channel.givenBack.contains(entry) ? null : channel.waiting.peek();
        if (first != null) {
            inTheWay(first, seen, found);
        }
    }

    /** Holds the proxies in a payload that arrived. */
    public void pin(List<Carried> carried) {
        holdings.pin(carried);
    }

    /** Takes back {@link #pin}. */
    public void unpin(List<Carried> carried) {
        holdings.unpin(carried);
        drain(lastNanos);
    }

    /** The same proxies with the workers they live in; null while one of them cannot be reached yet. */
    public @Nullable List<Carried> placed(List<Carried> carried) {
        return holdings.areReachable(carried) ? holdings.placed(carried) : null;
    }

    /** True where their workers know that this unit holds them, so that whoever sent them may let go. */
    public boolean areRegistered(List<Carried> carried) {
        return holdings.areRegistered(carried);
    }

    /**
     * The place of one whose worker has not said that it is held here; their number where all have.
     *
     * @param from where it was when that was asked before
     */
    public int firstUnregistered(List<Carried> carried, int from) {
        return holdings.firstUnregistered(carried, from);
    }

    /** The unit that counts who holds that tessera; 0 where none is known. */
    public long counterOf(Id tessera) {
        Channel channel = channels.get(tessera);
        return channel == null ? 0 : links.actual(channel.worker);
    }

    /** What is open, for tests: tasks and streams to tesserae; 0 when all is over. */
    public int open() {
        return book.size() + channels.openTesserae();
    }

    /** What is open, in words. */
    public String describe() {
        return "tasks=" + book.size() + channels.describe();
    }

    /** Calls with a timeout that are not over, for tests. */
    public int deadlines() {
        return book.deadlines.size();
    }

    /** What counts against the byte credit. */
    public long creditUsed() {
        return creditUsed;
    }

    // ---- barriers

    /** The era of what a thread of the program makes now. */
    public int era() {
        return eras.current();
    }

    /** A barrier began that era: what was made before is of an earlier one. */
    public void heard(int era) {
        eras.heard(era);
    }

    /** How many tasks of eras before that one have not ended, but for those. */
    public long openBefore(int era, Collection<Id> without) {
        long open = eras.openBefore(era);
        for (Id task : without) {
            OwnTask entry = open == 0 ? null : book.get(task);
            if (entry != null && entry.counted != null && entry.era < era) {
                open--;
            }
        }
        return open;
    }

    /** How many tasks of eras before that one this unit has made. */
    public long madeBefore(int era) {
        return eras.madeBefore(era);
    }

    /** The calls whose code made those of the tasks that are this unit's. */
    public List<Id> makersOf(Collection<Id> made) {
        List<Id> makers = new ArrayList<>();
        for (Id task : made) {
            OwnTask entry = book.get(task);
            if (entry != null && entry.order.parent() != null) {
                makers.add(entry.order.parent());
            }
        }
        return makers;
    }

    // ---- what comes from other units

    public void done(long now, long from, ReplyMessage.Done done) {
        channels.done(now, from, done);
        drain(now);
    }

    public void started(long from, ReplyMessage.Started started) {
        OwnTask entry = book.get(started.task());
        if (entry != null
                && entry.number == started.number()
                && entry.channel != null
                && entry.channel.worker == from) {
            book.started(entry);
            drain(lastNanos);
        }
    }

    public void value(long now, long from, ValueMessage.Value value) {
        book.value(from, value);
        drain(now);
    }

    public void elsewhere(long now, long from, ValueMessage.Elsewhere elsewhere) {
        Failure failure = Failure.of(Failure.Kind.RESULT_LOST, "its producer has the result no more");
        book.value(from, new ValueMessage.Value(elsewhere.task(), elsewhere.wanted(), new Outcome.Failed(failure)));
        drain(now);
    }

    public void locate(long from, ValueMessage.Locate locate) {
        book.locate(from, locate);
        drain(lastNanos);
    }

    public void released(long from, ValueMessage.Released released) {
        book.releases.released(from, released.batch());
    }

    /** Another store is the home; it is told which entries are held here. Where there is none, nobody counts them now. */
    public void homeChanged(long now) {
        if (links.isDead(Carried.HOME)) {
            channels.lost(now, Carried.HOME, "no warehouse is there");
        } else {
            channels.homeChanged();
            lives.homeChanged();
        }
        drain(now);
    }

    public void held(long now, long from, ValueMessage.Held held) {
        holdings.held(now, from, held);
        drain(now);
    }

    public void placed(long now, ClusterMessage.Placed placed) {
        if (!pool.seats().placed(now, placed)) {
            channels.placed(now, placed);
        }
        drain(now);
    }

    public void refused(long now, ClusterMessage.Refused refused) {
        if (!pool.seats().refused(refused)) {
            channels.refused(now, refused);
        }
        drain(now);
    }

    public void found(ClusterMessage.Found found) {
        channels.found(found);
    }

    /** The home about the next life of a tessera, or its worker about this one. */
    public void life(long now, long from, LifeMessage message) {
        boolean isHome = from == links.actual(Carried.HOME);
        switch (message) {
            case LifeMessage.Alive alive when isHome -> lives.alive(now, alive);
            case LifeMessage.Gone gone when isHome -> lives.gone(now, gone);
            case LifeMessage.Moving moving -> lives.moving(now, from, moving.tessera());
            default -> {} // for workers, or for the home
        }
        drain(now);
    }

    public void leased(long now, ClusterMessage.Leased leased) {
        pool.leased(now, leased);
        drain(now);
    }

    // ---- links, verdicts, time

    /** A link is up; {@link Links#connected} was told. */
    public void connected(long now, long unit) {
        channels.connected(now, unit);
        lives.connected(unit);
        book.connected(unit);
        drain(now);
    }

    /** A monitor listens: the first one, or its successor, or the same on a new link. What is open is asked again. */
    public void monitor(long now, long instance) {
        endings.monitor(instance);
        channels.monitor(instance);
        pool.monitor(instance);
        drain(now);
    }

    /** The verdict on a unit; {@link Links#lost} was told. */
    public void lost(long now, long unit, String reason) {
        channels.lost(now, unit, reason);
        lives.lost(now);
        pool.lost(now, unit, reason);
        book.lost(unit);
        drain(now);
    }

    /** Units that are waited for, and to which there is no link. */
    public void unreached(Set<Long> units) {
        channels.unreached(units);
        lives.unreached(units);
        book.unreached(units);
    }

    /**
     * That unit is alive, and could not be reached for too long: what waits for it fails, or goes elsewhere. What had not come there does not
     * run there when there is a link again.
     *
     * @param reason names both sides
     */
    public void giveUp(long now, long unit, String reason) {
        channels.giveUp(now, unit, reason);
        lives.giveUp(now, unit, reason);
        book.giveUpFetches(unit, reason);
        drain(now);
    }

    /** Every 10 to 100 ms. */
    public void tick(long now) {
        book.expire(now);
        book.cancelAgain(now);
        channels.tick();
        lives.tick(now);
        pool.tick(now);
        book.releases.flush();
        drain(now);
    }

    // ---- shared by the parts

    /** When the last event was dealt with. */
    long lastNanos() {
        return lastNanos;
    }

    private OwnTask begin(long now, OwnTask entry) {
        book.add(now, entry);
        creditUsed += cost(entry);
        entry.era = entry.order.era() >= 0 ? entry.order.era() : eraOfAnyThread();
        entry.counted = eras.opened(entry.era);
        return entry;
    }

    private int eraOfAnyThread() {
        int current = eras.current();
        return current == 0 ? 0 : Math.min(current, oldestHere.getAsInt());
    }

    /** It runs again, and counts again. */
    void reopened(OwnTask entry) {
        creditUsed += cost(entry);
        entry.counted = eras.opened(entry.era);
    }

    /** No barrier waits for it any more: nobody can say when it ends there. */
    void endsForBarriers(OwnTask entry) {
        if (entry.counted != null) {
            entry.counted.ended();
            entry.counted = null;
        }
    }

    private long cost(OwnTask entry) {
        return entry.bytes + settings.overheadBytes();
    }

    /** Nothing more will come from a mailbox for this task. */
    void settle(OwnTask entry, Outcome outcome) {
        if (entry.isSettled()) {
            return;
        }
        creditUsed -= cost(entry);
        endsForBarriers(entry);
        if (refused) {
            refused = false;
            out.creditFreed();
        }
        if (entry.isSent() && entry.channel != null) {
            entry.channel.unsettled--;
        }
        book.settle(entry, outcome);
    }

    /** These calls may be sent now; they are looked at when the event is dealt with otherwise. */
    void wake(List<OwnTask> waiters) {
        woken.addAll(waiters);
    }

    private void drain(long now) {
        lastNanos = now;
        for (OwnTask entry = woken.poll(); entry != null; entry = woken.poll()) {
            if (entry.state == OwnTask.State.PARKED) {
                entry.to(OwnTask.State.WAITING);
            }
            if (entry.isSettled()) {
                continue;
            }
            if (entry.kind == OwnTask.Kind.STATELESS) {
                pool.enqueue(now, entry);
            } else if (entry.channel != null) {
                channels.pump(now, entry.channel);
            }
        }
        holdings.closeUnneeded();
    }
}
