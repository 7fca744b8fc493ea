package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Need;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds cycles of waits by edge-chasing probes (Chandy, Misra and Haas, 1983, for waits that all must end).
 *
 * <p>A probe starts at a run that has been blocked for a while and looks at the task it waits for. Where that is running and
 * blocked itself, the probe goes on to what that waits for; where it waits in its mailbox, to the run before it, or to the arguments that
 * its line and the tessera's construction wait for; where it was not sent yet, to what that waits for. A probe back at its start has found a cycle.
 *
 * <p>A wait may end by a timeout while a probe is on its way, so a cycle counts when a second probe finds the same waits,
 * told by their tickets: then all of them stood at once. The second one follows at once, but only once in a second. Of the runs on a cycle the one with the highest id gives up. A probe passes
 * each task once in a round, so that a net of waits costs no more than a chain, and ends at a run with a higher id than its own, since
 * that one is to find what cycle there is. So in a chain of calls that wait for calls, whose ids grow, each probe goes a few steps, not to the
 * end. The highest run of all that wait for each other still finds itself, since whatever way leads back to it passes only lower ones.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one message for each wait passed, each second. <b>Failure:</b> a lost probe is
 * followed by the next.
 */
final class Waits {
    private static final int LONGEST_PATH = 256;

    private record Seen(Id initiator, long ticket, int round, Id task) {}

    private final MailboxMachine machine;
    private final Links links;
    private final Set<Seen> seen = new HashSet<>();
    private long lastTicket;

    Waits(MailboxMachine machine, Links links) {
        this.machine = machine;
        this.links = links;
    }

    /** The failure, where the run waits for its own mailbox; it can be told at once. */
    @Nullable Failure begin(long now, Run run, Id task) {
        run.blockedOn = task;
        run.blockedSinceNanos = now;
        run.probedNanos = now;
        run.ticket = ++lastTicket;
        run.forgetCycles();
        Need at = machine.caller.whereIs(task);
        return at != null && isBehind(run, at) ? failure(List.of(hop(run, task))) : null;
    }

    /** True where what is waited for waits for its turn behind the run itself. */
    private boolean isBehind(Run run, Need at) {
        if (at.producer() != links.self() || !at.mailbox().equals(run.tessera()) || !run.mailbox.isExclusive()) {
            return false;
        }
        Line line = run.mailbox.line(links.self());
        Run target = line == null ? null : line.item(at.number());
        return target != null && target.state == Run.State.WAITING;
    }

    void tick(long now) {
        seen.clear();
        for (Run run : List.copyOf(machine.scheduler.underWay())) {
            if (run.blockedOn != null && now - run.probedNanos >= machine.settings.probeNanos()) {
                run.probedNanos = now;
                run.confirms = false;
                probe(run);
            }
        }
    }

    private void probe(Run run) {
        run.round++;
        forward(
                run,
                new ValueMessage.Probe(
                        run.task(), run.ticket, run.round, run.task(), 0, run.task(), run.tessera(), 0, List.of()));
    }

    void received(ValueMessage.Probe probe) {
        Mailbox mailbox = machine.mailbox(probe.mailbox());
        Line line = mailbox == null ? null : mailbox.line(probe.task().origin());
        Run target = line == null ? null : line.item(probe.number());
        if (target == null
                || !target.task().equals(probe.task())
                || probe.path().size() > LONGEST_PATH
                || !seen.add(new Seen(probe.initiator(), probe.ticket(), probe.round(), probe.task()))) {
            return;
        }
        switch (target.state) {
            case RUNNING -> atRunning(target, probe);
            case WAITING -> atWaiting(target, probe);
            case PROMISED, WITHHELD, OVER -> {} // ends without anybody here
        }
    }

    private void atRunning(Run run, ValueMessage.Probe probe) {
        if (run.blockedOn == null || run.killed || run.task().compareTo(probe.initiator()) > 0) {
            return; // nobody waits for it; or that one is to find a cycle of both
        }
        if (!run.task().equals(probe.initiator())) {
            forward(run, probe);
        } else if (run.ticket == probe.ticket() && run.task().equals(probe.highest())) {
            found(run, probe);
        }
    }

    private void found(Run run, ValueMessage.Probe probe) {
        if (run.closesCycle(probe.trace(), probe.round())) {
            machine.out.deadlock(run, failure(probe.path()));
        } else if (!run.confirms) {
            run.confirms = true; // once: a run may be on many cycles, and each would double the probes
            probe(run);
        }
    }

    /** On to what a blocked run waits for. */
    private void forward(Run run, ValueMessage.Probe probe) {
        Id awaited = run.blockedOn;
        if (awaited == null) {
            return;
        }
        String hop = hop(run, awaited);
        if (probe.path().contains(hop)) {
            return; // a cycle that the initiator only leads to; those on it find it
        }
        List<String> path = new ArrayList<>(probe.path());
        path.add(hop);
        long trace = (probe.trace() ^ (run.task().hashCode() * 31L + run.ticket)) * 0x100000001b3L + 1;
        Id highest = run.task().compareTo(probe.highest()) > 0 ? run.task() : probe.highest();
        for (Need at : machine.caller.inTheWayOf(awaited)) {
            send(
                    at,
                    new ValueMessage.Probe(
                            probe.initiator(),
                            probe.ticket(),
                            probe.round(),
                            highest,
                            trace,
                            at.task(),
                            at.mailbox(),
                            at.number(),
                            path));
        }
    }

    /** On to what holds a call back that has not started. */
    private void atWaiting(Run target, ValueMessage.Probe probe) {
        Mailbox mailbox = target.mailbox;
        Run head = mailbox.isPool() ? target : target.line.queue.peek();
        atNeeds(head, probe);
        boolean isMade = mailbox.state != Mailbox.State.CREATING;
        if (!isMade) {
            // All lines wait for the first call in that of its creator.
            mailbox.lines.values().stream()
                    .map(line -> line.queue.peek())
                    .filter(first -> first != null && first.item instanceof StreamMessage.Create && !first.equals(head))
                    .forEach(creation -> atNeeds(creation, probe));
        }
        if (mailbox.isExclusive() || !isMade) {
            for (Run run : List.copyOf(machine.scheduler.underWay())) {
                if (run.mailbox == mailbox && run.state == Run.State.RUNNING && !run.aside) {
                    atRunning(run, probe);
                }
            }
        }
    }

    private void atNeeds(@Nullable Run run, ValueMessage.Probe probe) {
        if (run == null || run.unresolved == 0) {
            return;
        }
        for (int i = 0; i < run.item.needs().size(); i++) {
            Need at = machine.fetches.whereIs(run.need(i));
            if (at != null) {
                send(
                        at,
                        new ValueMessage.Probe(
                                probe.initiator(),
                                probe.ticket(),
                                probe.round(),
                                probe.highest(),
                                probe.trace(),
                                at.task(),
                                at.mailbox(),
                                at.number(),
                                probe.path()));
            }
        }
    }

    private void send(Need at, ValueMessage.Probe probe) {
        links.send(at.producer(), probe);
    }

    private String hop(Run run, Id awaited) {
        return run.label(machine.labels) + " (task=" + run.task() + ", tessera=" + run.tessera() + ") waits for task="
                + awaited;
    }

    private static Failure failure(List<String> path) {
        return Failure.of(Failure.Kind.DEADLOCK, "a cycle of waits: " + String.join("; ", path));
    }
}
