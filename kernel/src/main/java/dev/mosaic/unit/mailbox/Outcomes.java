package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Outcomes from the end of a run until they are told: large values are kept here, and nothing is told before the proxies in it can
 * be reached and are held. Where one is of a unit that lives and cannot be reached for too long, the call fails: its caller would let go of
 * what nobody knows to be held here.
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
            machine.out.letGo(unwanted.value());
        }
        Outcome told = run.cancelled ? Outcome.cancelled(run.task()) : outcome;
        if (told instanceof Outcome.Returned returned) {
            machine.caller.pin(returned.value().carried());
            run.pinned.addAll(returned.value().carried());
            if (returned.value().sizeBytes() > machine.settings.inlineBytes() && !run.abandoned) {
                machine.caller.pin(returned.value().carried());
                machine.values.keep(run.task(), returned.value());
                told = new Outcome.Held(returned.value().sizeBytes(), run.hasFailedItems);
            } else if (run.abandoned) {
                machine.out.letGo(returned.value());
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
            machine.out.letGo(unwanted.value());
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

    /** Units that have not said that what is inside is held here, and to which there is no link. */
    void unreached(Set<Long> units) {
        for (Run run : unregistered) {
            long unit = run.abandoned ? 0 : awaited(run);
            if (unit != 0 && !machine.links.isUp(unit)) {
                units.add(unit);
            }
        }
    }

    /** The first of them; 0 where none is waited for. */
    private long awaited(Run run) {
        run.registeredTo = machine.caller.firstUnregistered(run.pinned, run.registeredTo);
        return run.registeredTo == run.pinned.size()
                ? 0
                : machine.caller.counterOf(run.pinned.get(run.registeredTo).tessera());
    }

    /**
     * That unit is alive, and could not be reached for too long: it is not waited for. A call that has failed fails as it did. A tessera whose
     * construction fails so is ended: its creator has none.
     */
    void giveUp(long unit, String reason) {
        for (Run run : List.copyOf(unregistered)) {
            if (run.abandoned || awaited(run) != unit) {
                continue;
            }
            unregistered.remove(run);
            Outcome outcome = run.outcome;
            if (!(outcome instanceof Outcome.Failed)) {
                run.outcome = Outcome.failed(
                        Failure.Kind.WORKER_LOST,
                        "task=" + run.task() + " has run, and its outcome is not told, since tessera="
                                + run.pinned.get(run.registeredTo).tessera()
                                + " cannot be held where it ran: " + reason);
                machine.values.letGo(run.task());
            }
            if (outcome instanceof Outcome.Returned(Payload unwanted)) {
                machine.caller.unpin(unwanted.carried());
                machine.out.letGo(unwanted);
            }
            machine.caller.unpin(List.copyOf(run.pinned));
            run.pinned.clear();
            run.registeredTo = 0;
            endIfMade(run);
            report(run);
        }
    }

    /** Of a construction that has run, and has failed since. */
    private void endIfMade(Run run) {
        boolean isMade = run.item instanceof StreamMessage.Create && run.mailbox.state != Mailbox.State.OVER;
        if (isMade && run.outcome instanceof Outcome.Failed(Failure failure)) {
            machine.kills.end(machine.now, run.mailbox, null, failure);
            machine.tesserae.removeIfOver(run.mailbox);
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
