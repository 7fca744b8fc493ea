package dev.mosaic.monitor;

/**
 * Figures of the monitor.
 *
 * @param silenceNanos a unit that said nothing for this long is dead
 * @param leaseNanos a head that said nothing for this long is dead
 * @param settleNanos a new monitor says of a unit that nobody has told it of that it is dead, after this long
 * @param enrolNanos a new monitor gives numbers to nodes and programs after this long: the units of the one before come first
 * @param staffNanos a tessera waits this long for a worker that is being started, while others are there
 */
public record MonitorSettings(long silenceNanos, long leaseNanos, long settleNanos, long enrolNanos, long staffNanos) {
    /** 8 s, 10 min, 10 s, 3 s, 5 s. */
    public static final MonitorSettings DEFAULT =
            new MonitorSettings(8_000_000_000L, 600_000_000_000L, 10_000_000_000L, 3_000_000_000L, 5_000_000_000L);
}
