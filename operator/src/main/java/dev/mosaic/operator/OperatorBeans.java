package dev.mosaic.operator;

import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.KeyKeeper;
import dev.mosaic.operator.apply.Leadership;
import dev.mosaic.operator.apply.ReplicaWriter;
import dev.mosaic.operator.apply.Writer;
import dev.mosaic.operator.desired.PodUser;
import dev.mosaic.operator.head.HeadApi;
import dev.mosaic.operator.observe.HeadTesserae;
import dev.mosaic.operator.observe.IdleClusters;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.scale.Autoscaler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.InformerStoppedHandler;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetricsV2;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkiverse.operatorsdk.runtime.QuarkusConfigurationService;
import io.quarkiverse.operatorsdk.runtime.QuarkusControllerConfiguration;
import io.quarkus.arc.Unremovable;
import io.quarkus.kubernetes.client.KubernetesClientObjectMapperCustomizer;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The parts of the operator, put together; they know nothing of Quarkus. */
@Singleton
final class OperatorBeans {
    private final Optional<String> image;
    private final String namespace;
    private final String instance;
    private final PodUser user;

    /**
     * From the environment.
     *
     * @param image MOSAIC_RUNTIME_IMAGE, what clusters run that say no image
     * @param namespace MOSAIC_NAMESPACE, where the Lease is
     * @param fixedUser MOSAIC_FIXED_USER, whether pods of clusters say as whom they run; true by default
     */
    OperatorBeans(
            @ConfigProperty(name = "mosaic.runtime.image") Optional<String> image,
            @ConfigProperty(name = "mosaic.namespace") Optional<String> namespace,
            @ConfigProperty(name = "mosaic.fixed.user", defaultValue = "true") boolean fixedUser,
            KubernetesClient client) {
        this.image = image;
        this.user = new PodUser(fixedUser);
        this.namespace = namespace.orElseGet(() -> Objects.requireNonNullElse(client.getNamespace(), "default"));
        String pod = isInCluster() ? System.getenv("HOSTNAME") : null;
        // That of the pod: a container that is started again in it has the lease still, and need not wait for its end.
        this.instance = Objects.requireNonNullElseGet(
                pod, () -> "laptop-" + UUID.randomUUID().toString().substring(0, 8));
    }

    @Produces
    @Singleton
    InstantSource clock() {
        return InstantSource.system();
    }

    @Produces
    @Singleton
    PodUser user() {
        return user;
    }

    @Produces
    @Singleton
    Pulse pulse(InstantSource clock) {
        return new Pulse(clock);
    }

    @Produces
    @Singleton
    Kinds kinds(KubernetesClient client) {
        return new Kinds(client);
    }

    @Produces
    @Singleton
    Namespaces namespaces(
            KubernetesClient client, @ConfigProperty(name = "quarkus.operator-sdk.namespaces") Set<String> wanted) {
        return new Namespaces(client, wanted);
    }

    /** Without controllers, in place of the one of Quarkus; {@link OperatorStart} registers those. */
    @Produces
    @Singleton
    Operator operator(QuarkusConfigurationService settings) {
        return new Operator(settings);
    }

    @Produces
    @Singleton
    OperatorStart.Controllers controllers(
            Operator operator,
            QuarkusConfigurationService settings,
            Instance<Reconciler<? extends HasMetadata>> reconcilers) {
        return namespaces -> reconcilers.forEach(each -> register(operator, settings, each, namespaces));
    }

    private static <P extends HasMetadata> void register(
            Operator operator, QuarkusConfigurationService settings, Reconciler<P> reconciler, Set<String> namespaces) {
        QuarkusControllerConfiguration<P> said = settings.getConfigurationFor(reconciler);
        boolean isOfAllEvents = reconciler
                .getClass()
                .getAnnotation(ControllerConfiguration.class)
                .triggerReconcilerOnAllEvents();
        QuarkusControllerConfiguration<P> now =
                new QuarkusControllerConfiguration<>(
                        InformerConfiguration.builder(said.getInformerConfig())
                                .withNamespaces(namespaces)
                                .buildForController(),
                        said.getName(),
                        said.isGenerationAware(),
                        said.getAssociatedReconcilerClassName(),
                        said.getRetry(),
                        said.getRateLimiter(),
                        said.maxReconciliationInterval().orElseThrow(),
                        said.getFinalizerName(),
                        said.fieldManager(),
                        said.getWorkflow(),
                        said.getResourceTypeName(),
                        said.getResourceClass()) {
                    @Override
                    public boolean triggerReconcilerOnAllEvents() {
                        return isOfAllEvents; // Quarkus does not read that of the annotation
                    }
                };
        now.setParent(settings);
        operator.register(reconciler, now);
    }

    /** Nothing, in place of the end of the process: the client has said which watch has ended, and the liveness asks for a new process. */
    @Produces
    @Singleton
    @Unremovable
    InformerStoppedHandler stopped() {
        return (informer, cause) -> {};
    }

    /** How objects of Kubernetes are read. */
    @Produces
    @Singleton
    @Unremovable
    KubernetesClientObjectMapperCustomizer reading() {
        return mapper -> mapper.addHandler(new OddFields());
    }

    @Produces
    @Singleton
    Observer observer(KubernetesClient client, InstantSource clock) {
        return new Observer(client, image, clock);
    }

    @Produces
    @Singleton
    IdleClusters idleClusters(HeadApi heads, InstantSource clock) {
        return new IdleClusters(heads, clock);
    }

    @Produces
    @Singleton
    Events events(KubernetesClient client, InstantSource clock) {
        return new Events(client, instance, clock, Executors.newVirtualThreadPerTaskExecutor());
    }

    @Produces
    @Singleton
    Writer writer(KubernetesClient client, Events events) {
        return new Writer(client, events, Executors.newVirtualThreadPerTaskExecutor());
    }

    @Produces
    @Singleton
    KeyKeeper keys(KubernetesClient client, Observer observer, Events events) {
        return new KeyKeeper(client, observer, events);
    }

    @Produces
    @Singleton
    HeadApi heads(KubernetesClient client) {
        return isInCluster() ? HeadApi.withinCluster(client) : HeadApi.throughApiServer(client);
    }

    private static boolean isInCluster() {
        return System.getenv("KUBERNETES_SERVICE_HOST") != null;
    }

    @Produces
    @Singleton
    Autoscaler autoscaler(
            KubernetesClient client, HeadApi heads, Observer observer, Events events, InstantSource clock) {
        return new Autoscaler(heads, observer, new ReplicaWriter(client), events, clock);
    }

    void end(@Disposes Autoscaler autoscaler) {
        autoscaler.close();
    }

    @Produces
    @Singleton
    HeadTesserae tesserae(HeadApi heads) {
        return new HeadTesserae(heads);
    }

    void end(@Disposes HeadTesserae tesserae) {
        tesserae.close();
    }

    @Produces
    @Singleton
    ClusterMetrics metrics(MeterRegistry registry, Kinds kinds, Namespaces namespaces) {
        return new ClusterMetrics(registry, kinds, namespaces);
    }

    /** Those of the Java Operator SDK; without a label for each resource, of which there may be thousands. */
    @Produces
    @Singleton
    @Unremovable
    Metrics sdkMetrics(MeterRegistry registry) {
        return MicrometerMetricsV2.newBuilder(registry).build();
    }

    /** One operator acts, others stand by with warm caches. */
    @Produces
    @Singleton
    LeaderElectionConfiguration leaderElection() {
        return LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(OperatorClass.lease(System.getenv()))
                .withLeaseNamespace(namespace)
                .withIdentity(instance)
                .build();
    }

    /** After {@link OperatorStart#end}. */
    void end(@Observes @Priority(Integer.MAX_VALUE) ShutdownEvent event, KubernetesClient client) {
        new Leadership(client, namespace, OperatorClass.lease(System.getenv()), instance).giveBack();
    }
}
