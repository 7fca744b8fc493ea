package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * Outcomes from the end of a run until they are told: large values are kept here, and nothing is told before the proxies in it can
 * be reached and are held.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1), O(proxies inside).
 */
final class Outcomes {
    private final MailboxMachine machine;
    private final List<Run> unregistered = new ArrayList<>();

    Outcomes(MailboxMachine machine) {
        this.machine = machine;
    }

    int open() {
        return unregistered.size();
    }

    /** What to tell of a run that has ended: a large value stays here, what nobody wants goes. */
    Outcome kept(Run run, Outcome outcome) {
        if (run.cancelled && outcome instanceof Outcome.Returned unwanted) {
            machine.out.released(unwanted.value());
        }
        Outcome told = run.cancelled ? Outcome.cancelled(run.task()) : outcome;
        if (told instanceof Outcome.Returned returned) {
            machine.caller.pin(returned.value().carried());
            run.pinned.addAll(returned.value().carried());
            if (returned.value().sizeBytes() > machine.settings.inlineBytes() && !run.abandoned) {
                machine.caller.pin(returned.value().carried());
                machine.values.keep(run.task(), returned.value());
                told = new Outcome.Held(returned.value().sizeBytes());
            } else if (run.abandoned) {
                machine.out.released(returned.value());
            }
        }
        return told;
    }

    /** Keeps the outcome and tells it. A value that was kept for another outcome goes. */
    void conclude(Run run, Outcome outcome) {
        if (!(outcome instanceof Outcome.Held)) {
            machine.values.letGo(run.task());
        }
        run.state = Run.State.OVER;
        run.outcome = outcome;
        machine.letGo(run);
        if (outcome instanceof Outcome.Returned returned && !run.abandoned) {
            machine.caller.pin(returned.value().carried());
        }
        reportIfRegistered(run);
    }

    /** Tells it while its code still runs, which keeps its arguments until {@link #endedKilled}. */
    void tellKilled(Run run, Outcome outcome) {
        machine.values.letGo(run.task());
        run.outcome = outcome;
        if (!run.abandoned) {
            report(run);
        }
    }

    /** The code of a call whose tessera was killed has ended: nobody wants what it gives. */
    void endedKilled(Run run, Outcome outcome) {
        if (outcome instanceof Outcome.Returned unwanted) {
            machine.out.released(unwanted.value());
        }
        run.state = Run.State.OVER;
        machine.letGo(run);
        machine.caller.unpin(List.copyOf(run.pinned));
        run.pinned.clear();
    }

    private void reportIfRegistered(Run run) {
        if (!run.pinned.isEmpty()) {
            run.registeredTo = machine.caller.firstUnregistered(run.pinned, run.registeredTo);
        }
        if (run.registeredTo < run.pinned.size() || (!run.abandoned && !placeCarried(run))) {
            unregistered.add(run);
            return;
        }
        if (!run.pinned.isEmpty()) {
            machine.caller.unpin(List.copyOf(run.pinned));
            run.pinned.clear();
            run.registeredTo = 0;
        }
        if (!run.abandoned) {
            report(run);
        }
    }

    /** A result names the workers of the proxies in it; false while one has no place yet. */
    private boolean placeCarried(Run run) {
        Payload kept = machine.values.kept(run.task());
        Payload value = run.outcome instanceof Outcome.Returned returned ? returned.value() : kept;
        if (value == null || value.carried().isEmpty()) {
            return true;
        }
        List<Carried> placed = machine.caller.placed(value.carried());
        if (placed == null) {
            return false;
        }
        if (kept == null) {
            run.outcome = new Outcome.Returned(value.withCarried(placed));
        } else {
            machine.values.keep(run.task(), value.withCarried(placed));
        }
        return true;
    }

    /** Tells it, to its caller and to those who asked. */
    void report(Run run) {
        Outcome outcome = run.outcome;
        if (outcome == null) {
            return;
        }
        run.reported = true;
        machine.links.send(run.caller(), new ReplyMessage.Done(run.task(), run.tessera(), run.item.number(), outcome));
        if (!run.askers.isEmpty()) {
            run.askers.forEach(asker -> machine.values.answer(run.task(), asker, outcome));
            run.askers = List.of();
        }
    }

    /** Proxies that this unit got are known to their workers by now. */
    void registered() {
        if (!unregistered.isEmpty()) {
            List<Run> again = List.copyOf(unregistered);
            unregistered.clear();
            again.forEach(this::reportIfRegistered);
        }
    }
}
