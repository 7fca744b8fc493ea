package dev.mosaic.unit.calls;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * This unit's stream to one mailbox: what waits to be sent, what was sent and is not confirmed, and whether this unit holds the
 * tessera.
 */
final class Channel {
    /** What is asked, so that it has a place. */
    enum Search {
        NONE,

        /** The monitor, for a place. */
        PLACE,

        /** The home, for the next life of the tessera: nothing is sent meanwhile. */
        LIFE
    }

    /** Whether its worker counts this unit among those that hold the tessera. */
    enum Hold {
        NONE,

        /** It was told so, and has not answered. */
        SAID,
        COUNTED,

        /** It was told that this unit lets go, and has not answered. */
        CLOSING,

        /** It is over, though tasks may still point to it; there may be a new one for the same tessera. */
        REMOVED
    }

    final Id mailbox;
    Search search = Search.NONE;
    Hold hold = Hold.NONE;

    /** The instance of the worker; 0 while it has no place. */
    long worker;

    /** Why calls fail at once; null while they do not. */
    @Nullable Failure failure;

    /** Why calls fail at once though the end is not confirmed yet: this unit has killed it; null where it has not. */
    @Nullable Failure killed;

    /** In the order they were made. */
    final ArrayDeque<OwnTask> waiting = new ArrayDeque<>();

    /** Sent and not confirmed, by number modulo length. */
    private @Nullable OwnTask[] sent = new OwnTask[4];

    /** Tells it from an earlier stream to the same mailbox. */
    long stream;

    /** True where items were sent more than once. */
    boolean repeated;

    long next;
    long confirmed = -1;
    long confirmSaid = -1;
    int unsettled;
    boolean toConfirm;

    /** True in the unit that made the tessera. */
    boolean creator;

    /** This unit has found it by its name, maybe before its creation was sent. */
    boolean isFound;

    /** Why there is no place yet, in words. */
    String placingReason = "";

    /** Calls of other channels that carry this proxy and wait until it can be reached. */
    final List<OwnTask> waiters = new ArrayList<>(0);

    /** Proxies of it in this process. */
    int handles;

    /** Calls under way that need the outcome of one of its calls: its worker must still know where that is. */
    int dependents;

    /** Payloads that carry it. */
    int pins;

    long holdVersion;

    // ---- where the tessera has several lives

    /** The highest that was heard of; 0 while that is the first. */
    long incarnation;

    /** Where that is; 0 while it is the first. */
    long lastWorker;

    /** The same, while the life before is not over for this unit; 0 for none. */
    long nextWorker;

    /** Sent to a life that is over, and not run there, or to be run again; in no order. */
    final List<OwnTask> givenBack = new ArrayList<>(0);

    /** There was another home since: what that does not know may have been. */
    boolean homeChanged;

    /** How often its construction was sent again. */
    int rebirths;

    Channel(Id mailbox, long worker) {
        this.mailbox = mailbox;
        this.worker = worker;
    }

    /** It is passive: the home holds it, and wakes it for who calls. */
    boolean isPassive() {
        return worker == Carried.HOME && mailbox.hasLives();
    }

    boolean isPlacing() {
        return search == Search.PLACE;
    }

    boolean isSeeking() {
        return search == Search.LIFE;
    }

    boolean isClosing() {
        return hold == Hold.CLOSING;
    }

    /** The constructor is known to have ended. */
    boolean isCreated() {
        return !creator || (next > 0 && !hasCreation());
    }

    /** Whoever it was held by is gone. */
    void stopClosing() {
        hold = isClosing() ? Hold.NONE : hold;
    }

    boolean isNeeded() {
        return handles > 0
                || pins > 0
                || dependents > 0
                || !waiting.isEmpty()
                || unsettled > 0
                || isPlacing()
                || !givenBack.isEmpty();
    }

    /**
     * True where others can be told of it: its creation is on the way, or was seen by somebody, or the monitor tells all who ask for its name.
     */
    boolean isReachable() {
        return failure != null || (worker != 0 && (!creator || next > 0 || isFound));
    }

    long append(OwnTask task) {
        if (next - confirmed > sent.length) {
            @Nullable OwnTask[] grown = new OwnTask[sent.length * 2];
            for (long n = confirmed + 1; n < next; n++) {
                grown[(int) n & (grown.length - 1)] = sent[(int) n & (sent.length - 1)];
            }
            sent = grown;
        }
        sent[(int) next & (sent.length - 1)] = task;
        unsettled++;
        return next++;
    }

    /** Null where it is confirmed, or was never sent. */
    @Nullable OwnTask sent(long number) {
        return number > confirmed && number < next ? sent[(int) number & (sent.length - 1)] : null;
    }

    /** The task goes on, but not under that number. */
    void ended(long number, OwnTask task) {
        OwnTask over = new OwnTask(task.id, task.kind, task.order.withoutArguments(), null);
        over.arguments = Payload.EMPTY;
        over.to(OwnTask.State.SETTLED);
        sent[(int) number & (sent.length - 1)] = over;
        unsettled--;
    }

    /** Another task stands under that number from now on. */
    void replace(long number, OwnTask task) {
        sent[(int) number & (sent.length - 1)] = task;
    }

    /** Those that were sent and have no outcome, in order. */
    List<OwnTask> unsettledTasks() {
        List<OwnTask> tasks = new ArrayList<>();
        for (long number = confirmed + 1; number < next; number++) {
            OwnTask task = sent(number);
            if (task != null && !task.isSettled()) {
                tasks.add(task);
            }
        }
        return tasks;
    }

    /** The construction, where it was sent and has no outcome; it may have been given back. */
    @Nullable OwnTask creation() {
        for (OwnTask task : givenBack) {
            if (task.kind == OwnTask.Kind.CREATE) {
                return task;
            }
        }
        OwnTask first = creator ? sent(0) : null;
        return first != null && first.kind == OwnTask.Kind.CREATE && !first.isSettled() ? first : null;
    }

    boolean hasCreation() {
        return creation() != null;
    }

    /** It is to be sent to the next life. */
    void giveBack(OwnTask task) {
        ended(task.number, task);
        task.numberBefore = task.number;
        task.toWaiting();
        givenBack.add(task);
    }

    /** A life after the one that is known. */
    void next(long life, long at) {
        incarnation = life;
        nextWorker = at;
        lastWorker = at;
    }

    /** A life after the one that this stream was sent to is known, or was. */
    boolean hasLaterLife() {
        return nextWorker != 0 || (lastWorker != 0 && lastWorker != worker);
    }

    void confirmNext() {
        confirmed++;
        sent[(int) confirmed & (sent.length - 1)] = null;
    }

    /** What was sent has not begun, and is to be sent elsewhere, before what waits. */
    void backToStart(long newStream) {
        List<OwnTask> open = unsettledTasks();
        for (OwnTask task : open.reversed()) {
            task.toWaiting();
            waiting.addFirst(task);
        }
        sent = new OwnTask[4];
        unsettled = 0;
        restart();
        creator = true;
        stream = newStream;
    }

    /** Starts a new stream, when the mailbox has forgotten the old one. */
    void restart() {
        repeated = false;
        next = 0;
        creator = false;
        confirmed = -1;
        confirmSaid = -1;
    }
}
