package dev.mosaic.unit.mailbox;

/**
 * Figures of the mailbox machine.
 *
 * @param permits calls of user code that run at once, over all tesserae of the worker
 * @param inlineBytes a value of up to this size travels with the word of completion
 * @param probeNanos a wait that lasts longer is probed, and again each time it lasts that long
 * @param startedNanos a call that runs longer is reported as running
 * @param graceNanos a dead unit counts as holder for this long
 * @param widest most unconfirmed items of one stream; more are not taken
 */
public record MailboxSettings(
        int permits, int inlineBytes, long probeNanos, long startedNanos, long graceNanos, int widest) {
    /** 1 permit, 1 KiB, 1 s, 100 ms, 30 s, 16 Mi. */
    public static final MailboxSettings DEFAULT =
            new MailboxSettings(1, 1 << 10, 1_000_000_000L, 100_000_000L, 30_000_000_000L, 1 << 24);

    public MailboxSettings withPermits(int count) {
        return new MailboxSettings(count, inlineBytes, probeNanos, startedNanos, graceNanos, widest);
    }
}
