package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.crd.MosaicJob;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The operator starts when all kinds are served, for the namespaces in which it has rights. */
class OperatorStartTest {
    private final SmallApiServer server = new SmallApiServer();
    private final KubernetesClient client = server.client();
    private final Operator operator = new Operator(settings -> settings.withKubernetesClient(client)
            .withInformerStoppedHandler((informer, cause) -> {})
            .withCacheSyncTimeout(Duration.ofSeconds(5))
            .withCloseClientOnStop(false));
    private final Kinds kinds = new Kinds(client);
    private final Namespaces namespaces = new Namespaces(client, Set.of("team-a", " team-b"));
    private final OperatorStart start = new OperatorStart(operator, this::register, kinds, namespaces);
    private Instant now = Given.NOW;

    @AfterEach
    void end() {
        operator.stop();
        client.close();
        server.close();
    }

    private void register(Set<String> of) {
        operator.register(new Jobs(), settings -> settings.settingNamespaces(of));
    }

    private Map<String, Object> said() {
        return start.call().getData().orElse(Map.of());
    }

    private boolean isReady() {
        return start.call().getStatus() == HealthCheckResponse.Status.UP;
    }

    /** Those of which all informers are filled and watch. */
    private Set<String> watched() {
        Set<String> watched = new TreeSet<>();
        Set<String> not = new TreeSet<>();
        for (RegisteredController<?> controller : operator.getRegisteredControllers()) {
            for (InformerWrappingEventSourceHealthIndicator<?> source : controller
                    .getControllerHealthInfo()
                    .informerEventSourceHealthIndicators()
                    .values()) {
                source.informerHealthIndicators()
                        .forEach((namespace, informer) ->
                                (informer.isWatching() && informer.hasSynced() ? watched : not).add(namespace));
            }
        }
        watched.removeAll(not);
        return watched;
    }

    private void awaitWatched(String... namespaces) {
        Eventually.holds("jobs and pods are watched there", () -> watched().equals(Set.of(namespaces)));
    }

    @Test
    void shouldStartWhereAllIsThere() {
        start.look();
        assertThat(isReady()).isTrue();
        assertThat(said()).isEmpty();
        awaitWatched("team-a", "team-b");
    }

    @Test
    void shouldNameEachKindThatIsMissingAndStartWhenItIsThere() {
        server.delete("MosaicJob");
        server.delete("Tessera");
        start.look();
        assertThat(isReady()).isFalse();
        assertThat(said().get("waits for"))
                .asString()
                .startsWith("the kind MosaicJob (mosaicjobs.mosaic.dev), Tessera (tesserae.mosaic.dev): install");
        assertThat(operator.getRegisteredControllers()).isEmpty();

        server.install("MosaicJob");
        server.install("Tessera");
        start.look();
        assertThat(isReady()).isTrue();
    }

    @Test
    void shouldNameAllWhereNothingIsInstalled() {
        for (String each : new String[] {"MosaicCluster", "MosaicJob", "MosaicWorkerGroup", "Tessera"}) {
            server.delete(each);
        }
        start.look();
        assertThat(kinds.missing()).hasSize(4);
    }

    @Test
    void shouldEndTheProcessWhenAKindIsGone() {
        start.look();
        awaitWatched("team-a", "team-b");
        server.delete("MosaicJob");
        Eventually.holds("the end of its watch is seen", () -> !watched().contains("team-a"));
        assertThatThrownBy(start::look)
                .hasMessageStartingWith("it lacks the kind MosaicJob (mosaicjobs.mosaic.dev): install");
    }

    @Test
    void shouldWaitForAnAnswerAndGoOnWithoutOne() {
        server.away(true);
        start.look();
        assertThat(said().get("waits for")).asString().startsWith("an answer of the API server: ");
        server.away(false);
        start.look();
        server.away(true);
        start.look();
        assertThat(isReady()).isTrue();
    }

    @Test
    void shouldServeOtherNamespacesWhereOneIsRefusedAndThatOneWhenItIsNot() {
        server.refuse("team-b");
        start.look();
        assertThat(isReady()).isTrue();
        assertThat(said()).isEqualTo(Map.of("without rights in", "team-b"));
        awaitWatched("team-a");
        assertThat(operator.getRuntimeInfo().allEventSourcesAreHealthy()).isTrue();

        server.allow("team-b");
        start.look();
        assertThat(said()).isEmpty();
        awaitWatched("team-a", "team-b");
        assertThat(operator.getRuntimeInfo().allEventSourcesAreHealthy()).isTrue();
    }

    @Test
    void shouldNameANamespaceThatIsRefusedLaterAndServeTheOthers() {
        start.look();
        server.refuse("team-b");
        Eventually.holds("it is named", () -> {
            start.look();
            return said().equals(Map.of("without rights in", "team-b"));
        });
        assertThat(isReady()).isTrue();
        assertThat(operator.getRuntimeInfo().allEventSourcesAreHealthy()).isTrue();

        server.allow("team-b");
        awaitWatched("team-a", "team-b");
        start.look();
        assertThat(said()).isEmpty();
    }

    @Test
    void shouldWaitWhereAllAreRefused() {
        server.refuse("team-a");
        server.refuse("team-b");
        start.look();
        assertThat(isReady()).isFalse();
        assertThat(said().get("waits for")).isEqualTo("its rights in one of team-a, team-b");
    }

    @Test
    void shouldCountWhatIsMissingOrRefused() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        var _ = new ClusterMetrics(registry, kinds, namespaces);
        server.delete("Tessera");
        start.look();
        assertThat(registry.get("mosaic.kinds.missing").gauge().value()).isEqualTo(1);
        server.install("Tessera");
        server.refuse("team-b");
        start.look();
        assertThat(registry.get("mosaic.kinds.missing").gauge().value()).isZero();
        assertThat(registry.get("mosaic.namespaces.refused").gauge().value()).isEqualTo(1);
    }

    @Test
    void shouldNotBeAliveWhereItIsBlindForLong() {
        ReconcilingWorks alive = new ReconcilingWorks(operator, start, new Pulse(() -> now), () -> now);
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

    /** Watches jobs and pods. */
    private static final class Jobs implements Reconciler<MosaicJob> {
        @Override
        public List<EventSource<?, MosaicJob>> prepareEventSources(EventSourceContext<MosaicJob> context) {
            return List.of(new InformerEventSource<>(
                    InformerEventSourceConfiguration.from(Pod.class, MosaicJob.class)
                            .build(),
                    context));
        }

        @Override
        public UpdateControl<MosaicJob> reconcile(MosaicJob job, Context<MosaicJob> context) {
            return UpdateControl.noUpdate();
        }
    }
}
