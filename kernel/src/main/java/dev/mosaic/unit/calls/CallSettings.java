package dev.mosaic.unit.calls;

/**
 * Figures of the caller's machine.
 *
 * @param creditBytes of arguments of calls without outcome; beyond it callers wait
 * @param creditNanos they wait for this long at most
 * @param overheadBytes what a call counts besides its arguments
 * @param confirmEvery a confirmation of its own is sent when this many outcomes are unconfirmed, and on each tick
 * @param fewestInFlight stateless tasks sent to one worker, however long they take
 * @param mostInFlight stateless tasks sent to one worker, however short they are
 * @param inFlightNanos stateless tasks sent to one worker are to keep it busy for about this long
 * @param mostLeases workers leased at most
 * @param idleNanos leases are given back after being idle for this long
 */
public record CallSettings(
        long creditBytes,
        long creditNanos,
        int overheadBytes,
        int confirmEvery,
        int fewestInFlight,
        int mostInFlight,
        long inFlightNanos,
        int mostLeases,
        long idleNanos) {
    /** 256 MiB, 30 s, 512 B, 64, 2, 64, 4 ms, 1,024, 2 s. */
    public static final CallSettings DEFAULT =
            new CallSettings(256L << 20, 30_000_000_000L, 512, 64, 2, 64, 4_000_000L, 1_024, 2_000_000_000L);

    /** The same with another credit, and another wait for it. */
    public CallSettings withCredit(long bytes, long nanos) {
        return new CallSettings(
                bytes,
                nanos,
                overheadBytes,
                confirmEvery,
                fewestInFlight,
                mostInFlight,
                inFlightNanos,
                mostLeases,
                idleNanos);
    }
}
