package dev.mosaic.unit.calls;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of this unit by the era they were made in, see {@link dev.mosaic.message.BarrierMessage}: how many there ever were, and how
 * many have not ended.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1) for a task of the newest era, O(eras) else; an era is forgotten when its tasks have
 * ended and {@value #MOST} newer ones are known.
 */
final class Eras {
    private static final int MOST = 64;

    /** One era. */
    static final class Era {
        private final int number;
        private long open;
        private long made;

        private Era(int number) {
            this.number = number;
        }

        /** One of its tasks is not open any more. */
        void ended() {
            open--;
        }
    }

    /** In their order, the newest last. */
    private final List<Era> eras = new ArrayList<>();

    private int current;
    private long forgotten;

    int current() {
        return current;
    }

    /** A barrier began it. */
    void heard(int era) {
        current = Math.max(current, era);
    }

    /** One more task counts in it. */
    Era opened(int number) {
        Era era = of(number);
        era.open++;
        era.made++;
        return era;
    }

    /** Tasks of earlier eras that have not ended. */
    long openBefore(int number) {
        long sum = 0;
        for (Era era : eras) {
            sum += era.number < number ? era.open : 0;
        }
        return sum;
    }

    /** Tasks of earlier eras, and some of later ones that ended long ago. */
    long madeBefore(int number) {
        long sum = forgotten;
        for (Era era : eras) {
            sum += era.number < number ? era.made : 0;
        }
        return sum;
    }

    private Era of(int number) {
        int at = eras.size();
        while (at > 0 && eras.get(at - 1).number > number) {
            at--;
        }
        @Nullable Era known = at == 0 ? null : eras.get(at - 1);
        if (known != null && known.number == number) {
            return known;
        }
        Era era = new Era(number);
        eras.add(at, era);
        forget(era);
        return era;
    }

    private void forget(Era kept) {
        for (Iterator<Era> each = eras.iterator(); each.hasNext() && eras.size() > MOST; ) {
            Era oldest = each.next();
            if (oldest.open > 0 || oldest == kept) {
                return;
            }
            forgotten += oldest.made;
            each.remove();
        }
    }
}
