package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Outcome;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import java.util.List;

/**
 * Calls that their caller wants no more. What waits is over at once. What runs is interrupted, and cancelled once its code ends; who
 * asks for its outcome, or waits for it as an argument, is told before that.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> what waits before the call in its line.
 */
final class Cancels {
    private final MailboxMachine machine;

    Cancels(MailboxMachine machine) {
        this.machine = machine;
    }

    /** May be said again and again. Creations and drops stay as they are. */
    void cancel(long now, Run run, boolean force) {
        if (!(run.item instanceof StreamMessage.Call)) {
            return;
        }
        switch (run.state) {
            case WAITING -> remove(run);
            case RUNNING, PROMISED -> {
                run.cancelled = true;
                run.startedSaid = true;
                machine.links.send(
                        run.caller(), new ReplyMessage.Started(run.task(), run.tessera(), run.item.number()));
                run.askers.forEach(asker -> machine.values.answer(run.task(), asker, Outcome.cancelled(run.task())));
                run.askers = List.of();
                machine.caller.cancelAll(now, run.task(), force);
                if (force) {
                    machine.endWorker("to cancel task=" + run.task() + " by force");
                } else {
                    machine.out.interrupt(run);
                }
            }
            case WITHHELD -> {}
            case OVER -> machine.out.interrupt(run); // the items that it gives, where it opened a flow
        }
    }

    /** Its caller would have it run elsewhere, unless it runs here by now. */
    void withdraw(Run run) {
        if (run.item instanceof StreamMessage.Call && run.state == Run.State.WAITING) {
            remove(run);
        }
    }

    private void remove(Run run) {
        leaveQueue(run);
        machine.cancel(run);
        machine.outcomes.conclude(run, Outcome.cancelled(run.task()));
        machine.tesserae.afterRun(run.mailbox);
    }

    private void leaveQueue(Run run) {
        if (run.mailbox.isPool()) {
            run.mailbox.readyRuns.remove(run);
            return;
        }
        Line line = run.line;
        boolean wasHead = line.queue.peek() == run;
        line.queue.remove(run);
        if (wasHead) {
            if (line.offered) {
                line.offered = false;
                run.mailbox.ready.remove(line);
            }
            machine.turns.offer(line);
        }
    }
}
