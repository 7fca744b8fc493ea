package dev.mosaic.unit.kernel;

import dev.mosaic.unit.calls.CallSettings;
import dev.mosaic.unit.mailbox.MailboxSettings;

/**
 * Figures of a unit's kernel.
 *
 * @param heartbeatNanos between two words to the monitor that this unit is alive
 */
public record KernelSettings(CallSettings calls, MailboxSettings mailbox, long heartbeatNanos) {
    /** The defaults of both sides, and 1 s. */
    public static final KernelSettings DEFAULT =
            new KernelSettings(CallSettings.DEFAULT, MailboxSettings.DEFAULT, 1_000_000_000L);

    public KernelSettings withPermits(int permits) {
        return new KernelSettings(calls, mailbox.withPermits(permits), heartbeatNanos);
    }

    public KernelSettings withCalls(CallSettings other) {
        return new KernelSettings(other, mailbox, heartbeatNanos);
    }
}
