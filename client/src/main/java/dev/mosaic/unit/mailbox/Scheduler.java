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
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1) for each start.
 */
final class Scheduler {
    private final MailboxOutput out;
    private final ArrayDeque<Mailbox> offered = new ArrayDeque<>();
    private final ArrayDeque<Run> resuming = new ArrayDeque<>();
    private final List<Run> underWay = new ArrayList<>();
    private int free;

    Scheduler(int permits, MailboxOutput out) {
        this.free = permits;
        this.out = out;
    }

    int freePermits() {
        return free;
    }

    List<Run> underWay() {
        return underWay;
    }

    void offer(Mailbox mailbox) {
        if (!mailbox.offered && mailbox.canStart()) {
            mailbox.offered = true;
            offered.add(mailbox);
        }
    }

    /** Gives away free permits. {@code turn} takes the next run of a mailbox, or null where none may start after all. */
    void schedule(long now, Turn turn) {
        while (free > 0) {
            Run resumed = resuming.poll();
            if (resumed != null) {
                free--;
                out.resume(resumed);
                continue;
            }
            Mailbox mailbox = offered.poll();
            if (mailbox == null) {
                return;
            }
            mailbox.offered = false;
            Run run = turn.next(now, mailbox);
            offer(mailbox);
            if (run != null) {
                free--;
                start(now, run);
            }
        }
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
            if (run.blockedOn == null && !resuming.remove(run)) {
                free++;
            }
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
        if (!run.aside) {
            free++;
        }
    }

    void unblocked(Run run) {
        if (run.aside) {
            out.resume(run);
        } else {
            resuming.add(run);
        }
    }

    void forEach(Consumer<Run> action) {
        underWay.forEach(action);
    }
}
