package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import java.util.function.Consumer;

/**
 * A tessera in a worker, as it is at a moment, for who looks.
 *
 * @param className of its object
 * @param name empty for none
 * @param created false while its constructor waits or runs
 * @param madeNanos when its creation came to this worker
 * @param needs what it takes of the node as long as it is there
 * @param concurrency how many of its calls run at once
 * @param running calls whose code has begun and not ended
 * @param queued calls that wait for their turn or their arguments
 * @param holders units that have a proxy of it
 * @param incarnation which of its lives this is, from 1
 * @param restarts how many of the lives before ended with a worker
 */
public record MailboxView(
        Id tessera,
        String className,
        String name,
        boolean created,
        long madeNanos,
        Resources needs,
        int concurrency,
        int running,
        int queued,
        int holders,
        long incarnation,
        int restarts) {

    /** Shows all that live in a worker, in the order in which they came. */
    public static void visit(MailboxMachine machine, Consumer<MailboxView> visitor) {
        for (Mailbox mailbox : machine.tesserae.mailboxes.values()) {
            boolean isCreated = mailbox.state == Mailbox.State.LISTENING;
            if (!mailbox.isPool() && (isCreated || mailbox.state == Mailbox.State.CREATING)) {
                visitor.accept(of(mailbox, isCreated));
            }
        }
    }

    private static MailboxView of(Mailbox mailbox, boolean isCreated) {
        Life life = mailbox.life;
        return new MailboxView(
                mailbox.id,
                mailbox.className,
                mailbox.name,
                isCreated,
                mailbox.madeNanos,
                mailbox.claim.needs(),
                mailbox.concurrency,
                mailbox.underWay,
                mailbox.lines.values().stream()
                        .mapToInt(line -> line.queue.size())
                        .sum(),
                mailbox.holders.size(),
                life == null ? 1 : life.incarnation,
                life == null ? 0 : life.restarts);
    }
}
