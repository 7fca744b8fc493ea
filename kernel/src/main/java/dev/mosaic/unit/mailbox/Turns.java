package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.StreamMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a mailbox may start now: the heads of its lines whose arguments are here, in turn, as many at once as its class says; and
 * calls whose time is over before.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1); each tick looks at the calls with a timeout that wait for arguments.
 */
final class Turns {
    private final MailboxMachine machine;

    /** Calls with a timeout that wait for arguments. */
    private final List<Run> impatient = new ArrayList<>();

    Turns(MailboxMachine machine) {
        this.machine = machine;
    }

    int open() {
        return impatient.size();
    }

    /** It is in its mailbox, with all its arguments or not. */
    void entered(Run run) {
        if (run.unresolved > 0 && run.item instanceof StreamMessage.Call call && call.timeoutNanos() > 0) {
            impatient.add(run);
        }
        if (!run.mailbox.isPool()) {
            run.line.queue.add(run);
            offer(run.line);
        } else if (run.unresolved == 0) {
            ready(run);
        }
        machine.scheduler.offer(run.mailbox);
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
            machine.scheduler.offer(mailbox);
        }
    }

    /** Its last argument is here. */
    void resolved(Run run) {
        if (run.mailbox.isPool()) {
            ready(run);
            machine.scheduler.offer(run.mailbox);
        } else if (run.line.queue.peek() == run) {
            offer(run.line);
        }
    }

    /** A stateless task whose arguments have failed needs no permit, and there is no order that it would break. */
    private void ready(Run run) {
        if (run.argumentFailure == null) {
            run.mailbox.readyRuns.add(run);
        } else {
            refuse(run, run.argumentFailure);
        }
    }

    /** Takes the next run of a mailbox; null where none may start after all. */
    @Nullable Run next(long now, Mailbox mailbox) {
        while (mailbox.canStart()) {
            Run run = machine.lives.snapshot(now, mailbox);
            if (run != null) {
                return run;
            }
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
                machine.tesserae.drop(run);
            } else {
                return run;
            }
        }
        return null;
    }

    /** Calls whose time is over while they wait for arguments hold back nobody any longer. */
    void expire(long now) {
        impatient.removeIf(run -> {
            if (run.state != Run.State.WAITING || run.unresolved == 0 || run.abandoned) {
                return true;
            }
            if (!isLate(now, run)) {
                return false;
            }
            machine.cancel(run);
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
        if (run.chore() != Run.Chore.NONE) {
            machine.lives.finished(machine.now, run, outcome);
            return;
        }
        machine.outcomes.conclude(
                run, run.item instanceof StreamMessage.Create ? machine.tesserae.created(run, outcome) : outcome);
    }
}
