package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.TesseraArray;
import dev.mosaic.TesseraProxy;
import dev.mosaic.WorkerLostException;
import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.StandingJvm;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Workers of a pod whose JVM stands still: those that go on by themselves are slow, the one that is stopped is dead after its time. S7.1. */
@Tag("long")
@Tag("cluster")
class StandingWorkersOnPodsTest {
    /** Longer than any limit of silence. */
    private static final int SECONDS = 50;

    private static final Duration LONG = Duration.ofMinutes(3);

    @RegisterExtension
    static final Product PRODUCT = new Product();

    @Test
    void shouldWaitForWorkersThatStandStillAndLoseTheOneThatIsStopped_S7_1() {
        String namespace = PRODUCT.namespace("standing");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 1\nworkersPerPod: 2"));
        PRODUCT.awaitReady(namespace, "demo");
        String pod = PRODUCT.pods(namespace, "worker").getFirst().getMetadata().getUid();

        try (Mosaic mosaic = Mosaic.connect(Kubernetes.cluster(namespace, "demo"))) {
            TesseraArray<Remote<StandingJvm>> spread = mosaic.remoteArray(2, StandingJvm::new);
            mosaic.gather(spread.each(TesseraProxy::ready));
            Remote<StandingJvm> standing = spread.at(0);
            Remote<StandingJvm> beside = spread.at(1);
            assertThat(standing.worker()).isNotEqualTo(beside.worker());
            assertThat(standing.call(StandingJvm::stand, SECONDS).result(LONG)).isOne();
            assertThat(standing.call(StandingJvm::fill, SECONDS).result(LONG))
                    .as("it is the same object")
                    .isEqualTo(2);

            long pid = standing.call(StandingJvm::pid).result();
            beside.call(StandingJvm::stop, pid).await();
            long begun = System.nanoTime();
            Task<Integer> waits = standing.call(StandingJvm::collect);
            assertThatThrownBy(() -> waits.result(LONG)).isInstanceOf(WorkerLostException.class);
            System.out.println("system-test worker stopped to lost " + (System.nanoTime() - begun) / 1_000_000 + " ms");

            assertThat(beside.call(StandingJvm::collect).result()).isOne();
            Eventually.holds("another worker has come", () -> mosaic.workers().size() == 2);
        }
        assertThat(PRODUCT.pods(namespace, "worker"))
                .singleElement()
                .matches(each -> each.getMetadata().getUid().equals(pod) && Product.restarts(each) == 0);
    }
}
