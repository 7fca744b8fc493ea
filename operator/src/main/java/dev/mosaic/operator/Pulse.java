package dev.mosaic.operator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Whether reconciling works at all. What is wrong with one object, or refused for it, says nothing about that: another process would meet the
 * same. Where nobody answers, or the process itself is at its end, one may.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Pulse {
    /** None that was reconciled for so long. */
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
        boolean works = false;
        try {
            T result = reconciliation.run();
            works = true;
            return result;
        } catch (Exception e) {
            works = !Failure.isUnanswered(e);
            throw e;
        } finally {
            note(works);
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
