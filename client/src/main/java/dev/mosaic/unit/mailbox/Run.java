package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import java.util.ArrayList;
import java.util.List;
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
        /** It has an outcome. */
        OVER
    }

    final Mailbox mailbox;
    final Line line;
    final StreamMessage item;
    private @Nullable Payload arguments;
    private @Nullable Payload @Nullable [] values;

    State state = State.WAITING;
    int unresolved;

    @Nullable Failure argumentFailure;

    @Nullable Outcome outcome;

    long arrivedNanos;
    long startedNanos;
    boolean startedSaid;

    /** It runs beside the others, without a permit or a turn: a peek. */
    boolean aside;

    /** Its caller is dead: its outcome is nobody's. */
    boolean abandoned;

    /** Its caller wants it no more. */
    volatile boolean cancelled;

    /** Its outcome was told. */
    boolean reported;

    /** Place in the list of runs under way; -1 for none. */
    int underWay = -1;

    /** Entries that it has in memory, or waits for; null for none. */
    @Nullable Id lease;

    /** What it blocks on; null while it does not. */
    @Nullable Id blockedOn;

    long blockedSinceNanos;
    long probedNanos;
    long ticket;
    int round;
    long cycleTrace;

    /** Units that asked for its outcome. */
    List<Asker> askers = List.of();

    /** Proxies that came with arguments and are held for it. */
    final List<Carried> pinned = new ArrayList<>(0);

    /** A unit that waits for the outcome. */
    record Asker(long unit, boolean wanted) {}

    Run(Mailbox mailbox, Line line, StreamMessage item, long now) {
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
