package dev.mosaic.unit.mailbox;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.StreamMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a worker that was told of before: what can live elsewhere goes there, what cannot has until the deadline.
 *
 * <pre>
 *   Snapshot         calls that run end, the state is kept, those that wait are given back ──► departs
 *   maxRestarts      calls that wait run, later ones are given back ──► departs
 *   neither          is called as before, until the deadline; then its calls fail
 * </pre>
 *
 * <p>Calls that are given back have not begun: their callers send them to the next life, as the same attempt.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> nothing before it begins; then each tick looks at all tesserae. <b>Failure:</b> what is
 * still there at the deadline fails, and the worker ends.
 */
final class Drain {
    private static final long SAY_AGAIN_NANOS = 1_000_000_000L;

    /** For the last outcomes to be told. */
    private static final long LAST_NANOS = 300_000_000L;

    private final MailboxMachine machine;
    private boolean underWay;
    private boolean isOver;
    private boolean isLate;

    /** Some tessera has, so that there may be holders who have not heard. */
    private boolean hasDeparted;

    private long deadlineNanos;
    private long saidNanos;

    Drain(MailboxMachine machine) {
        this.machine = machine;
    }

    /** True where nothing new may begin here. */
    boolean isUnderWay() {
        return underWay;
    }

    /** How much time is left. */
    long leftNanos(long now) {
        return Math.max(0, deadlineNanos - now);
    }

    void begin(long now, long nanos) {
        long deadline = now + Math.min(nanos, Long.MAX_VALUE / 4);
        deadlineNanos = underWay ? Math.min(deadlineNanos, deadline) : deadline;
        underWay = true;
        tick(now);
    }

    /** Why a tessera that lives no more in this worker cannot be called here; null where it can. */
    @Nullable Failure hasMoved(Id tessera) {
        return underWay && tessera.hasLives() ? moved(tessera) : null;
    }

    /** Its constructor has not run, nor will it here; it has no life that the home knows. */
    static boolean isUnmade(Run run) {
        return run.item instanceof StreamMessage.Create
                && run.mailbox.state == Mailbox.State.EXPECTED
                && !run.tessera().hasLives();
    }

    static Failure moved(Id tessera) {
        return Failure.of(Failure.Kind.MOVED, "tessera=" + tessera + " lives elsewhere");
    }

    /** True where the run is to be sent to the next life instead. */
    boolean givesBack(Run run) {
        Life life = run.mailbox.life;
        if (life == null || !life.leaving) {
            return false;
        }
        machine.outcomes.conclude(run, new Outcome.Failed(moved(run.tessera())));
        return true;
    }

    void tick(long now) {
        sayAgain(now);
        if (!underWay || isOver) {
            return;
        }
        for (Mailbox mailbox : machine.tesserae.all()) {
            Life life = mailbox.life;
            if (life != null && mailbox.state == Mailbox.State.LISTENING && mailbox.dropping == null) {
                leave(mailbox, life);
            }
        }
        if (now >= deadlineNanos && !isLate) {
            isLate = true;
            machine.tesserae.all().forEach(this::fail);
        }
        if (machine.open() == machine.tesserae.ended() || now >= deadlineNanos + LAST_NANOS) {
            isOver = true;
            machine.out.drained();
        }
    }

    /**
     * Who holds here what lives elsewhere is told until that holds it there. So is the home: one that a holder is cut off from keeps for it
     * what is passive.
     */
    private void sayAgain(long now) {
        if (hasDeparted && now - saidNanos >= SAY_AGAIN_NANOS) {
            saidNanos = now;
            for (Mailbox mailbox : machine.tesserae.all()) {
                if (isElsewhere(mailbox)) {
                    tellHolders(mailbox);
                    if (!mailbox.holders.isEmpty()) {
                        machine.lives.say(new LifeMessage.Depart(mailbox.id, 0));
                    }
                }
            }
        }
    }

    /** Holders who came late are in mailboxes of no life. A home that does not know the tessera is to know that it is not here. */
    void sayDeparted() {
        for (Mailbox mailbox : hasDeparted ? machine.tesserae.all() : List.<Mailbox>of()) {
            if (mailbox.life == null && isElsewhere(mailbox)) {
                machine.lives.say(new LifeMessage.Depart(mailbox.id, 0));
            }
        }
    }

    static boolean isElsewhere(Mailbox mailbox) {
        Failure failure = mailbox.failure;
        return failure != null && failure.kind() == Failure.Kind.MOVED;
    }

    /** What waits is given back, the state is kept, and it departs. */
    void leave(Mailbox mailbox, Life life) {
        if (!life.leaving) {
            life.leaving = true;
            if (life.terms.snapshots()) {
                giveBackAll(mailbox);
            }
        }
        boolean isBusy = mailbox.underWay > 0
                || !life.isQuiet()
                || life.due
                || life.state != null
                || life.raised != null
                || mailbox.lines.values().stream().anyMatch(line -> !line.queue.isEmpty());
        if (isBusy) {
            return;
        }
        if (life.terms.snapshots() && !life.lastTaken) {
            life.lastTaken = true;
            life.due = true;
            machine.scheduler.offer(mailbox);
        } else if (!life.isUnmovable || life.retiring) {
            depart(mailbox, life, new LifeMessage.Depart(mailbox.id, life.incarnation));
        }
    }

    private void giveBackAll(Mailbox mailbox) {
        mailbox.ready.clear();
        for (Line line : mailbox.lines.values()) {
            line.offered = false;
            for (Run run = line.queue.poll(); run != null; run = line.queue.poll()) {
                machine.cancel(run);
                machine.outcomes.conclude(run, new Outcome.Failed(moved(run.tessera())));
            }
        }
    }

    void depart(Mailbox mailbox, Life life, LifeMessage.Depart word) {
        if (!hasDeparted) {
            hasDeparted = true;
            saidNanos = machine.now;
        }
        life.lastWord = word;
        life.lastWordNanos = machine.now;
        machine.tesserae.departed(mailbox, moved(mailbox.id));
        machine.lives.departed(mailbox.id, moved(mailbox.id));
        machine.lives.say(word);
        tellHolders(mailbox);
        machine.tesserae.removeIfOver(mailbox);
    }

    void tellHolders(Mailbox mailbox) {
        List.copyOf(mailbox.holders).forEach(holder -> machine.links.send(holder, new LifeMessage.Moving(mailbox.id)));
    }

    /** What can live again does so when this worker is dead, with the calls that did not begin here. */
    private void fail(Mailbox mailbox) {
        if (mailbox.life != null) {
            mailbox.life.leaving = true;
            giveBackAll(mailbox);
        } else if (mailbox.state == Mailbox.State.LISTENING || mailbox.state == Mailbox.State.CREATING) {
            machine.tesserae.stop(
                    mailbox,
                    Failure.of(
                            Failure.Kind.WORKER_DRAINED,
                            "worker of tessera=" + mailbox.id + " was to end: " + ClusterMessage.DRAINED));
        }
    }
}
