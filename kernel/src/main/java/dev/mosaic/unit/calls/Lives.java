package dev.mosaic.unit.calls;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.ValueMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Streams whose tessera lives elsewhere now, or will: what was sent to the life before is settled, the home is asked for the next
 * one, and what waits goes there in order.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(open) for a life that ends; nothing for other tesserae. <b>Failure:</b> where there is no
 * next life calls fail with why; where no home is there to say so, after a while.
 */
final class Lives {
    /** Without a home nobody knows of a next life. */
    private static final long HOMELESS_NANOS = 30_000_000_000L;

    private final CallMachine machine;
    private final Set<Channel> seeking = new LinkedHashSet<>();
    private long homelessSinceNanos;
    private boolean isHomeless;

    Lives(CallMachine machine) {
        this.machine = machine;
    }

    // ---- the end of a life

    /** Its worker is dead. */
    void lost(long now, Channel channel, String reason) {
        channel.stopClosing();
        if (channel.hasCreation()) {
            seek(channel); // whether it ever lived is for the home to say
            return;
        }
        settle(channel, reason);
        seek(channel);
        machine.holdings.letGo(channel);
    }

    /** Calls that may have run fail, or have another attempt. */
    private void settle(Channel channel, String reason) {
        for (OwnTask entry : channel.unsettledTasks()) {
            boolean again = entry.isDrop() || entry.attempt < entry.order.maxRetries();
            if (entry.kind == OwnTask.Kind.CREATE) {
                machine.settle(entry, Outcome.NOTHING);
            } else if (entry.isCancelled()) {
                machine.settle(entry, Outcome.cancelled(entry.id));
            } else if (channel.killed != null && !entry.isDrop()) {
                machine.settle(entry, new Outcome.Failed(channel.killed));
            } else if (again && (entry.isOwed() || !entry.isOver())) {
                entry.attempt++;
                channel.giveBack(entry);
            } else {
                machine.settle(
                        entry,
                        Outcome.failed(
                                Failure.Kind.WORKER_LOST, "task=" + entry.id + " was lost with its worker: " + reason));
            }
        }
    }

    /** The worker has not run it: the tessera moves. */
    void moved(Channel channel, OwnTask entry) {
        channel.giveBack(entry);
        if (!channel.isSeeking()) {
            seek(channel);
        }
    }

    /** The worker has it no more. */
    void moving(long now, long from, Id tessera) {
        Channel channel = machine.channels.get(tessera);
        if (channel == null || channel.worker != from) {
            letGoAt(from, tessera, false);
        } else if (channel.isSeeking()) {
            adopt(now, channel);
        } else if (!channel.isClosing()) {
            seek(channel);
        }
    }

    private void letGoAt(long worker, Id tessera, boolean repeated) {
        machine.links.send(worker, new ValueMessage.Hold(tessera, false, repeated, machine.holdings.nextVersion()));
    }

    // ---- the next one

    /** One that is known by a worker that is dead. */
    void seek(Channel channel) {
        channel.search = Channel.Search.LIFE;
        seeking.add(channel);
        ask(channel);
    }

    private void ask(Channel channel) {
        boolean isPassive = channel.nextWorker == Carried.HOME; // it is on its way there, and wakes nobody before
        long notAt = channel.lastWorker == 0 || isPassive ? channel.worker : channel.lastWorker;
        machine.links.send(Carried.HOME, new LifeMessage.Seek(channel.mailbox, notAt));
    }

    /** Nothing is asked any more. What was given back comes before what was not sent yet, in its order. */
    void stopSeeking(Channel channel) {
        forget(channel);
        channel.search = channel.isSeeking() ? Channel.Search.NONE : channel.search;
        channel.givenBack.sort(Comparator.comparingLong((OwnTask entry) -> entry.numberBefore));
        for (OwnTask entry : channel.givenBack.reversed()) {
            channel.waiting.addFirst(entry);
        }
        channel.givenBack.clear();
    }

    void forget(Channel channel) {
        seeking.remove(channel);
    }

    void alive(long now, LifeMessage.Alive alive) {
        Channel channel = machine.channels.get(alive.tessera());
        boolean isPassive = alive.worker() == Carried.HOME;
        if (channel == null || (!isPassive && !channel.isSeeking() && channel.worker == alive.worker())) {
            letGoAt(Carried.HOME, alive.tessera(), false); // where it was held while it was passive
            return;
        }
        if (isPassive && channel.isPassive() && !channel.isSeeking()) {
            channel.incarnation = Math.max(channel.incarnation, alive.incarnation());
            machine.holdings.holdAgain(channel);
            return;
        }
        boolean isExpected = channel.isSeeking() || (channel.isPassive() && !channel.isClosing());
        if (!isExpected || alive.incarnation() <= channel.incarnation) {
            return;
        }
        channel.search = Channel.Search.LIFE;
        seeking.add(channel);
        channel.next(alive.incarnation(), alive.worker());
        adopt(now, channel);
    }

    /**
     * Goes on there, when the life before has said all it has to say. The life before is let go of as soon as another one is known, though that
     * may have ended too: the one after it may be about to begin in the same worker, which waits for this.
     */
    void adopt(long now, Channel channel) {
        if (!channel.isSeeking() || !channel.hasLaterLife()) {
            return;
        }
        if (channel.nextWorker != 0 && machine.links.isDead(channel.nextWorker)) {
            channel.nextWorker = 0;
            ask(channel);
        }
        boolean wasLost = machine.links.isDead(channel.worker);
        if (wasLost) {
            settle(channel, "its worker ended");
        } else if (channel.unsettled > 0 || channel.confirmed != channel.next - 1) {
            return;
        } else if (channel.hold != Channel.Hold.NONE) {
            machine.channels.confirm(channel);
            letGoAt(channel.worker, channel.mailbox, channel.repeated);
            channel.hold = Channel.Hold.NONE;
        }
        if (channel.nextWorker != 0) {
            begin(now, channel);
        }
    }

    private void begin(long now, Channel channel) {
        stopSeeking(channel);
        channel.worker = channel.nextWorker;
        channel.nextWorker = 0;
        channel.restart();
        channel.hold = Channel.Hold.NONE;
        machine.holdings.hold(channel);
        machine.channels.wakeWaiters(channel);
        machine.channels.pump(now, channel);
    }

    /** There is no next one. Where the home was never told of the tessera, its construction can be sent again. */
    void gone(long now, LifeMessage.Gone gone) {
        Channel channel = machine.channels.get(gone.tessera());
        if (channel == null || !channel.isSeeking()) {
            return;
        }
        OwnTask construction = channel.creation();
        long at = channel.hasLaterLife() ? channel.nextWorker : channel.worker;
        boolean isHere = !channel.isPassive() && at != 0 && !machine.links.isDead(at);
        if (isHere && !gone.known()) {
            return; // the home knows less than this unit: it will be told
        }
        boolean mayBeMade = !gone.known()
                && channel.killed == null
                && construction != null
                && construction.birth != null
                && !channel.homeChanged
                && construction.birth.terms().allowsAfter(channel.rebirths);
        if (mayBeMade && ++channel.rebirths < LifeTerms.MOST_UNMADE) {
            channel.unsettledTasks().forEach(channel::giveBack);
            stopSeeking(channel);
            channel.restart();
            channel.creator = true;
            channel.hold = Channel.Hold.COUNTED;
            machine.channels.placeAgain(channel);
            return;
        }
        stopSeeking(channel);
        machine.channels.fails(now, channel, mayBeMade ? LifeTerms.unmade(channel.mailbox) : gone.failure());
        // Of what has just failed its worker may still say that it is elsewhere, and nobody waits for that.
        machine.channels.advance(channel);
    }

    // ---- links, verdicts, time

    void homeChanged() {
        machine.channels.all().forEach(channel -> channel.homeChanged = true);
        seeking.forEach(this::ask);
    }

    /** The home, where it is asked and there is no link to it. */
    void unreached(Set<Long> units) {
        long home = machine.links.actual(Carried.HOME);
        if (home != 0 && !seeking.isEmpty() && !machine.links.isUp(home)) {
            units.add(home);
        }
    }

    /**
     * Where that is the home, calls that wait for what it knows fail. A tessera whose construction fails so, since its worker is dead, is ended
     * in its next life, should there be one.
     */
    void giveUp(long now, long unit, String reason) {
        if (unit != machine.links.actual(Carried.HOME)) {
            return;
        }
        for (Channel channel : seekers()) {
            List<OwnTask> open = new ArrayList<>();
            if (machine.links.isDead(channel.worker)) {
                open.addAll(channel.unsettledTasks());
            }
            open.addAll(channel.givenBack);
            open.addAll(channel.waiting);
            boolean isUnmade = false;
            for (OwnTask entry : open) {
                isUnmade |= entry.kind == OwnTask.Kind.CREATE && entry.isSent() && !entry.isOver();
                machine.book.giveUp(entry, reason);
            }
            if (isUnmade) {
                machine.channels.endUnmade(now, channel, reason);
            }
            machine.channels.pump(now, channel);
        }
    }

    void connected(long unit) {
        if (!seeking.isEmpty() && machine.links.actual(Carried.HOME) == unit) {
            seeking.forEach(this::ask);
        }
    }

    void tick(long now) {
        if (seeking.isEmpty() || machine.links.actual(Carried.HOME) != 0) {
            isHomeless = false;
            return;
        }
        homelessSinceNanos = isHomeless ? homelessSinceNanos : now;
        isHomeless = true;
        if (now - homelessSinceNanos > HOMELESS_NANOS) {
            for (Channel channel : new ArrayList<>(seeking)) {
                if (machine.links.isDead(channel.worker)) {
                    gone(now, new LifeMessage.Gone(channel.mailbox, true, homeless(channel)));
                }
            }
        }
    }

    private static Failure homeless(Channel channel) {
        return Failure.of(
                Failure.Kind.WORKER_LOST,
                "worker of tessera=" + channel.mailbox
                        + " was lost, and no warehouse is there that knows how it is made");
    }

    /** The verdict on a worker: a life may have been about to begin there. */
    void lost(long now) {
        seekers().forEach(channel -> adopt(now, channel));
    }

    /** Streams whose next life is asked for. */
    List<Channel> seekers() {
        return List.copyOf(seeking);
    }
}
