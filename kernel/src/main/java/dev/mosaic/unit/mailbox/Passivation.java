package dev.mosaic.unit.mailbox;

import dev.mosaic.message.LifeMessage;

/**
 * Tesserae that nobody calls for as long as they said: their state is kept, and they depart, to live nowhere until the next call.
 *
 * <p>What comes while the state is on its way is taken as ever, and the tessera stays. What comes after it has departed is given back, as
 * for any that lives elsewhere.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> a look at each tessera with several lives each tick. <b>Failure:</b> where the state cannot be
 * had or kept, the tessera stays, and it is tried again when it has not been called for as long again.
 */
final class Passivation {
    private final MailboxMachine machine;

    Passivation(MailboxMachine machine) {
        this.machine = machine;
    }

    /** Somebody wants something of it, or it could not go. */
    static void isUsed(long now, Life life) {
        life.usedNanos = now;
        life.passing = false;
    }

    void tick(long now, Mailbox mailbox, Life life) {
        boolean may = life.terms.passiveNanos() > 0
                && life.mayRest
                && !life.retiring
                && life.terms.snapshots()
                && mailbox.state == Mailbox.State.LISTENING
                && !machine.drain.isUnderWay();
        if (!may) {
            return;
        }
        if (!life.passing && (isBusy(mailbox, life) || machine.out.isFlowing(mailbox.id))) {
            life.usedNanos = now;
        } else if (!life.passing && now - life.usedNanos >= life.terms.passiveNanos()) {
            life.passing = true;
            life.due = true;
            machine.scheduler.offer(mailbox);
        } else if (life.passing && !isBusy(mailbox, life) && life.state == null) {
            machine.drain.depart(mailbox, life, new LifeMessage.Depart(mailbox.id, life.incarnation, true));
        }
    }

    private static boolean isBusy(Mailbox mailbox, Life life) {
        return mailbox.underWay > 0
                || mailbox.dropping != null
                || life.due
                || life.raised != null
                || !life.described
                || !life.isQuiet()
                || mailbox.lines.values().stream().anyMatch(line -> !line.queue.isEmpty());
    }
}
