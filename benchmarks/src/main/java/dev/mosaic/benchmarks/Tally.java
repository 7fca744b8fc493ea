package dev.mosaic.benchmarks;

import java.util.concurrent.atomic.AtomicLong;

/** Counts messages that were what they had to be. <b>Threading:</b> one thread counts, any thread reads. */
final class Tally {
    private final AtomicLong count = new AtomicLong();

    long count() {
        return count.getOpaque();
    }

    /** The number that the next message must bear. */
    long expected() {
        return count.getPlain();
    }

    void add() {
        count.setOpaque(count.getPlain() + 1);
    }

    /** A figure of wrong messages is worth nothing: ends the process. */
    void check(boolean right, String what) {
        if (!right) {
            System.err.println("message " + expected() + ": " + what);
            Runtime.getRuntime().halt(1);
        }
    }
}
