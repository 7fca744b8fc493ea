package dev.mosaic.monitor;

/**
 * Figures of the monitor.
 *
 * @param silenceNanos a unit that said nothing for this long is dead
 * @param leaseNanos a head that said nothing for this long is dead
 * @param settleNanos a new monitor says of a unit that nobody has told it of that it is dead, after this long
 */
public record MonitorSettings(long silenceNanos, long leaseNanos, long settleNanos) {
    /** 8 s, 10 min, 10 s. */
    public static final MonitorSettings DEFAULT =
            new MonitorSettings(8_000_000_000L, 600_000_000_000L, 10_000_000_000L);
}
