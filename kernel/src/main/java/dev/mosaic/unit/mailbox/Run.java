package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One item of a stream in its mailbox: from its arrival, through the run of user code, until its outcome is confirmed. The shell
 * gets it with {@link MailboxOutput#start} and gives it back.
 *
 * <p><b>Threading:</b> what is public is final, or written before {@code start}, and may be read by the thread that runs it;
 * the rest is the loop's.
 */
public final class Run {
    enum State {
        /** For its turn, or its arguments. */
        WAITING,
        RUNNING,
        /** Its method returned a promise; it holds back nobody. */
        PROMISED,
        /** It has ended, and its outcome is told when the home knows what it has to know before. */
        WITHHELD,
        /** It has an outcome. */
        OVER
    }

    /** What nobody has called, and is done for the tessera's own sake. */
    public enum Chore {
        /** It is a call, or a creation. */
        NONE,
        /** The object's state is to be given. */
        SNAPSHOT,
        /** The object is to be made again, see {@link dev.mosaic.message.LifeMessage.Raise}. */
        RAISE
    }

    /** Cycles that were found in older rounds of probes than that are forgotten. */
    private static final int OLDEST_ROUND = 4;

    final Mailbox mailbox;
    final Line line;
    private final Chore chore;

    /** Of the object that is made again: its state is the last of the needs. */
    boolean hasState;

    final StreamMessage item;
    private @Nullable Payload arguments;
    private @Nullable Payload @Nullable [] values;

    State state = State.WAITING;
    int unresolved;

    @Nullable Failure argumentFailure;

    @Nullable Outcome outcome;

    /** The name of the function that is called, if it is one, once it is known. */
    public volatile String function = "";

    /** For who looks: the item of a batch that its code has now, and the arguments in words once it has failed. */
    public volatile @Nullable Object input;

    long arrivedNanos;
    long startedNanos;
    boolean startedSaid;

    /** It runs beside the others, without a permit or a turn: a peek. */
    boolean aside;

    /** Its caller is dead: its outcome is nobody's. */
    boolean abandoned;

    /** Its caller wants it no more. */
    volatile boolean cancelled;

    /** It computes several items, and some have failed. Its code says so. */
    public volatile boolean hasFailedItems;

    /** Its tessera was killed: its outcome was told, and its code may go on for a while. */
    boolean killed;

    /** Its outcome was told. */
    boolean reported;

    /** Place in the list of runs under way; -1 for none. */
    int underWay = -1;

    /** Entries that it has in memory, or waits for; null for none. */
    @Nullable Id lease;

    /** Of what its code makes, see {@link dev.mosaic.message.BarrierMessage}. Written in the loop. */
    private volatile int era;

    /** What it holds. */
    Scheduler.Permit permit = Scheduler.Permit.NONE;

    /** Since when it is known to be able to go on without getting a permit; 0 where it is not. */
    long readyNanos;

    /** What it blocks on; null while it does not. */
    @Nullable Id blockedOn;

    long blockedSinceNanos;
    long probedNanos;
    long ticket;
    int round;

    /** The round in which a probe came back by these waits. */
    private Map<Long, Integer> cycles = Map.of();

    /** The second probe since the last tick is on its way. */
    boolean confirms;

    /** Units that asked for its outcome. */
    List<Asker> askers = List.of();

    /** Proxies that came with arguments and are held for it. */
    final List<Carried> pinned = new ArrayList<>(0);

    /** The first of them whose worker was not heard when it was last asked. */
    int registeredTo;

    /** It waits for something else. */
    void forgetCycles() {
        cycles = Map.of();
    }

    /** A probe came back by these waits. True where one of an earlier round did. */
    boolean closesCycle(long trace, int ofRound) {
        if (cycles.isEmpty()) {
            cycles = new HashMap<>();
        }
        Integer before = cycles.put(trace, ofRound);
        cycles.values().removeIf(old -> old < ofRound - OLDEST_ROUND);
        return before != null && before != ofRound;
    }

    /** A unit that waits for the outcome. */
    record Asker(long unit, boolean wanted) {}

    Run(Mailbox mailbox, Line line, StreamMessage item, long now) {
        this(mailbox, line, item, now, Chore.NONE);
    }

    Run(Mailbox mailbox, Line line, StreamMessage item, long now, Chore chore) {
        this.chore = chore;
        this.mailbox = mailbox;
        this.line = line;
        this.item = item;
        this.arguments = item.arguments();
        this.arrivedNanos = now;
    }

    public Id task() {
        return item.task();
    }

    /** The tessera, or this worker's pool. */
    public Id tessera() {
        return item.mailbox();
    }

    /** The unit that made the call. */
    public long caller() {
        return line.caller;
    }

    /** What is to be done: {@link StreamMessage.Create}, or {@link StreamMessage.Call}; the former gives the class. */
    public StreamMessage item() {
        return item;
    }

    /** Whether it is one. */
    public Chore chore() {
        return chore;
    }

    /** Of an object that is made again: true where the last of the needs is its state. */
    public boolean hasState() {
        return hasState;
    }

    /**
     * Puts copies in the place of arguments that lie in memory of somebody else's, before {@link MailboxMachine#finished}.
     *
     * @param bytes the arguments
     * @param needed a value for each need
     */
    public void keep(Payload bytes, List<Payload> needed) {
        arguments = bytes;
        values = needed.toArray(Payload[]::new);
    }

    /** That of the tasks that its code makes. */
    public int era() {
        return era;
    }

    /** What its code makes from now on is of that era at least. */
    void enterEra(int newer) {
        if (era < newer) {
            era = newer;
        }
    }

    /** Its caller wants it no more. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** Its encoded arguments. */
    public Payload arguments() {
        return arguments == null ? Payload.EMPTY : arguments;
    }

    /** The value of the need with that index in {@link StreamMessage#needs}; empty where only its end was waited for. */
    public Payload value(int need) {
        Payload value = values == null ? null : values[need];
        return value == null ? Payload.EMPTY : value;
    }

    void resolve(int need, Outcome outcome) {
        if (outcome instanceof Outcome.Returned returned) {
            if (values == null) {
                values = new Payload[item.needs().size()];
            }
            values[need] = returned.value();
        } else if (outcome instanceof Outcome.Failed failed && failed.failure().kind() == Failure.Kind.TOO_LARGE) {
            argumentFailure = failed.failure(); // it is the call that is too large, not one of its arguments
        } else if (outcome instanceof Outcome.Failed failed && argumentFailure == null) {
            argumentFailure = Failure.of(
                    Failure.Kind.ARGUMENT,
                    (item.needs().get(need).isEntry() ? "argument ref=" : "argument task=")
                            + item.needs().get(need).task() + " failed",
                    failed.failure());
        }
    }

    void addAsker(Asker asker) {
        askers = askers.isEmpty() ? new ArrayList<>(2) : askers;
        askers.add(asker);
    }

    /** Arguments are needed no more. */
    void letGo() {
        arguments = null;
        values = null;
    }

    boolean isPeek() {
        return item instanceof StreamMessage.Call call && call.peek();
    }

    Need need(int index) {
        return item.needs().get(index);
    }

    String label(Labels labels) {
        return switch (item) {
            case StreamMessage.Create create -> labels.of(create.className(), -1);
            case StreamMessage.Call call -> labels.of(mailbox.className, call.method());
            case StreamMessage.Drop drop -> "drop";
        };
    }
}
