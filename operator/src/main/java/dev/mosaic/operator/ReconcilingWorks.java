package dev.mosaic.operator;

import dev.mosaic.crd.MosaicCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RuntimeInfo;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
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
 * Alive is who reconciles: informers run, those of a kind that was away watch again, and not every reconciliation fails. Else a new process
 * may help, so Kubernetes makes one. That a kind is missing is no reason: see {@link KindsAreThere}.
 *
 * <p><b>Threading:</b> any thread.
 */
@Liveness
@ApplicationScoped
public class ReconcilingWorks implements HealthCheck {
    /** Informers come back by themselves when the API server was away for a while. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Operator operator;
    private final OperatorStart start;
    private final Pulse pulse;
    private final Kinds kinds;
    private final InstantSource clock;
    private @Nullable Instant blindSince;

    ReconcilingWorks(Operator operator, OperatorStart start, Pulse pulse, Kinds kinds, InstantSource clock) {
        this.operator = operator;
        this.start = start;
        this.pulse = pulse;
        this.kinds = kinds;
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

    private boolean seesLongEnough() {
        return seesLongEnough(start.isWaiting() || (start.isStarted() && sees(operator.getRuntimeInfo())));
    }

    private boolean sees(RuntimeInfo info) {
        return info.allEventSourcesAreHealthy() && (!hasToWatch() || isWatching(info));
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

    /** Where a kind was away, its watches have to come back; no other watch is known to end for good without a word. */
    private boolean hasToWatch() {
        return kinds.cameBack() && kinds.isKnown() && kinds.last().missing().isEmpty();
    }

    /**
     * Whether the watches of all kinds of Mosaic are open. One that is cut begins anew within half a minute; where web sockets do not get
     * through, it is said a minute later.
     */
    static boolean isWatching(RuntimeInfo info) {
        return info.getRegisteredControllers().stream()
                .flatMap(each -> each.getControllerHealthInfo().informerEventSourceHealthIndicators().values().stream())
                .filter(ReconcilingWorks::isOfMosaic)
                .allMatch(ReconcilingWorks::isWatching);
    }

    private static boolean isOfMosaic(InformerWrappingEventSourceHealthIndicator<?> source) {
        return source instanceof EventSource<?, ?> events
                && HasMetadata.class.isAssignableFrom(events.resourceType())
                && MosaicCluster.GROUP.equals(
                        HasMetadata.getGroup(events.resourceType().asSubclass(HasMetadata.class)));
    }

    private static boolean isWatching(InformerWrappingEventSourceHealthIndicator<?> source) {
        return source.informerHealthIndicators().values().stream().allMatch(InformerHealthIndicator::isWatching);
    }
}
