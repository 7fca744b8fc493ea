package dev.mosaic.unit.shell;

import dev.mosaic.CallOptions;
import java.util.List;

/**
 * What was said about a call, with what follows where nothing was.
 *
 * @param timeoutNanos 0 for none
 * @param maxRetries how many attempts there may be after the first
 * @param retryOn what may be thrown to get another one
 * @param durable true where the result outlives its worker
 */
record CallTerms(long timeoutNanos, int maxRetries, List<Class<? extends Throwable>> retryOn, boolean durable) {
    /** Of a tessera's call. */
    static final CallTerms USUAL = new CallTerms(0, 0, List.of(), false);

    private static final int RETRIES = 3;

    static CallTerms ofTessera(CallOptions options) {
        return of(options, options.retryOn().isEmpty() ? 0 : RETRIES);
    }

    static CallTerms ofStateless(CallOptions options) {
        return of(options, RETRIES);
    }

    private static CallTerms of(CallOptions options, int usualRetries) {
        int retries = options.maxRetries() == CallOptions.DEFAULT_RETRIES ? usualRetries : options.maxRetries();
        return new CallTerms(Waits.nanos(options.timeout()), retries, options.retryOn(), options.isDurableResult());
    }
}
