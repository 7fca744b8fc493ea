package dev.mosaic.unit.links;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Units to which there is no link though something waits for them: where the monitor hears such a unit and this one does not reach it, the
 * two are cut from each other, and no verdict will come.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one entry for each such unit; of others nothing is kept. <b>Failure:</b> where the monitor does
 * not answer, or has not heard the unit lately either, nothing is given up: there may be a verdict, or the unit is only slow. Once it answers
 * again that it hears the unit, links have some time to be made anew: who was cut off from all reaches the monitor first.
 */
public final class Unreached {
    /** A unit that cannot be reached for this long is asked for, and one that the monitor has not heard for as long is not given up. */
    private static final long LOOK_NANOS = 5_000_000_000L;

    /** An answer counts for this long. */
    private static final long ANSWER_NANOS = 2 * LOOK_NANOS;

    private static final class Wait {
        private final long sinceNanos;
        private long fromNanos;

        /** When the monitor said last that it hears it. */
        private long heardNanos;

        private boolean isHeard;

        private Wait(long now) {
            this.sinceNanos = now;
            this.fromNanos = now;
            this.heardNanos = now - ANSWER_NANOS - 1;
        }
    }

    private final long limitNanos;
    private final Map<Long, Wait> waits = new LinkedHashMap<>();

    public Unreached(long limitNanos) {
        this.limitNanos = limitNanos;
    }

    /** These are waited for now and have no link. Steadily, a few times in the limit. */
    public void waitFor(long now, Set<Long> units) {
        waits.keySet().retainAll(units);
        units.forEach(unit -> waits.computeIfAbsent(unit, any -> new Wait(now)));
    }

    /** There is a link, if only for a moment: it has as long again. */
    public void reached(long unit) {
        waits.remove(unit);
    }

    /** Those that the monitor is to be asked for. */
    public List<Long> toLook(long now) {
        List<Long> asked = new ArrayList<>();
        waits.forEach((unit, wait) -> {
            if (now - wait.sinceNanos >= pauseNanos()) {
                asked.add(unit);
            }
        });
        return asked;
    }

    /** The monitor has heard of that unit so long ago. */
    public void looked(long now, long unit, long silentNanos) {
        Wait wait = waits.get(unit);
        if (wait != null) {
            wait.isHeard = silentNanos < LOOK_NANOS;
            if (wait.isHeard) {
                if (now - wait.heardNanos > ANSWER_NANOS) {
                    wait.fromNanos = Math.max(wait.fromNanos, now - limitNanos + pauseNanos());
                }
                wait.heardNanos = now;
            }
        }
    }

    /** Until the monitor is asked, and for links to be made once it is heard. */
    private long pauseNanos() {
        return Math.min(LOOK_NANOS, limitNanos / 2);
    }

    /** Those for which the limit is over: what waits for them now fails. What waits from now on has as long again. */
    public List<Long> over(long now) {
        List<Long> over = new ArrayList<>();
        waits.forEach((unit, wait) -> {
            if (now - wait.fromNanos >= limitNanos && wait.isHeard && now - wait.heardNanos <= ANSWER_NANOS) {
                wait.fromNanos = now;
                over.add(unit);
            }
        });
        return over;
    }

    /** How long that unit was not reached. */
    public long nanos(long now, long unit) {
        Wait wait = waits.get(unit);
        return wait == null ? 0 : now - wait.sinceNanos;
    }
}
