package dev.mosaic.operator;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready is who has all kinds to work on. The answer names those that are missing. It is no question of liveness: a new process would meet
 * the same, and this one goes on when they are there.
 *
 * <p><b>Threading:</b> any thread.
 */
@Readiness
@ApplicationScoped
public class KindsAreThere implements HealthCheck {
    private final Kinds kinds;

    KindsAreThere(Kinds kinds) {
        this.kinds = kinds;
    }

    @Override
    public HealthCheckResponse call() {
        Kinds.Look look = kinds.last();
        HealthCheckResponseBuilder answer = HealthCheckResponse.named("kinds").status(look.isComplete());
        if (!look.missing().isEmpty()) {
            answer.withData("missing", words(look.missing()));
        }
        if (!look.ending().isEmpty()) {
            answer.withData("being deleted", words(look.ending()));
        }
        return answer.build();
    }

    private static String words(SortedSet<String> kinds) {
        return kinds.stream().map(Kinds::words).collect(Collectors.joining(", "));
    }
}
