package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A call in a worker, as it is at a moment, for who looks.
 *
 * @param task the call
 * @param tessera where it runs; the pool for a stateless one
 * @param className of the tessera; of a call of a function the name of that, once it has begun
 * @param method index of the member; {@link #CONSTRUCTOR} or {@link #DROP}
 * @param attempt 0, and one more for each time it was sent elsewhere
 * @param caller the unit that made it
 * @param arrivedNanos when it came here
 * @param startedNanos when its code began; 0 before
 * @param waitsFor the task whose end it waits for: an argument, or what its code asks for; null for none
 */
public record CallView(
        Id task,
        Id tessera,
        String className,
        int method,
        int attempt,
        long caller,
        State state,
        long arrivedNanos,
        long startedNanos,
        @Nullable Id waitsFor) {
    public static final int CONSTRUCTOR = -1;
    public static final int DROP = -2;

    /** Where it is. */
    public enum State {
        /** With its caller. */
        PENDING,
        QUEUED,
        RUNNING,
        DONE,
        FAILED,

        /** It did not run, since an argument of it failed. */
        UPSTREAM_FAILED,
        CANCELLED
    }

    /** A call that lives. */
    public static CallView of(Run run) {
        return of(run, run.state == Run.State.WAITING ? State.QUEUED : State.RUNNING);
    }

    /** A call that has just ended so. */
    public static CallView ended(Run run, Outcome outcome) {
        return of(
                run,
                run.isCancelled() ? State.CANCELLED : outcome instanceof Outcome.Failed ? State.FAILED : State.DONE);
    }

    private static CallView of(Run run, State state) {
        int method = CONSTRUCTOR;
        int attempt = 0;
        if (run.item instanceof StreamMessage.Call call) {
            method = call.method();
            attempt = call.attempt();
        } else if (run.item instanceof StreamMessage.Drop) {
            method = DROP;
        }
        return new CallView(
                run.task(),
                run.tessera(),
                run.function.isEmpty() && !run.mailbox.isPool() ? run.mailbox.className : run.function,
                method,
                attempt,
                run.caller(),
                state,
                run.arrivedNanos,
                run.startedNanos,
                waitsFor(run));
    }

    private static @Nullable Id waitsFor(Run run) {
        if (run.blockedOn != null || run.state != Run.State.WAITING || run.unresolved == 0) {
            return run.blockedOn;
        }
        for (int i = 0; i < run.item.needs().size(); i++) {
            if (run.value(i).equals(Payload.EMPTY)) {
                return run.need(i).task();
            }
        }
        return null;
    }

    /**
     * Shows all that live in a worker, those that run first.
     *
     * @param visitor false for no more
     */
    public static void visit(MailboxMachine machine, Predicate<Run> visitor) {
        for (Run run : machine.scheduler.underWay()) {
            if (run.chore() == Run.Chore.NONE && !visitor.test(run)) {
                return;
            }
        }
        for (Mailbox mailbox : machine.tesserae.mailboxes.values()) {
            for (Line line : mailbox.lines.values()) {
                if (!visitWaiting(line, visitor)) {
                    return;
                }
            }
        }
    }

    private static boolean visitWaiting(Line line, Predicate<Run> visitor) {
        int left = line.size();
        for (long number = line.confirmed + 1; left > 0; number++) {
            Run run = line.item(number);
            left -= run == null ? 0 : 1;
            if (run != null && run.state == Run.State.WAITING && run.outcome == null && !visitor.test(run)) {
                return false;
            }
        }
        return true;
    }
}
