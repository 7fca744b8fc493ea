package dev.mosaic.unit.links;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Which monitors a unit heeds: those with no lower epoch than the highest it has heard of, and none that another one has replaced.
 *
 * <p>A monitor that is new begins with any epoch. A unit tells it, in {@code Hello}, the highest that it knows from others
 * ({@link #toTell}), and the monitor goes above that. So no clock decides who is heeded.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> a few words for each of the last {@value #MOST_REPLACED} monitors.
 */
public final class Epochs {
    private static final int MOST_REPLACED = 64;

    private final Set<Long> replaced = new LinkedHashSet<>();
    private long highest;
    private long monitor;

    /**
     * True where that is to be heeded: the word of a monitor, which says its epoch. Words of the one that is heeded may overtake each other,
     * a long one with the epoch that it had before too.
     */
    public boolean heeds(long from, long epoch) {
        if (from == monitor && monitor != 0) {
            highest = Math.max(highest, epoch);
            return true;
        }
        if (epoch < highest || replaced.contains(from)) {
            return false;
        }
        if (monitor != 0) {
            replace(monitor);
        }
        monitor = from;
        highest = epoch;
        return true;
    }

    private void replace(long before) {
        replaced.add(before);
        if (replaced.size() > MOST_REPLACED) {
            replaced.remove(replaced.iterator().next());
        }
    }

    /** Another monitor was heeded after this one. */
    public boolean isReplaced(long instance) {
        return replaced.contains(instance);
    }

    /** The epoch that this monitor has to be above; 0 where it is, or is to be heeded no more. */
    public long toTell(long instance) {
        return instance == monitor || isReplaced(instance) ? 0 : highest;
    }

    /** That monitor has spoken to this unit, so it has known it. */
    public boolean isKnownTo(long instance) {
        return instance == monitor;
    }
}
