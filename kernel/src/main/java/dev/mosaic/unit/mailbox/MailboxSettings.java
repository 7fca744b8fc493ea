package dev.mosaic.unit.mailbox;

/**
 * Figures of the mailbox machine.
 *
 * @param permits calls of user code that run at once, over all tesserae of the worker whose class does not say more
 * @param inlineBytes a value of up to this size travels with the word of completion
 * @param probeNanos a wait that lasts longer is probed, and again each time it lasts that long
 * @param startedNanos a call that runs longer is reported as running
 * @param graceNanos a dead unit counts as holder for this long
 * @param widest most unconfirmed items of one stream; more are not taken
 * @param patienceNanos who waits for a permit for this long, while none went to anybody, gets an extra one
 * @param mostExtra extra permits at once
 * @param mostOwn calls at once of classes with concurrency above 1, which need no permit
 */
public record MailboxSettings(
        int permits,
        int inlineBytes,
        long probeNanos,
        long startedNanos,
        long graceNanos,
        int widest,
        long patienceNanos,
        int mostExtra,
        int mostOwn) {
    /** 1 permit, 1 KiB, 1 s, 100 ms, 30 s, 16 Mi, and the usual extra permits. */
    public static final MailboxSettings DEFAULT =
            new MailboxSettings(1, 1 << 10, 1_000_000_000L, 100_000_000L, 30_000_000_000L, 1 << 24);

    /** With extra permits after 100 ms, 64 of them, and 256 calls that need none. */
    public MailboxSettings(
            int permits, int inlineBytes, long probeNanos, long startedNanos, long graceNanos, int widest) {
        this(permits, inlineBytes, probeNanos, startedNanos, graceNanos, widest, 100_000_000L, 64, 256);
    }

    public MailboxSettings withPermits(int count) {
        return new MailboxSettings(
                count, inlineBytes, probeNanos, startedNanos, graceNanos, widest, patienceNanos, mostExtra, mostOwn);
    }
}
