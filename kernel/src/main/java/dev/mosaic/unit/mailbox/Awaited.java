package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.LifeMessage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tesserae of which somebody has spoken, since he holds them or has found their name, and which have not come.
 *
 * <p>The creation of one with one life is on its way: it is waited for as long as its creator waits for a link, and no longer. Of others
 * the home says where they live, or why they do not; or nothing, where no home is there, or reached, for as long.
 *
 * <p>Who has waited in vain, and still holds it, is refused at once from then on. Once nobody holds it any more it is forgotten, and who
 * speaks of it later waits for as long again: its creation may come at any time, also since it waits for an argument.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(those that are awaited) for a tick.
 */
final class Awaited {
    private static final long ASK_NANOS = 1_000_000_000L;
    private static final long NOT_HOMELESS = Long.MAX_VALUE;

    private final MailboxMachine machine;
    private final Tesserae tesserae;
    private final Set<Mailbox> awaited = new LinkedHashSet<>();

    /** Since when there is no home. */
    private long homelessSinceNanos = NOT_HOMELESS;

    Awaited(MailboxMachine machine, Tesserae tesserae) {
        this.machine = machine;
        this.tesserae = tesserae;
    }

    void add(Mailbox mailbox) {
        mailbox.expectedNanos = machine.now;
        mailbox.askedNanos = machine.now;
        awaited.add(mailbox);
    }

    private boolean isAwaitedStill(Mailbox mailbox) {
        return mailbox.state == Mailbox.State.EXPECTED && mailbox.equals(tesserae.get(mailbox.id));
    }

    void tick(long now) {
        boolean hasHome = machine.links.actual(Carried.HOME) != 0;
        homelessSinceNanos = hasHome ? NOT_HOMELESS : Math.min(now, homelessSinceNanos);
        awaited.removeIf(mailbox -> !isAwaitedStill(mailbox));
        for (Mailbox mailbox : List.copyOf(awaited)) {
            long since =
                    mailbox.id.hasLives() ? Math.max(mailbox.expectedNanos, homelessSinceNanos) : mailbox.expectedNanos;
            if (since != NOT_HOMELESS && now - since >= machine.settings.graceNanos()) {
                neverCame(mailbox, LifeMessage.Gone.neverCame(mailbox.id, machine.links.self()));
            } else if (mailbox.id.hasLives() && now - mailbox.askedNanos >= ASK_NANOS) {
                mailbox.askedNanos = now;
                machine.links.send(Carried.HOME, new LifeMessage.Seek(mailbox.id, LifeMessage.NOWHERE));
            }
        }
    }

    /** The home, where it is asked and there is no link to it. */
    void unreached(Set<Long> units) {
        long home = machine.links.actual(Carried.HOME);
        if (home != 0
                && !machine.links.isUp(home)
                && awaited.stream().anyMatch(mailbox -> mailbox.id.hasLives() && isAwaitedStill(mailbox))) {
            units.add(home);
        }
    }

    /** That is so for too long: what it would say is not waited for. */
    void giveUp(long unit, String reason) {
        if (unit != machine.links.actual(Carried.HOME)) {
            return;
        }
        for (Mailbox mailbox : List.copyOf(awaited)) {
            if (mailbox.id.hasLives() && isAwaitedStill(mailbox)) {
                neverCame(
                        mailbox,
                        Failure.of(Failure.Kind.WORKER_LOST, "tessera=" + mailbox.id + " did not come: " + reason));
            }
        }
    }

    /** Nobody waits for it here any longer. It is made all the same, should its creation come. */
    private void neverCame(Mailbox mailbox, Failure failure) {
        tesserae.stop(mailbox, failure);
        mailbox.neverCame = true;
        tesserae.removeIfOver(mailbox);
    }

    void isElsewhere(LifeMessage.Alive alive) {
        Mailbox mailbox = tesserae.get(alive.tessera());
        if (mailbox != null && isAwaitedStill(mailbox) && alive.worker() != machine.links.self()) {
            tesserae.stop(mailbox, Drain.moved(alive.tessera()));
            tesserae.removeIfOver(mailbox);
        }
    }

    void isOver(LifeMessage.Gone gone) {
        Mailbox mailbox = tesserae.get(gone.tessera());
        if (mailbox == null || !isAwaitedStill(mailbox)) {
            return;
        }
        if (gone.known()) {
            tesserae.stop(mailbox, gone.failure());
            tesserae.removeIfOver(mailbox);
        } else {
            neverCame(mailbox, gone.failure());
        }
    }
}
