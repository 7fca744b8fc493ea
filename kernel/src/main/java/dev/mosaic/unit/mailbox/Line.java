package dev.mosaic.unit.mailbox;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One caller's stream as its mailbox sees it: what has come, what waits in order, and the outcomes not yet confirmed.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1) for each item; a ring as long as the unconfirmed part.
 */
final class Line {
    final long caller;
    final Mailbox mailbox;
    final long stream;

    /** Taken and not started, in order. Empty for the pool, which has no order. */
    final ArrayDeque<Run> queue = new ArrayDeque<>(4);

    /** True while it is in the mailbox's list of lines whose head can start. */
    boolean offered;

    long confirmed = -1;

    /** All up to this one have come. */
    long taken = -1;

    private long highest = -1;

    private @Nullable Run[] items = new Run[4];
    private int count;

    Line(long caller, Mailbox mailbox, long stream) {
        this.caller = caller;
        this.mailbox = mailbox;
        this.stream = stream;
    }

    /** Null where it has not come, or is confirmed. */
    @Nullable Run item(long number) {
        if (number <= confirmed || number - confirmed > items.length) {
            return null;
        }
        Run run = items[(int) number & (items.length - 1)];
        return run != null && run.item.number() == number ? run : null;
    }

    void put(Run run) {
        long number = run.item.number();
        while (number - confirmed > items.length) {
            @Nullable Run[] grown = new Run[items.length * 2];
            for (Run kept : items) {
                if (kept != null) {
                    grown[(int) kept.item.number() & (grown.length - 1)] = kept;
                }
            }
            items = grown;
        }
        items[(int) number & (items.length - 1)] = run;
        highest = Math.max(highest, number);
        count++;
    }

    /** True where an item has come before another one that it is to follow: on the lane for large messages, perhaps. */
    boolean hasGap() {
        return highest > taken;
    }

    /** Forgets the first unconfirmed item, where its outcome was told. */
    @Nullable Run confirmNext() {
        Run first = item(confirmed + 1);
        if (first == null || !first.reported) {
            return null;
        }
        confirmed++;
        items[(int) confirmed & (items.length - 1)] = null;
        count--;
        return first;
    }

    /** Items that are not confirmed. */
    int size() {
        return count;
    }

    Iterable<Run> items() {
        java.util.List<Run> all = new java.util.ArrayList<>(count);
        for (Run run : items) {
            if (run != null) {
                all.add(run);
            }
        }
        all.sort(java.util.Comparator.comparingLong(run -> run.item.number()));
        return all;
    }
}
