package dev.mosaic.unit.calls;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.TaskBacklog;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stateless tasks: workers on lease from the monitor, several tasks in flight at each, the least loaded first, and again
 * elsewhere when a worker is lost.
 *
 * <p>How many are in flight follows from how long they take: enough to keep a worker busy for {@link
 * CallSettings#inFlightNanos}, so that short ones do not wait for the wire and long ones do not wait behind each other. That is
 * no bound: where none ends for a while, since all wait for tasks of their own, more and more are sent. One that was in flight at a
 * worker that was lost is alone in the next, as it may be what ended that.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(leases) for each task.
 */
final class TaskPool {
    /** Beyond this many unconfirmed numbers a long task must end first. */
    private static final int WIDEST = 1 << 16;

    /** When nothing ends for this long while tasks wait to be sent, more are sent. */
    private static final long PATIENCE_NANOS = 50_000_000L;

    /** The same, while workers are being started: what is sent now would not go to them. */
    private static final long PATIENCE_FOR_WORKERS_NANOS = 10_000_000_000L;

    /** The same at least, before more are sent to a worker where one is alone. */
    private static final long PATIENCE_ALONE_NANOS = 1_000_000_000L;

    /** Where none ends for this long, those that wait behind are stuck. */
    private static final long STUCK_NANOS = 100_000_000L;

    /** Of a task that takes longer it pays to wait for a free worker. */
    private static final long LONG_NANOS = 2_000_000L;

    private static final class Lease {
        private final Channel channel;
        private int inFlight;
        private boolean granted;
        private long averageNanos;
        private long lastDoneNanos;

        /** Something in flight there was lost before. */
        private boolean alone;

        private Lease(Channel channel) {
            this.channel = channel;
        }
    }

    private final CallMachine machine;
    private final Seats seats;
    private final Map<Long, Lease> leases = new LinkedHashMap<>();
    private final ArrayDeque<OwnTask> backlog = new ArrayDeque<>();

    /** Given up before in each worker that has room; they hold back nobody. */
    private final ArrayDeque<OwnTask> apart = new ArrayDeque<>();

    private List<Lease> granted = List.of();
    private long monitor;
    private int asked;
    private int coming;
    private int inFlight;
    private long busyNanos;
    private long doneNanos;

    /**
     * Times the usual depth: tasks that wait for tasks of their own must not keep those from being sent. It stays until they have ended, or
     * each of the next would wait for it again.
     */
    private int stretch = 1;

    /** The same where one that was lost is: so many are in a worker. It grows later, since tasks may just take long. */
    private int together = 1;

    private long averageNanos;

    /** When one has ended, or more have been sent together. */
    private long aloneNanos;

    TaskPool(CallMachine machine) {
        this.machine = machine;
        this.seats = new Seats(machine, this);
    }

    /** Those of tasks that need more than a processor. */
    Seats seats() {
        return seats;
    }

    /** The stream to a worker, leased or not. */
    Channel channel(long worker) {
        return leases.computeIfAbsent(worker, this::open).channel;
    }

    void enqueue(long now, OwnTask entry) {
        if (!mayGo(entry)) {
            return;
        }
        if (entry.order.isPinned()) {
            sendPinned(now, entry);
        } else if (entry.order.isClaiming()) {
            seats.enqueue(now, entry);
        } else {
            entry.sentNanos = now;
            backlog.add(entry);
            dispatch(now);
        }
    }

    /** False where it is over, or waits for what it needs and comes again when that has changed. */
    boolean mayGo(OwnTask entry) {
        if (entry.isOver()) {
            machine.settle(entry, java.util.Objects.requireNonNull(entry.outcome));
            return false;
        }
        if (!machine.book.isReady(entry)) {
            return false;
        }
        Failure failed = machine.book.failedDependency(entry);
        if (failed != null) {
            machine.settle(entry, new Outcome.Failed(failed));
        }
        return failed == null;
    }

    /** At once, and beside those that are counted: how long it takes says nothing about others, and no lease is needed. */
    private void sendPinned(long now, OwnTask entry) {
        long worker = entry.order.worker();
        if (machine.links.isDead(worker)) {
            machine.settle(entry, lost(entry, "the only one it may run in"));
        } else {
            machine.channels.send(now, channel(worker), entry);
        }
    }

    private void dispatch(long now) {
        for (OwnTask head = backlog.peek(); head != null; head = backlog.peek()) {
            if (head.isOver()) {
                backlog.poll();
                machine.settle(head, java.util.Objects.requireNonNull(head.outcome));
                continue;
            }
            Lease near = near(head);
            Lease lease = near == null ? leastLoaded(head) : near;
            if (lease == null && (head.left.isEmpty() || (head.wasLost && isWithoutRoom(head)))) {
                break;
            }
            backlog.poll();
            if (lease == null) {
                apart.add(head);
                continue;
            }
            lease.alone = head.wasLost || (lease.alone && lease.inFlight > 0);
            lease.inFlight++;
            inFlight++;
            machine.channels.send(now, lease.channel, head);
        }
        busyNanos = now;
        int waiting = backlog.size() + apart.size();
        int wanted = Math.min(machine.settings.mostLeases(), waiting + inFlight);
        if (waiting > 0 && wanted > asked) {
            asked = Math.min(machine.settings.mostLeases(), Math.max(wanted, 2 * asked));
            ask();
        }
    }

    TaskBacklog backlog(long now) {
        return backlog.isEmpty()
                ? TaskBacklog.NONE
                : new TaskBacklog(backlog.size(), now - backlog.element().sentNanos);
    }

    /** What tasks wait for, where they have no worker at all; empty where they do not. */
    String waitsFor() {
        if (backlog.isEmpty() || !granted.isEmpty()) {
            return seats.waitsFor();
        }
        return coming > 0 ? "workers are being started, coming=" + coming : "no worker is there";
    }

    private void ask() {
        machine.links.send(monitor, new ClusterMessage.Lease(asked));
    }

    /** Where its arguments are; null where that does not matter, or there is no room there for what can run elsewhere. */
    private @Nullable Lease near(OwnTask task) {
        long worker = task.order.dependencies().isEmpty() ? 0 : machine.book.near(task);
        if (worker == 0 || machine.links.isDead(worker)) {
            return null;
        }
        if (machine.links.isUnreachable(worker) && !task.order.near()) {
            return null;
        }
        if (task.order.near()) {
            return leases.computeIfAbsent(worker, this::open); // leased or not: it is a worker of this program
        }
        Lease lease = leases.get(worker);
        return lease != null && lease.granted && hasRoom(lease, task) && !hasAttempt(lease, task) ? lease : null;
    }

    /**
     * An attempt was given up in that worker, and may run there or have its value there: that is kept under the name of the task, so
     * no other attempt goes there before.
     */
    private boolean hasAttempt(Lease lease, OwnTask task) {
        for (OwnTask attempt : task.left) {
            boolean isThere = attempt.channel == lease.channel;
            if (isThere && (!attempt.isSettled() || machine.book.releases.isOpen(lease.channel.worker, task.id))) {
                return true;
            }
        }
        return false;
    }

    private boolean hasRoom(Lease lease, OwnTask task) {
        boolean alone = task.wasLost || (lease.alone && lease.inFlight > 0);
        int most = alone ? together : depth(lease) * stretch;
        return lease.inFlight < most && lease.channel.next - lease.channel.confirmed < WIDEST;
    }

    /** One that cannot be reached only where there is no other. */
    private @Nullable Lease leastLoaded(OwnTask task) {
        Lease least = null;
        Lease last = null;
        boolean isAnyReached = false;
        for (int i = 0; i < granted.size(); i++) {
            Lease lease = granted.get(i);
            boolean isReached = !machine.links.isUnreachable(lease.channel.worker);
            isAnyReached |= isReached;
            if (!hasRoom(lease, task) || hasAttempt(lease, task)) {
                continue;
            }
            if (!isReached) {
                last = lease;
            } else if (least == null || lease.inFlight < least.inFlight) {
                least = lease;
            }
        }
        return isAnyReached ? least : last;
    }

    private int depth(Lease lease) {
        CallSettings settings = machine.settings;
        if (lease.averageNanos == 0) {
            return coming > 0 ? 1 : settings.fewestInFlight();
        }
        if (lease.averageNanos > LONG_NANOS && backlog.size() <= granted.size()) {
            return 1; // the last ones wait here for who is free first
        }
        long fitting = settings.inFlightNanos() / Math.max(1, lease.averageNanos);
        return Math.clamp(fitting, settings.fewestInFlight(), settings.mostInFlight());
    }

    void done(long now, Channel channel, OwnTask entry) {
        if (entry.order.isClaiming()) {
            seats.done(now, entry);
            return;
        }
        Lease lease = leases.get(channel.worker);
        if (lease == null || entry.order.isPinned()) {
            return;
        }
        lease.inFlight--;
        inFlight--;
        long took = Math.max(1, now - Math.max(entry.sentNanos, lease.lastDoneNanos));
        lease.lastDoneNanos = now;
        doneNanos = now;
        aloneNanos = now;
        lease.averageNanos = average(lease.averageNanos, took);
        averageNanos = average(averageNanos, took);
        if (backlog.isEmpty() && inFlight <= granted.size() * machine.settings.fewestInFlight()) {
            stretch = 1; // what waited for tasks of its own has ended
        }
        dispatch(now);
    }

    private static long average(long before, long took) {
        return before == 0 ? took : before + (took - before) / 8;
    }

    void leased(long now, ClusterMessage.Leased message) {
        leases.values().forEach(lease -> lease.granted = false);
        for (long worker : message.workers()) {
            if (!machine.links.isDead(worker)) {
                leases.computeIfAbsent(worker, this::open).granted = true;
            }
        }
        coming = message.coming();
        regrant();
        dispatch(now);
    }

    /** It has not begun there: it runs elsewhere. */
    void givenBack(long now, Channel channel, OwnTask entry) {
        Lease lease = leases.get(channel.worker);
        if (lease != null) {
            lease.inFlight--;
            inFlight--;
        }
        enqueue(now, entry);
    }

    /**
     * Tasks that wait behind a long one are asked back, the last first, for workers that have nothing to do; where there is none, for
     * more workers. Those that others ask for at their place stay.
     */
    private void balance(long now) {
        int free = (int) granted.stream().filter(lease -> lease.inFlight == 0).count();
        boolean waits = false;
        for (Lease lease : leases.values()) {
            if (lease.inFlight > 1 && now - lease.lastDoneNanos > STUCK_NANOS) {
                if (free > 0) {
                    free -= withdraw(now, lease, Math.min(free, lease.inFlight - 1));
                } else {
                    waits |= holdsBack(now, lease);
                }
            }
        }
        int wanted = Math.min(machine.settings.mostLeases(), inFlight);
        if (waits && wanted > asked) {
            asked = wanted;
            ask();
        }
    }

    /** True where a task waits there that could run elsewhere. */
    private static boolean holdsBack(long now, Lease lease) {
        Channel channel = lease.channel;
        for (long number = channel.next - 1; number > channel.confirmed; number--) {
            OwnTask entry = channel.sent(number);
            if (entry != null && mayMove(now, entry)) {
                return true;
            }
        }
        return false;
    }

    private int withdraw(long now, Lease lease, int most) {
        Channel channel = lease.channel;
        int asked = 0;
        for (long number = channel.next - 1; number > channel.confirmed && asked < most; number--) {
            OwnTask entry = channel.sent(number);
            if (entry != null && mayMove(now, entry)) {
                entry.to(OwnTask.State.WITHDRAWN);
                machine.links.send(
                        channel.worker, new ReplyMessage.Cancel(entry.id, channel.mailbox, number, false, true));
                asked++;
            }
        }
        return asked;
    }

    private static boolean mayMove(long now, OwnTask entry) {
        return entry.state == OwnTask.State.SENT
                && entry.wish == OwnTask.Wish.RUN
                && entry.isForAnyWorker()
                && !entry.isFinal()
                && now - entry.sentNanos > STUCK_NANOS;
    }

    private Lease open(long worker) {
        Id mailbox = Id.pool(worker);
        Channel known = machine.channels.get(mailbox);
        return new Lease(known != null ? known : machine.channels.add(new Channel(mailbox, worker)));
    }

    private void regrant() {
        granted = leases.values().stream().filter(lease -> lease.granted).toList();
    }

    void monitor(long instance) {
        monitor = instance;
        seats.monitor(instance);
        if (asked > 0) {
            ask();
        }
    }

    void lost(long now, long unit, String reason) {
        seats.lost(unit);
        Lease lease = leases.remove(unit);
        if (lease == null) {
            return;
        }
        inFlight -= lease.inFlight;
        together = 1;
        aloneNanos = now;
        regrant();
        for (OwnTask entry : lease.channel.unsettledTasks()) {
            retry(now, entry, reason);
        }
        dispatch(now);
    }

    private void retry(long now, OwnTask entry, String reason) {
        if (entry.isCancelled()) {
            machine.settle(entry, Outcome.cancelled(entry.id));
        } else if (!entry.isOver() && entry.attempt < entry.order.maxRetries() && !entry.order.isPinned()) {
            entry.wasLost = true;
            again(now, entry);
        } else {
            machine.settle(entry, lost(entry, reason));
        }
    }

    /** It is sent again when its worker is lost, and nobody else was told where it is. */
    boolean mayGoElsewhere(OwnTask entry) {
        return !entry.isCancelled() && entry.isForAnyWorker() && entry.attempt < entry.order.maxRetries();
    }

    /** Another attempt in another worker. Where this one has not come to its worker, it is not to run there any more. */
    void goElsewhere(long now, Channel channel, OwnTask entry) {
        OwnTask left = new OwnTask(entry.id, OwnTask.Kind.STATELESS, Order.NOTHING, null);
        left.outcome = Outcome.NOTHING;
        left.wish = OwnTask.Wish.GIVE_UP;
        left.to(OwnTask.State.SENT);
        left.number = entry.number;
        left.channel = channel;
        left.attempt = entry.attempt;
        left.reachable = false;
        left.sentNanos = entry.sentNanos;
        machine.reopened(left);
        machine.endsForBarriers(left);
        channel.replace(entry.number, left);
        entry.addLeft(left);
        again(now, entry);
    }

    private void again(long now, OwnTask entry) {
        entry.attempt++;
        entry.toWaiting();
        entry.channel = null;
        enqueue(now, entry);
    }

    private static Outcome lost(OwnTask entry, String reason) {
        return Outcome.failed(
                Failure.Kind.WORKER_LOST,
                "task=" + entry.id + " was lost with its worker, attempts=" + (entry.attempt + 1) + ": " + reason);
    }

    /** The workers that they were given up in may have told how that ended, or there are others. */
    private void lookAgain(long now) {
        if (!apart.isEmpty()) {
            for (OwnTask last = apart.pollLast(); last != null; last = apart.pollLast()) {
                backlog.addFirst(last);
            }
            dispatch(now);
        }
    }

    /** True where it could go to a worker that only has no room for it. */
    private boolean isWithoutRoom(OwnTask task) {
        return granted.stream()
                .anyMatch(lease -> !machine.links.isUnreachable(lease.channel.worker) && !hasAttempt(lease, task));
    }

    void tick(long now) {
        seats.tick(now);
        lookAgain(now);
        boolean idle = backlog.isEmpty() && apart.isEmpty() && inFlight == 0;
        stretch = idle ? 1 : stretch;
        if (!backlog.isEmpty() || apart.stream().anyMatch(this::isWithoutRoom)) {
            long patience = coming > 0 ? PATIENCE_FOR_WORKERS_NANOS : PATIENCE_NANOS;
            if (now - doneNanos > patience) {
                doneNanos = now;
                stretch = Math.min(2 * stretch, WIDEST);
                lookAgain(now); // what is apart may have room now
            }
            long usual =
                    averageNanos == 0 ? PATIENCE_FOR_WORKERS_NANOS : Math.max(2 * averageNanos, PATIENCE_ALONE_NANOS);
            if (inFlight > 0 && now - aloneNanos > Math.max(patience, usual)) {
                aloneNanos = now;
                int least =
                        granted.stream().mapToInt(lease -> lease.inFlight).min().orElse(0);
                together = Math.min(Math.max(2 * together, least + 1), WIDEST);
            }
            dispatch(now);
        } else if (!idle) {
            balance(now);
        } else if (asked > 0 && now - busyNanos > machine.settings.idleNanos()) {
            asked = 0;
            ask();
        }
    }
}
