package dev.mosaic.mesh.socket;

/**
 * Learns whether it pays to look at the selector for some more microseconds before sleeping in it. It does where the other
 * side runs on a processor of its own: then nobody has to be woken. Where processors are few or busy it only keeps the other
 * side from running.
 *
 * <p><b>Threading:</b> who carries. <b>Cost:</b> some additions.
 */
final class Linger {
    private static final int MOST_CREDIT = 16;
    private static final int TRY_AGAIN = 64;

    private final boolean never;
    private int credit = MOST_CREDIT;
    private int sleeps;
    private boolean looking;

    /** @param wanted false for who waits for large things, where waking costs little beside them */
    Linger(boolean wanted) {
        never = !wanted || Runtime.getRuntime().availableProcessors() == 1;
    }

    /** True where it paid lately, and now and then to find out. */
    boolean pays() {
        return credit > 0 && !never;
    }

    /** Looked once, there was nothing. */
    void looked() {
        looking = true;
    }

    /** There was something; where it was looked for, that paid. */
    void found() {
        if (looking) {
            looking = false;
            credit = Math.min(MOST_CREDIT, credit + 2);
        }
    }

    /** About to sleep; where it was looked in vain, that did not pay. */
    void gaveUp() {
        if (looking) {
            looking = false;
            credit--;
        } else if (credit <= 0 && ++sleeps >= TRY_AGAIN) {
            sleeps = 0;
            credit = 1;
        }
    }
}
