package dev.mosaic.operator;

import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RuntimeInfo;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;
import org.jspecify.annotations.Nullable;

/**
 * Alive is who reconciles: informers run, and not every reconciliation fails. Then a new process may help, so Kubernetes makes one.
 *
 * <p><b>Threading:</b> any thread.
 */
@Liveness
@ApplicationScoped
public class ReconcilingWorks implements HealthCheck {
    /** Informers come back by themselves when the API server was away for a while. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Operator operator;
    private final Pulse pulse;
    private final InstantSource clock;
    private @Nullable Instant blindSince;

    ReconcilingWorks(Operator operator, Pulse pulse, InstantSource clock) {
        this.operator = operator;
        this.pulse = pulse;
        this.clock = clock;
    }

    @Override
    public HealthCheckResponse call() {
        boolean sees = seesLongEnough();
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("reconciling").status(sees && pulse.isGood());
        answer.withData("informers", sees ? "run" : "do not run");
        answer.withData("failures since the last success", pulse.failuresSince());
        return answer.build();
    }

    private synchronized boolean seesLongEnough() {
        RuntimeInfo info = operator.getRuntimeInfo();
        if (!info.isStarted() || info.allEventSourcesAreHealthy()) {
            blindSince = null;
            return true;
        }
        Instant now = clock.instant();
        Instant since = blindSince == null ? now : blindSince;
        blindSince = since;
        return now.isBefore(since.plus(PATIENCE));
    }
}
