package dev.mosaic.operator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Whether reconciling works at all.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Pulse {
    /** One resource that cannot be reconciled is no reason; none that can be, for so long, is. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final InstantSource clock;
    private Instant lastGood;
    private int failuresSince;

    Pulse(InstantSource clock) {
        this.clock = clock;
        this.lastGood = clock.instant();
    }

    /** One reconciliation. */
    interface Beat<T, E extends Exception> {
        T run() throws E;
    }

    <T, E extends Exception> T beat(Beat<T, E> reconciliation) throws E {
        boolean isGood = false;
        try {
            T result = reconciliation.run();
            isGood = true;
            return result;
        } finally {
            note(isGood);
        }
    }

    /** Nothing to do is good, too. */
    synchronized boolean isGood() {
        return failuresSince == 0 || clock.instant().isBefore(lastGood.plus(PATIENCE));
    }

    synchronized int failuresSince() {
        return failuresSince;
    }

    private synchronized void note(boolean isGood) {
        if (isGood || failuresSince == 0) {
            lastGood = clock.instant();
        }
        failuresSince = isGood ? 0 : failuresSince + 1;
    }
}
