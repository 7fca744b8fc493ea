package dev.mosaic.unit.mailbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who may run now: permits, turns between mailboxes, and the runs under way.
 *
 * <p>A permit is free, or held by one run that is not blocked. A run that was blocked and can go on comes before any new one.
 * Mailboxes take turns, and in a mailbox the lines of its callers.
 *
 * <p>Where no permit went to anybody for {@link MailboxSettings#patienceNanos}, and a call of a tessera, or a run that can go on, has waited
 * as long, there is an extra permit: no tessera waits for ever behind another's long call. It serves tesserae only, one after the other, and
 * ends when it is free while a usual permit is. A call of a class with concurrency above 1 needs no permit: its class says how many run.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1) for each start.
 */
final class Scheduler {
    /** What a run holds while it runs. */
    enum Permit {
        NONE,
        USUAL,
        EXTRA,
        /** Of a class with concurrency above 1. */
        OWN
    }

    private final MailboxSettings settings;
    private final MailboxOutput out;

    /** Mailboxes that can start something, in turn; those of classes with concurrency above 1 apart. */
    private final ArrayDeque<Mailbox> offered = new ArrayDeque<>();

    private final ArrayDeque<Mailbox> relaxed = new ArrayDeque<>();
    private final ArrayDeque<Run> resuming = new ArrayDeque<>();
    private final List<Run> underWay = new ArrayList<>();
    private int free;

    /** Extra permits that there are, and those of them that nobody holds. */
    private int extra;

    private int freeExtra;

    /** Runs with a permit of their own. */
    private int own;

    /** When a permit went to somebody last. */
    private long givenNanos;

    Scheduler(MailboxSettings settings, MailboxOutput out) {
        this.settings = settings;
        this.free = settings.permits();
        this.out = out;
    }

    int freePermits() {
        return free;
    }

    /** Beyond the usual ones, that are there now. */
    int extraPermits() {
        return extra;
    }

    List<Run> underWay() {
        return underWay;
    }

    void offer(Mailbox mailbox) {
        if (!mailbox.offered && mailbox.canStart()) {
            mailbox.offered = true;
            mailbox.offeredNanos = 0;
            (mailbox.needsNoPermit() ? relaxed : offered).add(mailbox);
        }
    }

    /** Gives away free permits. {@code turn} takes the next run of a mailbox, or null where none may start after all. */
    void schedule(long now, Turn turn) {
        while (own < settings.mostOwn() && !relaxed.isEmpty()) {
            take(now, relaxed.remove(), Permit.OWN, turn);
        }
        while (free > 0 && (!resuming.isEmpty() || !offered.isEmpty())) {
            give(now, Permit.USUAL, turn);
        }
        if (free > 0) {
            extra -= freeExtra;
            freeExtra = 0;
            return;
        }
        while (isAnybodyWaiting() && (freeExtra > 0 || isLate(now))) {
            if (freeExtra == 0) {
                extra++;
                freeExtra++;
            }
            give(now, Permit.EXTRA, turn);
        }
    }

    /** Who may have an extra permit. */
    private boolean isAnybodyWaiting() {
        return !resuming.isEmpty() || firstTessera() != null;
    }

    private @Nullable Mailbox firstTessera() {
        for (Mailbox mailbox : offered) {
            if (!mailbox.isPool()) {
                return mailbox; // there is one pool at most
            }
        }
        return null;
    }

    /** True where another extra permit is due. */
    private boolean isLate(long now) {
        long patience = settings.patienceNanos();
        return waitedNanos(now) >= patience && now - givenNanos >= patience && extra < settings.mostExtra();
    }

    /** How long the first of them has waited, as far as was looked. */
    private long waitedNanos(long now) {
        Run run = resuming.peek();
        if (run != null) {
            run.readyNanos = run.readyNanos == 0 ? now : run.readyNanos;
            return now - run.readyNanos;
        }
        Mailbox first = firstTessera();
        if (first == null) {
            return 0;
        }
        first.offeredNanos = first.offeredNanos == 0 ? now : first.offeredNanos;
        return now - first.offeredNanos;
    }

    /** To who comes first. */
    private void give(long now, Permit permit, Turn turn) {
        Run resumed = resuming.poll();
        if (resumed != null) {
            grant(now, resumed, permit);
            out.resume(resumed);
            return;
        }
        Mailbox mailbox = permit == Permit.EXTRA ? firstTessera() : offered.peek();
        if (mailbox != null) {
            offered.removeFirstOccurrence(mailbox);
            take(now, mailbox, permit, turn);
        }
    }

    private void take(long now, Mailbox mailbox, Permit permit, Turn turn) {
        mailbox.offered = false;
        Run run = turn.next(now, mailbox);
        offer(mailbox);
        if (run != null) {
            grant(now, run, permit);
            start(now, run);
        }
    }

    private void grant(long now, Run run, Permit permit) {
        run.permit = permit;
        switch (permit) {
            case NONE -> {}
            case USUAL -> {
                free--;
                givenNanos = now;
            }
            case EXTRA -> {
                freeExtra--;
                givenNanos = now;
            }
            case OWN -> own++;
        }
    }

    private void release(Run run) {
        switch (run.permit) {
            case NONE -> {}
            case USUAL -> free++;
            case EXTRA -> freeExtra++;
            case OWN -> own--;
        }
        run.permit = Permit.NONE;
    }

    /** Takes the next run of a mailbox. */
    interface Turn {
        @Nullable Run next(long now, Mailbox mailbox);
    }

    /** Starts a run; it has a permit or needs none. */
    void start(long now, Run run) {
        run.state = Run.State.RUNNING;
        run.startedNanos = now;
        run.underWay = underWay.size();
        underWay.add(run);
        run.mailbox.underWay++;
        if (!run.aside) {
            run.mailbox.running++;
        }
        out.start(run);
    }

    /** The run gives its permit and its turn to others. */
    void giveWay(Run run) {
        if (run.state == Run.State.RUNNING && !run.aside) {
            run.mailbox.running--;
            if (run.permit == Permit.NONE) {
                resuming.remove(run);
            }
            release(run);
        }
    }

    /** Its code has ended for good. */
    void end(Run run) {
        Run last = underWay.removeLast();
        if (last != run) {
            underWay.set(run.underWay, last);
            last.underWay = run.underWay;
        }
        run.underWay = -1;
        run.mailbox.underWay--;
    }

    void blocked(Run run) {
        release(run);
    }

    void unblocked(long now, Run run) {
        if (run.aside) {
            out.resume(run);
        } else if (run.mailbox.needsNoPermit()) {
            grant(now, run, Permit.OWN); // it has its thread already
            out.resume(run);
        } else {
            run.readyNanos = 0;
            resuming.add(run);
        }
    }

    void forEach(Consumer<Run> action) {
        underWay.forEach(action);
    }
}
