package dev.mosaic.operator;

import io.javaoperatorsdk.operator.Operator;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Starts the operator when all kinds are there, and stops it with the process. Without that the Java Operator SDK ends the process at a
 * kind that is missing, and Kubernetes starts it later and later.
 *
 * <p><b>Threading:</b> a thread of its own asks for the kinds as long as the process lives.
 */
@Singleton
final class OperatorStart {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    private final Operator operator;
    private final Kinds kinds;
    private final Thread watch;
    private volatile boolean isBegun;
    private volatile boolean isStarted;
    private volatile boolean isOver;

    OperatorStart(Operator operator, Kinds kinds) {
        this.operator = operator;
        this.kinds = kinds;
        this.watch = Thread.ofVirtual().name("kinds").unstarted(this::watch);
    }

    /** Where nothing is missing, or nobody knows, it starts before the process is said to be there. */
    void begin(@Observes StartupEvent event) {
        if (kinds.ask().missing().isEmpty()) {
            start();
        }
        watch.start();
    }

    /** Whether it waits for a kind that is missing. */
    boolean isWaiting() {
        return !isBegun;
    }

    /** Whether informers are filled, and reconcilers run or stand by. Until then the operator answers no question. */
    boolean isStarted() {
        return isStarted;
    }

    void end(@Observes ShutdownEvent event) {
        isOver = true;
        watch.interrupt();
        if (isBegun) {
            operator.stop();
        }
    }

    private void watch() {
        try {
            if (!isBegun) {
                kinds.await();
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                start();
            }
            kinds.watch(() -> ReconcilingWorks.isWatching(operator.getRuntimeInfo()));
        } catch (
                Throwable
                        e) { // an error, too: a thread that ends without a word would leave a process that does nothing
            if (!isOver) {
                LOG.log(
                        System.Logger.Level.ERROR,
                        "the operator ends: it cannot start, or cannot look at its kinds",
                        e);
                Quarkus.asyncExit(1);
            }
        }
    }

    private void start() {
        isBegun = true;
        operator.start();
        isStarted = true;
    }
}
