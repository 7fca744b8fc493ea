package dev.mosaic;

import java.time.Duration;

/**
 * What may be said about one call or stateless task, apart from its arguments.
 *
 * <p><b>Threading:</b> used by the thread that makes the call, until it is made.
 */
public final class CallOptions {
    /** The value of {@link #maxRetries} where nobody said one: 0 for a tessera's calls, 3 for stateless tasks. */
    public static final int DEFAULT_RETRIES = -1;

    private Duration timeout = Duration.ZERO;
    private int maxRetries = DEFAULT_RETRIES;

    /** The task fails with {@link TimedOutException} when it is not done after this long, counted from the call. */
    public CallOptions timeout(Duration limit) {
        if (limit.isNegative()) {
            throw new OptionException("timeout=" + limit + " is negative", "give a positive time, or none");
        }
        timeout = limit;
        return this;
    }

    /** How often the task is started again elsewhere when its worker is lost. */
    public CallOptions maxRetries(int times) {
        if (times < 0) {
            throw new OptionException("maxRetries=" + times + " is negative", "give 0 or more");
        }
        maxRetries = times;
        return this;
    }

    /** Zero means none. */
    public Duration timeout() {
        return timeout;
    }

    public int maxRetries() {
        return maxRetries;
    }
}
