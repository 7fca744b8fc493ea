package dev.mosaic.operator;

import io.javaoperatorsdk.operator.Operator;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.jspecify.annotations.Nullable;

/**
 * Alive is who waits for its start, or reconciles: informers run, and not every reconciliation fails. Else a new process may help, so
 * Kubernetes makes one.
 *
 * <p><b>Threading:</b> any thread.
 */
@Liveness
@Singleton
final class ReconcilingWorks implements HealthCheck {
    /** Informers come back by themselves when the API server was away for a while. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Operator operator;
    private final OperatorStart start;
    private final Pulse pulse;
    private final InstantSource clock;
    private @Nullable Instant blindSince;

    ReconcilingWorks(Operator operator, OperatorStart start, Pulse pulse, InstantSource clock) {
        this.operator = operator;
        this.start = start;
        this.pulse = pulse;
        this.clock = clock;
    }

    @Override
    public HealthCheckResponse call() {
        boolean sees =
                seesLongEnough(!start.isStarted() || operator.getRuntimeInfo().allEventSourcesAreHealthy());
        return HealthCheckResponse.named("reconciling")
                .status(sees && pulse.isGood())
                .withData("informers", sees ? "run" : "do not run")
                .withData("failures since the last success", pulse.failuresSince())
                .build();
    }

    /**
     * Whether it sees, or has not been blind for long.
     *
     * @param sees whether it sees now
     */
    synchronized boolean seesLongEnough(boolean sees) {
        if (sees) {
            blindSince = null;
            return true;
        }
        Instant now = clock.instant();
        Instant since = blindSince == null ? now : blindSince;
        blindSince = since;
        return now.isBefore(since.plus(PATIENCE));
    }
}
