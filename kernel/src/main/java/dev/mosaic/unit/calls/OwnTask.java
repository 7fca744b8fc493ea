package dev.mosaic.unit.calls;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task that this unit made.
 *
 * <p>It is <em>final</em> when its user has an outcome, and <em>settled</em> when nothing more will come from its mailbox. A
 * timeout makes it final before it is settled.
 */
final class OwnTask {
    /** What kind of item of a stream it is. */
    enum Kind {
        CREATE,
        CALL,
        DROP,

        /** A drop that ends the tessera whatever runs there. */
        KILL,
        STATELESS
    }

    /** Where it is. */
    enum State {
        /** In no stream: it is to be sent. */
        WAITING,

        /** The same, and in a list of those that are woken when something else has changed. */
        PARKED,

        /** In the stream of its channel. */
        SENT,

        /** The same, behind others, and its worker was asked to give it back. */
        WITHDRAWN,

        /** Its code was seen running. */
        STARTED,

        /** Nothing more will come from its mailbox. */
        SETTLED;

        boolean isSent() {
            return this == SENT || this == WITHDRAWN || this == STARTED;
        }

        private boolean leadsTo(State next) {
            return switch (next) {
                case WAITING -> this != WAITING; // it was given back, or runs again
                case PARKED, SENT -> this == WAITING;
                case WITHDRAWN -> this == SENT;
                case STARTED -> this == SENT || this == WITHDRAWN;
                case SETTLED -> this != SETTLED;
            };
        }
    }

    /** What its caller wants of it. */
    enum Wish {
        RUN,

        /** It is to be cancelled, and its worker has been asked to. */
        CANCEL,

        /** It is cancelled though its code may go on: nobody waits for it any more. */
        LEAVE,

        /**
         * Its worker could not be reached for too long, and nobody waits for it any more. Where it has not come there, it is not to run; but a
         * drop is sent as soon as it can be.
         */
        GIVE_UP
    }

    /** What its user does about its value. */
    enum Use {
        NONE,

        /** It wants it as soon as it is there. */
        WANTED,

        /** It is asked of the worker that keeps it. */
        FETCHED
    }

    /** A unit that asked where the task is and has no answer yet. */
    record Asker(long unit, boolean wanted, long notAt) {}

    final Id id;
    final Kind kind;
    Order order;
    final @Nullable Birth birth;
    Payload arguments;
    int attempt;
    long deadlineNanos;

    /** Where it is among those with a deadline; -1 while it is not. */
    int deadlineIndex = -1;

    /** Of its arguments, as they were made. */
    final long bytes;

    /** Where it was sent, or will be; of a stateless task, null while it is in no worker's stream. */
    @Nullable Channel channel;

    State state = State.WAITING;
    Wish wish = Wish.RUN;
    Use use = Use.NONE;

    /** In the stream of its channel; -1 while it was not sent. */
    long number = -1;

    /** The number that it had in the stream to a life that is over. */
    long numberBefore;

    /** While a stateless one waits for a worker, since when it does. */
    long sentNanos;

    /** By when its worker was asked to cancel it first. */
    long cancelledNanos;

    /** Others were told where it is: it stays there. */
    boolean placeTold;

    /** Its arguments, kept for another run when its value is lost; null where it cannot run again. */
    @Nullable Payload recipe;

    /** Its worker is to end for it. */
    boolean force;

    /** A worker was lost with this stateless task in flight, perhaps for it. */
    boolean wasLost;

    /** Attempts of this stateless task before, given up in workers that could not be reached. */
    List<OwnTask> left = List.of();

    @Nullable Outcome outcome;

    /** The worker that keeps its value; 0 for none. */
    long heldAt;

    /** The mailbox and number under which it is kept there. */
    @Nullable Id heldMailbox;

    long heldNumber;

    int era;

    /** In which it is open: a barrier waits for it. Null where none does. */
    Eras.@Nullable Era counted;

    boolean reachable = true;
    int openDependents;

    /** Proxies in its outcome that are held on its behalf. */
    List<Carried> pinned = List.of();

    /** The first of them whose worker was not heard when it was last asked. */
    int registeredTo;

    /** Calls that cannot be sent before this task has a place. */
    List<OwnTask> waiters = List.of();

    List<Asker> askers = List.of();

    OwnTask(Id id, Kind kind, Order order, @Nullable Birth birth) {
        this.id = id;
        this.kind = kind;
        this.order = order;
        this.birth = birth;
        this.arguments = order.arguments();
        this.bytes = order.arguments().sizeBytes();
    }

    void addWaiter(OwnTask waiter) {
        waiters = waiters.isEmpty() ? new ArrayList<>(2) : waiters;
        waiters.add(waiter);
    }

    void addLeft(OwnTask attempt) {
        left = left.isEmpty() ? new ArrayList<>(1) : left;
        left.add(attempt);
    }

    void addAsker(Asker asker) {
        askers = askers.isEmpty() ? new ArrayList<>(2) : askers;
        askers.add(asker);
    }

    void to(State next) {
        assert state.leadsTo(next) : "task=" + id + " was " + state + " and is to be " + next;
        state = next;
    }

    /** It is in no stream any more, and is to be sent again. */
    void toWaiting() {
        to(State.WAITING);
        number = -1;
    }

    /** In a stream, or was there when it was settled. */
    boolean isSent() {
        return number >= 0;
    }

    boolean isSettled() {
        return state == State.SETTLED;
    }

    boolean isDrop() {
        return kind == Kind.DROP || kind == Kind.KILL;
    }

    boolean isFinal() {
        return outcome != null;
    }

    /** It was done, its value was lost, and it runs again. */
    boolean isRepeating() {
        return outcome instanceof Outcome.Held && !isSettled();
    }

    /** True where it has ended, and is not to run again. */
    boolean isOver() {
        return isFinal() && !isRepeating();
    }

    /** Its worker was asked to cancel it. */
    boolean isCancelled() {
        return wish == Wish.CANCEL || wish == Wish.LEAVE;
    }

    /** A drop for which nobody waits, and which is to be sent all the same. */
    boolean isOwed() {
        return isDrop() && wish == Wish.GIVE_UP;
    }

    /** Not to run where it has not come yet. */
    boolean isSkipped() {
        return !isDrop() && wish == Wish.GIVE_UP;
    }

    /** It makes a tessera that claims room. */
    boolean isClaimingBirth() {
        return birth != null && birth.claim().isCounted();
    }

    /** It needs room where it runs: a place to wait in would be room that what it needs may want. */
    boolean isClaiming() {
        return order.isClaiming() || isClaimingBirth();
    }

    /** A stateless one that is not bound to the worker it is in: nobody else was told where it is, and it needs no room there. */
    boolean isForAnyWorker() {
        return !placeTold && !order.isPinned() && !order.isClaiming() && !order.near();
    }

    /** Cancelled, though its code may still run: nobody gets a value of it. */
    boolean isUnwanted() {
        return wish == Wish.LEAVE && !isSettled();
    }

    /** True where nobody has to wait for it any more. */
    boolean hasEnded() {
        return isOver() || isUnwanted();
    }

    /** True where a call that needs it can be sent: it is known where to ask for it, or it is here. */
    boolean isPlaced() {
        return hasEnded() || (isSent() && state != State.WITHDRAWN && !mayBeSentAgain());
    }

    /** Its outcome may be that of an attempt only, which is for nobody but this unit. */
    private boolean mayBeSentAgain() {
        return order.maxRetries() > 0 && !order.retriable().equals(Order.NEVER);
    }
}
