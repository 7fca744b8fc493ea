package dev.mosaic.unit.calls;

import dev.mosaic.message.Carried;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a unit: calls go out in order once their needs have a place, outcomes come in, confirmations go back; and the
 * places of tesserae are asked for.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1) for each call; a message is built when it is sent and not kept.
 */
final class Channels {
    /** Where more wait for registrations, one look at all of them a tick does for many answers. */
    private static final int AT_ONCE = 64;

    private final CallMachine machine;
    private final Map<Id, Channel> channels = new LinkedHashMap<>();
    private final ArrayDeque<Channel> toConfirm = new ArrayDeque<>();
    private final Set<Channel> toRegister = new LinkedHashSet<>();

    /** What waits until that was registered waits no longer. */
    private boolean isAnyRemoved;

    /** The next tick is to look at those who wait. */
    private boolean isAnyRegistered;

    private final Map<Long, String> finding = new LinkedHashMap<>();
    private long monitor;

    Channels(CallMachine machine) {
        this.machine = machine;
    }

    @Nullable Channel get(Id mailbox) {
        return channels.get(mailbox);
    }

    Channel add(Channel channel) {
        channels.put(channel.mailbox, channel);
        if (machine.links.isDead(channel.worker)) {
            if (channel.mailbox.hasLives()) {
                machine.lives.seek(channel);
            } else {
                channel.failure = Failure.of(Failure.Kind.WORKER_LOST, "its worker was lost");
            }
        }
        return channel;
    }

    void remove(Channel channel) {
        channel.hold = Channel.Hold.REMOVED;
        isAnyRemoved = true;
        machine.lives.forget(channel);
        channels.remove(channel.mailbox, channel);
    }

    Collection<Channel> all() {
        return channels.values();
    }

    int openTesserae() {
        return finding.size()
                + (int) channels.values().stream()
                        .filter(each -> !each.mailbox.isPool())
                        .count();
    }

    String describe() {
        return channels.values().stream()
                .filter(each -> !each.mailbox.isPool())
                .map(each -> "; " + each.mailbox + ' ' + each.hold + ' ' + each.search + " handles=" + each.handles
                        + " pins=" + each.pins + " waiting=" + each.waiting.size() + " unsettled=" + each.unsettled
                        + (each.failure == null ? "" : " " + each.failure))
                .collect(Collectors.joining());
    }

    // ---- out

    void open(Id tessera, Birth birth, OwnTask construction) {
        Channel channel = add(new Channel(tessera, 0));
        channel.creator = true;
        channel.handles = 1;
        channel.hold = Channel.Hold.COUNTED;
        channel.holdVersion = machine.holdings.nextVersion();
        channel.stream = channel.holdVersion;
        channel.waiting.add(construction);
        construction.channel = channel;
        placeAgain(channel);
        // A construction whose arguments have failed fails now, whether there is a place or not.
        machine.wake(List.of(construction));
    }

    private void askForPlace(Channel channel, Birth birth) {
        channel.search = Channel.Search.PLACE;
        machine.links.send(
                monitor,
                new ClusterMessage.Place(
                        channel.mailbox,
                        birth.className(),
                        birth.signature(),
                        birth.name(),
                        birth.wish(),
                        birth.claim().near(machine.book.holders(birth))));
    }

    void enqueue(long now, Id mailbox, OwnTask entry) {
        Channel channel = channels.get(mailbox);
        if (channel == null) {
            machine.settle(entry, Outcome.failed(Failure.Kind.STOPPED, "tessera=" + mailbox + " is not held here"));
            return;
        }
        if (channel.killed != null && entry.kind != OwnTask.Kind.KILL) {
            machine.settle(entry, failed(channel, entry, channel.killed));
            return;
        }
        entry.channel = channel;
        channel.waiting.add(entry);
        if (channel.waiting.size() == 1) {
            pump(now, channel);
        }
    }

    /** What was not sent fails now; of the rest its mailbox says so. */
    void kill(long now, Id mailbox, OwnTask entry) {
        Channel channel = channels.get(mailbox);
        if (channel != null && channel.killed == null) {
            channel.killed = Failure.of(Failure.Kind.STOPPED, "tessera=" + mailbox + " was killed");
        }
        enqueue(now, mailbox, entry);
        if (channel != null) {
            pump(now, channel);
        }
    }

    /** Sends what can be sent, in order. */
    void pump(long now, Channel channel) {
        for (OwnTask head = channel.waiting.peek(); head != null; head = channel.waiting.peek()) {
            Outcome over = over(channel, head);
            if (over == null && !machine.book.isReady(head)) {
                giveBackPlace(channel, head);
                return;
            }
            Failure failed = over == null ? machine.book.failedDependency(head) : null;
            over = failed == null ? over : new Outcome.Failed(failed);
            if (over != null) {
                channel.waiting.poll();
                machine.settle(head, over);
                failConstruction(channel, head);
                continue;
            }
            if (isUnplaced(channel, head)) {
                askForPlace(channel, java.util.Objects.requireNonNull(head.birth));
                return;
            }
            if (channel.worker == 0 || channel.isClosing() || channel.isSeeking()) {
                return;
            }
            if (channel.isPassive() && !head.isDrop()) {
                machine.lives.seek(channel); // which wakes it
                return;
            }
            channel.waiting.poll();
            send(now, channel, head);
        }
        machine.holdings.letGo(channel);
    }

    /** How it ends without being sent; null where it does not. */
    private static @Nullable Outcome over(Channel channel, OwnTask head) {
        if (head.isFinal() && !head.isOwed()) {
            return head.outcome;
        }
        if (channel.failure != null) {
            return failed(channel, head, channel.failure);
        }
        return channel.killed != null && head.kind != OwnTask.Kind.KILL ? failed(channel, head, channel.killed) : null;
    }

    /** It claims room, and asks for that only now: what it needs has ended. */
    private static boolean isUnplaced(Channel channel, OwnTask head) {
        return head.isClaimingBirth() && channel.worker == 0 && channel.search == Channel.Search.NONE;
    }

    /** What it needs was lost while it waited for room, and is to be made again, for which the same room may be needed. */
    private void giveBackPlace(Channel channel, OwnTask head) {
        if (head.isClaimingBirth() && channel.worker != 0 && channel.creator && !channel.isSeeking()) {
            channel.worker = 0;
            machine.links.send(monitor, new ClusterMessage.Ended(channel.mailbox));
        }
    }

    /**
     * To drop what was dropped by then is no failure, where that can be since it was sent to a life before, or since it was killed
     * meanwhile. To kill what is over never is.
     */
    private static Outcome failed(Channel channel, OwnTask entry, Failure failure) {
        boolean mayBeOver = entry.numberBefore > 0 || channel.killed != null;
        boolean isDropped = entry.isDrop() && mayBeOver && failure.kind() == Failure.Kind.STOPPED;
        return isDropped || entry.kind == OwnTask.Kind.KILL ? Outcome.NOTHING : new Outcome.Failed(failure);
    }

    /** A tessera whose construction ended before it was sent is none. */
    private void failConstruction(Channel channel, OwnTask head) {
        boolean isFirst = channel.failure == null && head.kind == OwnTask.Kind.CREATE;
        if (isFirst && head.outcome instanceof Outcome.Failed failed) {
            placingEnded(channel);
            channel.worker = 0; // nobody is to look for it where it never was
            fail(channel, Failure.of(Failure.Kind.CONSTRUCTOR, "tessera=" + channel.mailbox, failed.failure()));
            machine.endings.say(monitor, channel.mailbox);
        }
    }

    private void fail(Channel channel, Failure failure) {
        channel.failure = channel.killed == null ? failure : channel.killed;
        machine.lives.stopSeeking(channel);
        wakeWaiters(channel);
    }

    /** Calls that carry its proxy may be sent by now. */
    void wakeWaiters(Channel channel) {
        machine.wake(channel.waiters);
        channel.waiters.clear();
    }

    /** Appends a task that is ready to the stream. */
    void send(long now, Channel channel, OwnTask entry) {
        entry.channel = channel;
        entry.to(OwnTask.State.SENT);
        entry.number = channel.append(entry);
        entry.sentNanos = now;
        machine.links.send(channel.worker, message(channel, entry));
        channel.confirmSaid = channel.confirmed;
        machine.book.moved(entry);
        if (entry.kind == OwnTask.Kind.CREATE) {
            wakeWaiters(channel);
        }
    }

    private StreamMessage message(Channel channel, OwnTask entry) {
        Order order = entry.order;
        boolean isRun = !entry.isSkipped();
        Payload arguments = isRun ? entry.arguments : Payload.EMPTY;
        if (!arguments.carried().isEmpty()) {
            arguments = arguments.withCarried(machine.holdings.placed(arguments.carried()));
        }
        List<Need> needs = isRun ? machine.book.needs(entry) : givenUp(entry);
        return switch (entry.kind) {
            case CREATE -> {
                Birth birth = java.util.Objects.requireNonNull(entry.birth);
                yield new StreamMessage.Create(
                        entry.id,
                        channel.mailbox,
                        channel.stream,
                        channel.confirmed,
                        birth.className(),
                        birth.signature(),
                        birth.constructor(),
                        birth.concurrency(),
                        birth.name(),
                        needs,
                        arguments,
                        birth.claim(),
                        birth.terms(),
                        entry.era);
            }
            case DROP, KILL ->
                new StreamMessage.Drop(
                        entry.id,
                        channel.mailbox,
                        channel.stream,
                        entry.number,
                        channel.confirmed,
                        entry.kind == OwnTask.Kind.KILL);
            case CALL, STATELESS ->
                new StreamMessage.Call(
                        entry.id,
                        channel.mailbox,
                        channel.stream,
                        entry.number,
                        channel.confirmed,
                        order.method(),
                        isRun && order.peek(),
                        entry.attempt,
                        isRun ? order.timeoutNanos() : 0,
                        needs,
                        arguments,
                        isRun && order.durable(),
                        entry.era);
        };
    }

    /**
     * What stands in the place of a call that was given up: what it needs has failed. Where it has not come it is over without a run, and those
     * behind it go on.
     */
    private static List<Need> givenUp(OwnTask entry) {
        Outcome why = Outcome.failed(Failure.Kind.CANCELLED, "task=" + entry.id + " was given up by its caller");
        return List.of(new Need(entry.id, 0, entry.id, 0, true, why));
    }

    // ---- in

    void done(long now, long from, ReplyMessage.Done done) {
        Channel channel = channels.get(done.mailbox());
        if (channel == null || machine.links.actual(channel.worker) != from) {
            return;
        }
        OwnTask entry = channel.sent(done.number());
        if (entry == null || entry.isSettled() || !entry.id.equals(done.task())) {
            return;
        }
        if (isGivenBack(entry, done.outcome())) {
            sentElsewhere(channel, entry);
            machine.pool.givenBack(now, channel, entry);
            advance(channel);
            return;
        }
        if (isMoved(done.outcome()) && entry.kind == OwnTask.Kind.CREATE && !channel.mailbox.hasLives()) {
            channel.backToStart(machine.holdings.nextVersion());
            machine.links.send(monitor, new ClusterMessage.Ended(channel.mailbox)); // it is not where it was placed
            if (channel.killed == null) {
                placeAgain(channel);
            } else {
                pump(now, channel);
            }
            return;
        }
        if (isMoved(done.outcome())) {
            machine.lives.moved(channel, entry);
            advance(channel);
            machine.lives.adopt(now, channel);
            return;
        }
        if (isRetried(entry, done.outcome())) {
            again(now, channel, entry);
            advance(channel);
            return;
        }
        machine.settle(
                entry,
                entry.isDrop() && done.outcome() instanceof Outcome.Failed(Failure failure)
                        ? failed(channel, entry, failure)
                        : done.outcome());
        switch (entry.kind) {
            case CREATE -> {
                if (done.outcome() instanceof Outcome.Failed failed) {
                    fail(channel, failed.failure());
                    pump(now, channel);
                }
            }
            case DROP, KILL -> {
                if (channel.failure == null) {
                    fail(channel, Failure.of(Failure.Kind.STOPPED, "tessera=" + channel.mailbox + " was dropped"));
                }
                pump(now, channel);
            }
            case STATELESS -> machine.pool.done(now, channel, entry);
            case CALL -> {}
        }
        advance(channel);
        machine.lives.adopt(now, channel);
    }

    private static boolean isMoved(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed && failed.failure().kind() == Failure.Kind.MOVED;
    }

    /** It was asked back, and had not begun. */
    private static boolean isGivenBack(OwnTask entry, Outcome outcome) {
        return entry.state == OwnTask.State.WITHDRAWN
                && !entry.isCancelled()
                && !entry.isOver()
                && outcome instanceof Outcome.Failed failed
                && failed.failure().kind() == Failure.Kind.CANCELLED;
    }

    private static void sentElsewhere(Channel channel, OwnTask entry) {
        channel.ended(entry.number, entry);
        entry.toWaiting();
        entry.channel = null;
    }

    private static boolean isRetried(OwnTask entry, Outcome outcome) {
        return outcome instanceof Outcome.Failed failed
                && entry.attempt < entry.order.maxRetries()
                && !entry.isOver()
                && !entry.isCancelled()
                && failed.failure().kind() == Failure.Kind.THROWN
                && entry.order.retriable().test(failed.failure());
    }

    /** Another attempt, with a number of its own; this one is over. */
    private void again(long now, Channel channel, OwnTask entry) {
        channel.ended(entry.number, entry);
        entry.attempt++;
        entry.toWaiting();
        if (entry.kind == OwnTask.Kind.STATELESS) {
            entry.channel = null;
            machine.pool.done(now, channel, entry);
            machine.pool.enqueue(now, entry);
        } else {
            channel.waiting.add(entry);
            pump(now, channel);
        }
    }

    /** Moves the confirmation over all that is settled, and whose proxies are held here by now. */
    void advance(Channel channel) {
        for (OwnTask first = channel.sent(channel.confirmed + 1);
                first != null && first.isSettled();
                first = channel.sent(channel.confirmed + 1)) {
            first.registeredTo = machine.holdings.firstUncounted(first.pinned, first.registeredTo);
            if (first.registeredTo < first.pinned.size()) {
                toRegister.add(channel);
                break;
            }
            channel.confirmNext();
        }
        if (channel.confirmed - channel.confirmSaid >= machine.settings.confirmEvery()) {
            confirm(channel);
        } else if (channel.confirmed > channel.confirmSaid && !channel.toConfirm) {
            channel.toConfirm = true;
            toConfirm.add(channel);
        }
        machine.holdings.letGo(channel);
    }

    /** More proxies are registered than before. Where many wait for that they are looked at with the next tick, not with each answer. */
    void registered() {
        if (toRegister.size() + machine.book.unregistered() > AT_ONCE) {
            isAnyRegistered = true;
        } else {
            lookAtRegistered();
        }
    }

    private void lookAtRegistered() {
        machine.book.registered();
        List<Channel> again = List.copyOf(toRegister);
        toRegister.clear();
        again.forEach(this::advance);
        machine.lives.seekers().forEach(channel -> machine.lives.adopt(machine.lastNanos(), channel));
    }

    void confirm(Channel channel) {
        channel.confirmSaid = channel.confirmed;
        machine.links.send(channel.worker, new ReplyMessage.Confirm(channel.mailbox, channel.confirmed));
    }

    void tick() {
        if (isAnyRemoved || isAnyRegistered) {
            isAnyRemoved = false;
            isAnyRegistered = false;
            lookAtRegistered();
        }
        for (Channel channel = toConfirm.poll(); channel != null; channel = toConfirm.poll()) {
            channel.toConfirm = false;
            if (channel.confirmed > channel.confirmSaid) {
                confirm(channel);
            }
        }
    }

    // ---- places and names

    void placed(long now, ClusterMessage.Placed placed) {
        Channel channel = channels.get(placed.tessera());
        if (channel == null || !channel.isPlacing()) {
            return;
        }
        OwnTask construction = channel.waiting.peek();
        if (machine.links.isDead(placed.worker()) && construction != null && construction.birth != null) {
            askForPlace(channel, construction.birth);
            return;
        }
        placingEnded(channel);
        channel.placingReason = "";
        channel.worker = placed.worker();
        pump(now, channel);
    }

    private static void placingEnded(Channel channel) {
        channel.search = channel.isPlacing() ? Channel.Search.NONE : channel.search;
    }

    /** Its construction is to be sent, somewhere. One that claims room asks for it when all that it needs has ended. */
    void placeAgain(Channel channel) {
        OwnTask construction = channel.waiting.peek();
        if (construction == null || construction.birth == null) {
            return;
        }
        channel.worker = 0;
        if (construction.isClaimingBirth()) {
            placingEnded(channel);
            machine.wake(List.of(construction));
        } else {
            askForPlace(channel, construction.birth);
        }
    }

    /** It is over for good. */
    void fails(long now, Channel channel, Failure failure) {
        if (channel.failure == null) {
            fail(channel, failure);
        }
        for (OwnTask entry : channel.unsettledTasks()) {
            machine.settle(entry, failed(channel, entry, channel.killed == null ? failure : channel.killed));
        }
        pump(now, channel);
        registered();
    }

    /** Why a tessera has no place yet, as the monitor said; empty where none waits. Cost: O(tesserae). */
    String waitsFor() {
        return channels.values().stream()
                .filter(Channel::isPlacing)
                .map(each -> each.placingReason)
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse("");
    }

    void refused(long now, ClusterMessage.Refused refused) {
        Channel channel = channels.get(refused.tessera());
        if (channel == null || !channel.isPlacing()) {
            return;
        }
        channel.placingReason = refused.failure().what();
        if (refused.forEver()) {
            placingEnded(channel);
            fail(channel, refused.failure());
            pump(now, channel);
        }
    }

    void find(long request, String name) {
        finding.put(request, name);
        machine.links.send(monitor, new ClusterMessage.Find(request, name));
    }

    void found(ClusterMessage.Found found) {
        if (finding.remove(found.request()) != null) {
            Channel channel =
                    found.named() == null ? null : channels.get(found.named().tessera());
            if (channel != null) {
                channel.isFound = true;
                wakeWaiters(channel);
            }
            machine.out.found(found.request(), found.named());
        }
    }

    void monitor(long instance) {
        monitor = instance;
        for (Channel channel : channels.values()) {
            OwnTask construction = channel.waiting.peek();
            if (channel.isPlacing() && construction != null && construction.birth != null) {
                askForPlace(channel, construction.birth);
            } else if (construction != null && isUnplaced(channel, construction)) {
                machine.links.send(
                        monitor, new ClusterMessage.Ended(channel.mailbox)); // it may have given a place back unheard
            }
        }
        finding.forEach((request, name) -> machine.links.send(monitor, new ClusterMessage.Find(request, name)));
    }

    // ---- links and verdicts

    void connected(long now, long unit) {
        for (Channel channel : channels.values()) {
            if (machine.links.actual(channel.worker) != unit) {
                continue;
            }
            machine.holdings.connected(channel);
            if (channel.confirmed >= 0 && !channel.isClosing()) {
                confirm(channel);
            }
            sendAgain(channel, unit);
        }
    }

    private void sendAgain(Channel channel, long unit) {
        for (OwnTask entry : channel.unsettledTasks()) {
            channel.repeated = true;
            machine.links.send(unit, message(channel, entry));
            if (machine.book.isCancelling(entry)) {
                machine.book.sayCancel(entry); // at once: it may have come, and is not to begin now
            }
        }
    }

    void homeChanged() {
        for (Channel channel : channels.values()) {
            if (channel.worker == Carried.HOME) {
                machine.holdings.homeChanged(channel);
                sendAgain(channel, Carried.HOME);
            }
        }
    }

    /** Units whose outcomes are waited for, and to which there is no link. */
    void unreached(Set<Long> units) {
        for (Channel channel : channels.values()) {
            long worker = machine.links.actual(channel.worker);
            boolean isAwaited = channel.unsettled > 0 || isHeldBack(channel);
            if (isAwaited && worker != 0 && !machine.links.isUp(worker)) {
                units.add(worker);
            }
        }
    }

    /** Its calls wait until the unit has said that it has let go of the stream before. */
    private static boolean isHeldBack(Channel channel) {
        return channel.isClosing() && !channel.waiting.isEmpty();
    }

    /**
     * What was sent to that unit, which cannot be reached, fails; stateless calls go elsewhere where they may. A tessera whose construction
     * fails so is ended where it is, should it have been made; what was to be dropped is dropped later.
     */
    void giveUp(long now, long unit, String reason) {
        for (Channel channel : List.copyOf(channels.values())) {
            if (machine.links.actual(channel.worker) != unit) {
                continue;
            }
            boolean isUnmade = false;
            for (OwnTask entry : channel.unsettledTasks()) {
                if (!entry.isOver() && entry.kind == OwnTask.Kind.STATELESS && machine.pool.mayGoElsewhere(entry)) {
                    machine.pool.goElsewhere(now, channel, entry);
                } else {
                    isUnmade |= entry.kind == OwnTask.Kind.CREATE && !entry.isOver();
                    machine.book.giveUp(entry, reason);
                }
            }
            if (isUnmade) {
                endUnmade(now, channel, reason);
            }
            if (isHeldBack(channel)) {
                channel.waiting.forEach(entry -> machine.book.giveUp(entry, reason));
                pump(now, channel);
            }
        }
    }

    /** Its construction was given up, and may have made it. */
    void endUnmade(long now, Channel channel, String reason) {
        channel.killed = channel.killed == null
                ? Failure.of(
                        Failure.Kind.WORKER_LOST,
                        "tessera=" + channel.mailbox + " was given up while it was made: " + reason)
                : channel.killed;
        machine.endUnseen(now, channel.mailbox);
    }

    private static Failure.Kind kind(String reason) {
        return reason.endsWith(ClusterMessage.DRAINED) ? Failure.Kind.WORKER_DRAINED : Failure.Kind.WORKER_LOST;
    }

    void lost(long now, long unit, String reason) {
        for (Channel channel : List.copyOf(channels.values())) {
            if (channel.worker != unit) {
                continue;
            }
            if (channel.isPassive()) {
                machine.holdings.homeLost(channel);
                continue;
            }
            OwnTask construction = channel.waiting.peek();
            if (channel.next == 0 && channel.creator && construction != null && construction.birth != null) {
                placeAgain(channel);
                continue;
            }
            if (channel.mailbox.isPool()) {
                remove(channel);
                continue;
            }
            if (channel.failure == null && channel.mailbox.hasLives()) {
                machine.lives.lost(now, channel, reason);
                pump(now, channel);
                machine.lives.adopt(now, channel);
                continue;
            }
            if (channel.failure == null) {
                fail(
                        channel,
                        Failure.of(kind(reason), "worker of tessera=" + channel.mailbox + " was lost: " + reason));
            }
            channel.stopClosing();
            for (OwnTask entry : channel.unsettledTasks()) {
                if (channel.killed != null) {
                    machine.settle(entry, failed(channel, entry, channel.killed));
                } else {
                    machine.settle(
                            entry,
                            entry.isCancelled()
                                    ? Outcome.cancelled(entry.id)
                                    : Outcome.failed(
                                            kind(reason), "task=" + entry.id + " was lost with its worker: " + reason));
                }
            }
            pump(now, channel);
        }
        registered();
    }
}
