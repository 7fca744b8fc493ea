package dev.mosaic.bench;

import java.util.concurrent.TimeUnit;

/** How much is done. */
public enum Sizes {
    /** What figures are made of. */
    FULL,
    /** Seconds in all, to see that everything works. */
    QUICK;

    int of(int full, int quick) {
        return this == FULL ? full : quick;
    }

    /** A workload is repeated for this long, and once at least, before it counts; one repetition takes most peers as long. */
    long warmNanos() {
        return this == FULL ? TimeUnit.SECONDS.toNanos(2) : 0;
    }
}
