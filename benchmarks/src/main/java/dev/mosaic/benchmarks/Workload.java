package dev.mosaic.benchmarks;

import java.util.Locale;

/** What the two processes do with each other. */
enum Workload {
    /** Small messages one way; the reader hands each on, as an array of its own, to a thread that checks it. */
    SMALL_RATE_HANDOFF(100, "messages/s", "higher"),
    /** Small messages one way, checked where they were read. */
    SMALL_RATE_IN_PLACE(100, "messages/s", "higher"),
    /** One small message to and fro. */
    ROUND_TRIP(100, "us", "lower"),
    /** Large messages one way; the receiver reads a byte of each page. */
    BULK_10MB(10_000_000, "GB/s", "higher");

    private final int sizeBytes;
    private final String unit;
    private final String better;

    Workload(int sizeBytes, String unit, String better) {
        this.sizeBytes = sizeBytes;
        this.unit = unit;
        this.better = better;
    }

    /** Reads a name as the command line spells it. */
    static Workload of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of one message. */
    int sizeBytes() {
        return sizeBytes;
    }

    /** Of the figure. */
    String unit() {
        return unit;
    }

    /** Which direction is better, {@code higher} or {@code lower}. */
    String better() {
        return better;
    }

    /** The figure of a stream that brought that many messages in that time. */
    double figure(long messages, long nanos) {
        double perSecond = messages * 1e9 / nanos;
        return this == BULK_10MB ? perSecond * sizeBytes / 1e9 : perSecond;
    }
}
