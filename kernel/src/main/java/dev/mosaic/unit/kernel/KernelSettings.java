package dev.mosaic.unit.kernel;

import dev.mosaic.unit.calls.CallSettings;
import dev.mosaic.unit.mailbox.MailboxSettings;

/**
 * Figures of a unit's kernel.
 *
 * @param heartbeatNanos between two words to the monitor that this unit is alive
 * @param unreachableNanos what waits for a unit that the monitor hears, and this one does not reach, fails after this long
 */
public record KernelSettings(CallSettings calls, MailboxSettings mailbox, long heartbeatNanos, long unreachableNanos) {
    /** The defaults of both sides, 1 s and 30 s. */
    public static final KernelSettings DEFAULT =
            new KernelSettings(CallSettings.DEFAULT, MailboxSettings.DEFAULT, 1_000_000_000L, 30_000_000_000L);

    public KernelSettings withPermits(int permits) {
        return new KernelSettings(calls, mailbox.withPermits(permits), heartbeatNanos, unreachableNanos);
    }

    public KernelSettings withCalls(CallSettings other) {
        return new KernelSettings(other, mailbox, heartbeatNanos, unreachableNanos);
    }

    public KernelSettings withUnreachable(long nanos) {
        return new KernelSettings(calls, mailbox, heartbeatNanos, nanos);
    }
}
