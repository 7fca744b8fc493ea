package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicJob;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.javaoperatorsdk.operator.Operator;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operator whose kinds are gone says which, and goes on when they are there. */
class KindsTest {
    private final SmallApiServer server = new SmallApiServer();
    private final KubernetesClient client = server.client();
    private Instant now = Given.NOW;
    private final Kinds kinds = new Kinds(client, () -> now);
    private final KindsAreThere health = new KindsAreThere(kinds);

    @AfterEach
    void end() {
        client.close();
        server.close();
    }

    private Map<String, Object> said() {
        return health.call().getData().orElse(Map.of());
    }

    private boolean isReady() {
        return health.call().getStatus() == HealthCheckResponse.Status.UP;
    }

    @Test
    void shouldBeReadyWhereAllKindsAreThere() {
        assertThat(kinds.ask().isComplete()).isTrue();
        assertThat(isReady()).isTrue();
        assertThat(said()).isEmpty();
    }

    @Test
    void shouldNameEachKindThatIsGoneAndBeReadyWhenItIsBack() {
        server.delete("MosaicJob");
        server.delete("Tessera");
        kinds.askIfNeeded(false);
        assertThat(isReady()).isFalse();
        assertThat(kinds.cameBack()).isFalse();
        assertThat(said())
                .isEqualTo(Map.of("missing", "MosaicJob (mosaicjobs.mosaic.dev), Tessera (tesserae.mosaic.dev)"));

        server.install("MosaicJob");
        server.install("Tessera");
        kinds.askIfNeeded(false);
        assertThat(isReady()).isTrue();
        assertThat(kinds.cameBack()).isTrue();
        kinds.askIfNeeded(true);
        assertThat(kinds.cameBack()).as("all are watched").isFalse();
    }

    @Test
    void shouldAskForNothingWhileAllKindsAreWatched() {
        kinds.ask();
        server.delete("Tessera");
        kinds.askIfNeeded(true);
        assertThat(isReady()).as("nobody was asked").isTrue();
        kinds.askIfNeeded(false);
        assertThat(isReady()).isFalse();
        server.install("Tessera");
        kinds.askIfNeeded(true);
        assertThat(isReady()).as("asked until it is there").isTrue();
    }

    @Test
    void shouldNameAllWhereNothingIsInstalled() {
        for (String each : new String[] {"MosaicCluster", "MosaicJob", "MosaicWorkerGroup", "Tessera"}) {
            server.delete(each);
        }
        assertThat(kinds.ask().missing()).containsExactly("MosaicCluster", "MosaicJob", "MosaicWorkerGroup", "Tessera");
    }

    @Test
    void shouldCountThoseThatAreMissing() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        var _ = new ClusterMetrics(registry, kinds);
        server.delete("Tessera");
        kinds.ask();
        assertThat(registry.get("mosaic.kinds.missing").gauge().value()).isEqualTo(1);
    }

    /** Its objects may have finalizers: the operator has to take those off. */
    @Test
    void shouldSayThatAKindIsBeingDeleted() {
        server.end("Tessera");
        assertThat(kinds.ask().missing()).isEmpty();
        assertThat(isReady()).isFalse();
        assertThat(said()).isEqualTo(Map.of("being deleted", "Tessera (tesserae.mosaic.dev)"));
    }

    /** Its watch stays open meanwhile. */
    @Test
    void shouldAskWhenAnObjectEndsWhoseDefinitionMayBeDeleted() {
        kinds.ask();
        server.end("Tessera");
        kinds.askIfNeeded(true);
        assertThat(isReady()).as("nobody was asked").isTrue();
        kinds.sawEnd();
        kinds.askIfNeeded(true);
        assertThat(said()).isEqualTo(Map.of("being deleted", "Tessera (tesserae.mosaic.dev)"));
        server.install("Tessera");
        kinds.askIfNeeded(true);
        assertThat(isReady()).as("it stays").isTrue();
        server.end("Tessera");
        kinds.askIfNeeded(true);
        assertThat(isReady()).as("nobody is asked any more").isTrue();
    }

    @Test
    void shouldKeepWhatWasKnownWhereNobodyAnswers() {
        kinds.ask();
        server.away(true);
        assertThat(kinds.ask().isComplete()).isTrue();
        assertThat(kinds.isKnown()).as("it is so since a moment").isTrue();
        now = now.plus(Kinds.PERIOD.multipliedBy(3));
        assertThat(kinds.isKnown()).isFalse();
        assertThat(isReady()).isTrue();
    }

    @Test
    void shouldWaitUntilAllKindsAreThere() throws InterruptedException {
        server.delete("MosaicCluster");
        Thread waits = Thread.ofVirtual().start(kinds::await);
        assertThat(waits.join(Duration.ofMillis(300))).isFalse();
        server.install("MosaicCluster");
        assertThat(waits.join(Duration.ofSeconds(20))).isTrue();
        assertThat(kinds.last().isComplete()).isTrue();
    }

    /** What the liveness goes by. */
    @Test
    void shouldSeeThatAWatchOfAMissingKindDoesNotWatchAndBeginsAnewByItself() {
        try (SharedIndexInformer<MosaicJob> jobs =
                client.resources(MosaicJob.class).inNamespace("lab").inform()) {
            Eventually.holds("it watches", jobs::isWatching);
            server.delete("MosaicJob");
            Eventually.holds("it does not watch", () -> !jobs.isWatching());
            assertThat(jobs.isRunning()).as("which nobody is told").isTrue();
            assertThat(jobs.hasSynced()).isTrue();
            server.install("MosaicJob");
            Eventually.holds("it watches again", jobs::isWatching);
        }
    }

    @Test
    void shouldNotBeAliveWhereItIsBlindForLong() {
        Operator operator = new Operator(settings -> settings.withKubernetesClient(client));
        ReconcilingWorks alive = new ReconcilingWorks(
                operator, new OperatorStart(operator, kinds), new Pulse(() -> now), kinds, () -> now);
        assertThat(alive.seesLongEnough(false)).isTrue();
        now = now.plus(Duration.ofSeconds(119));
        assertThat(alive.seesLongEnough(false)).isTrue();
        now = now.plus(Duration.ofSeconds(1));
        assertThat(alive.seesLongEnough(false)).isFalse();
        assertThat(alive.seesLongEnough(true)).isTrue();
        assertThat(alive.seesLongEnough(false)).as("the time begins anew").isTrue();
        assertThat(alive.call().getStatus())
                .as("who has not started waits for something")
                .isEqualTo(HealthCheckResponse.Status.UP);
    }
}
