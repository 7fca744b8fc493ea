package dev.mosaic.operator;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Default;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Starts the operator when all kinds are served, for the namespaces in which it has its rights, and ends the process when a kind is gone.
 * It is ready from its start on.
 *
 * <p><b>Threading:</b> a thread of its own looks every five seconds. <b>Cost:</b> no request while all watches are open.
 */
@Default
@Readiness
@Singleton
final class OperatorStart implements HealthCheck {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");
    private static final long PERIOD = TimeUnit.SECONDS.toNanos(5);

    private final Operator operator;
    private final Controllers controllers;
    private final Kinds kinds;
    private final Namespaces namespaces;
    private final Thread thread = Thread.ofVirtual().name("start").unstarted(this::run);
    private Set<String> served = Set.of();
    private volatile String waitsFor = "";
    private volatile boolean isStarted;

    /** What the operator runs. */
    interface Controllers {
        /** Registers all of them for these namespaces. */
        void register(Set<String> namespaces);
    }

    OperatorStart(Operator operator, Controllers controllers, Kinds kinds, Namespaces namespaces) {
        this.operator = operator;
        this.controllers = controllers;
        this.kinds = kinds;
        this.namespaces = namespaces;
    }

    void begin(@Observes StartupEvent event) {
        thread.start();
    }

    void end(@Observes ShutdownEvent event) {
        thread.interrupt();
        if (isStarted) {
            operator.stop();
        }
    }

    /** Whether informers are filled, and reconcilers run or stand by. */
    boolean isStarted() {
        return isStarted;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder answer = HealthCheckResponse.named("started").status(isStarted);
        if (!isStarted) {
            answer.withData("waits for", waitsFor);
        }
        if (!namespaces.refused().isEmpty()) {
            answer.withData("without rights in", String.join(", ", namespaces.refused()));
        }
        return answer.build();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                look();
                LockSupport.parkNanos(PERIOD);
            }
        } catch (Throwable e) { // an error, too: without this thread the process would do nothing
            if (!Thread.currentThread().isInterrupted()) {
                LOG.log(System.Logger.Level.ERROR, "the operator ends", e);
                Quarkus.asyncExit(1);
            }
        }
    }

    /** Looks once at kinds and namespaces. */
    void look() {
        Set<String> open = watched();
        if (isStarted && namespaces.areAll(open) && namespaces.refused().isEmpty()) {
            return;
        }
        Set<String> readable;
        try {
            List<String> missing = kinds.ask();
            if (!missing.isEmpty()) {
                lacks(
                        "the kind " + String.join(", ", missing)
                                + ": install the definitions by helm upgrade, or kubectl apply --server-side -f helm/mosaic/files/crds");
                return;
            }
            readable = namespaces.ask(open);
        } catch (KubernetesClientException e) {
            if (!isStarted) {
                lacks("an answer of the API server: " + e.getMessage());
            }
            return;
        }
        if (isStarted && !served.containsAll(readable)) {
            served = readable;
            operator.getRegisteredControllers().forEach(each -> each.changeNamespaces(served));
        } else if (!isStarted && readable.isEmpty()) {
            lacks("its rights in one of " + String.join(", ", namespaces.refused()));
        } else if (!isStarted) {
            served = readable;
            controllers.register(served);
            operator.start();
            isStarted = true;
        }
    }

    private void lacks(String what) {
        if (isStarted) {
            throw new IllegalStateException("it lacks " + what);
        }
        if (!what.equals(waitsFor)) {
            LOG.log(System.Logger.Level.WARNING, "the operator waits for {0}", what);
        }
        waitsFor = what;
    }

    /** Those whose watches are all open; others are asked for, since their rights may be gone. */
    private Set<String> watched() {
        Set<String> watched = new TreeSet<>(served);
        for (RegisteredController<?> controller : operator.getRegisteredControllers()) {
            for (InformerWrappingEventSourceHealthIndicator<?> source : controller
                    .getControllerHealthInfo()
                    .informerEventSourceHealthIndicators()
                    .values()) {
                source.informerHealthIndicators().forEach((namespace, informer) -> {
                    if (!informer.isWatching()) {
                        watched.remove(namespace);
                    }
                });
            }
        }
        return watched;
    }
}
