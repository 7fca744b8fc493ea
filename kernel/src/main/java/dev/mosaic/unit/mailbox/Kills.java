package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tesserae that are ended though their code runs. What waits and what runs has its outcome at once, and what runs is interrupted. A
 * thread cannot be ended from outside: where code goes on after {@value #GRACE_NANOS} ns, the worker ends.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(what is open in the tessera, and what runs in the worker).
 */
final class Kills {
    private static final long GRACE_NANOS = 200_000_000L;

    private record Killed(Mailbox mailbox, long sinceNanos) {}

    private final MailboxMachine machine;

    /** Those whose code still runs. */
    private final List<Killed> running = new ArrayList<>(0);

    Kills(MailboxMachine machine) {
        this.machine = machine;
    }

    /** The word of one who holds it, which may be here before the creation is. */
    void entered(long now, Run kill) {
        Mailbox mailbox = kill.mailbox;
        if (mailbox.state == Mailbox.State.EXPECTED) {
            mailbox.killed = true;
            machine.turns.entered(kill);
        } else {
            kill(now, mailbox, kill);
        }
    }

    /** @param kill what is done when it has ended; null where that waits in its line */
    void kill(long now, Mailbox mailbox, @Nullable Run kill) {
        end(now, mailbox, kill, Failure.of(Failure.Kind.STOPPED, "tessera=" + mailbox.id + " was killed"));
    }

    /** Whatever runs in it. */
    void end(long now, Mailbox mailbox, @Nullable Run kill, Failure failure) {
        for (Run run : List.copyOf(machine.scheduler.underWay())) {
            if (run.mailbox == mailbox) {
                stop(now, run, failure);
            }
        }
        Run dropping = mailbox.dropping;
        if (dropping != null) {
            mailbox.dropping = null;
            machine.outcomes.conclude(dropping, Outcome.NOTHING);
        }
        Life life = mailbox.life;
        if (life != null) {
            machine.lives.killed(life, failure);
        }
        machine.tesserae.end(mailbox, kill, failure);
        if (kill != null && life == null) {
            machine.outcomes.conclude(kill, Outcome.NOTHING);
        } else if (kill != null) {
            kill.state = Run.State.WITHHELD; // until the home knows
        }
        if (mailbox.underWay > 0) {
            running.add(new Killed(mailbox, now));
        }
    }

    private void stop(long now, Run run, Failure failure) {
        run.killed = true;
        run.cancelled = true;
        run.startedSaid = true;
        if (run.chore() == Run.Chore.NONE) {
            machine.outcomes.tellKilled(run, new Outcome.Failed(failure));
            machine.caller.cancelAll(now, run.task(), false);
        }
        machine.out.interrupt(run);
    }

    void tick(long now) {
        running.removeIf(killed -> {
            boolean isLate = now - killed.sinceNanos >= GRACE_NANOS;
            if (killed.mailbox.underWay > 0 && isLate) {
                machine.endWorker("to kill tessera=" + killed.mailbox.id);
            }
            return killed.mailbox.underWay == 0 || isLate;
        });
    }
}
