package dev.mosaic.operator;

import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import dev.mosaic.crd.UpdateStrategySpec;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.Healing;
import dev.mosaic.operator.apply.Writer;
import dev.mosaic.operator.desired.Declared;
import dev.mosaic.operator.desired.KeySecrets;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.PodUser;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.desired.Workers;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.observe.Sources;
import dev.mosaic.operator.plan.Action;
import dev.mosaic.operator.plan.LostLabels;
import dev.mosaic.operator.plan.Plan;
import dev.mosaic.operator.plan.WorkerPlan;
import dev.mosaic.operator.scale.Autoscaler;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.GroupSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.status.GroupStatuses;
import dev.mosaic.operator.status.Progress;
import dev.mosaic.operator.status.Refusal;
import dev.mosaic.operator.validate.Problem;
import dev.mosaic.operator.validate.Validation;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.MaxReconciliationInterval;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Gives one group as many worker pods as its replicas say, made as its cluster's spec says.
 *
 * <p><b>Threading:</b> one thread for each group at a time. <b>Cost:</b> where all is as it should be, no request that writes.
 * <b>Failure:</b> what the API server refuses stands in the status; all else is tried again, later and later, up to a minute.
 */
@ControllerConfiguration(
        name = "group",
        fieldManager = Labels.OPERATOR,
        generationAwareEventProcessing = false,
        informer = @Informer(onUpdateFilter = SpecOrGift.class),
        maxReconciliationInterval = @MaxReconciliationInterval(interval = 5, timeUnit = TimeUnit.MINUTES))
@GradualRetry(maxAttempts = Integer.MAX_VALUE, initialInterval = 1_000, intervalMultiplier = 1.5, maxInterval = 60_000)
public final class GroupReconciler implements Reconciler<MosaicWorkerGroup> {
    /** Until keys are made, quota is free, a Secret is there. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    private final Observer observer;
    private final Writer writer;
    private final StatusWriter statuses;
    private final Pulse pulse;
    private final InstantSource clock;
    private final PodUser user;
    private final Autoscaler autoscaler;
    private final Healing healing = new Healing();

    GroupReconciler(
            Observer observer,
            Writer writer,
            Events events,
            Pulse pulse,
            Autoscaler autoscaler,
            InstantSource clock,
            PodUser user) {
        this.autoscaler = autoscaler;
        this.observer = observer;
        this.writer = writer;
        this.statuses = new StatusWriter(events);
        this.pulse = pulse;
        this.clock = clock;
        this.user = user;
    }

    @Override
    public List<EventSource<?, MosaicWorkerGroup>> prepareEventSources(EventSourceContext<MosaicWorkerGroup> context) {
        SimpleInboundEventSource<MosaicWorkerGroup> said = new SimpleInboundEventSource<>("autoscaler");
        autoscaler.onNews(group -> said.propagateEvent(ResourceID.fromResource(group)));
        List<EventSource<?, MosaicWorkerGroup>> sources = new ArrayList<>(Sources.ofGroup(context));
        sources.add(said);
        return sources;
    }

    @Override
    public UpdateControl<MosaicWorkerGroup> reconcile(MosaicWorkerGroup group, Context<MosaicWorkerGroup> context) {
        boolean isPaused = context.getSecondaryResource(MosaicCluster.class)
                .filter(Rest::isPaused)
                .isPresent();
        if (isPaused || group.getMetadata().getDeletionTimestamp() != null) {
            return UpdateControl.noUpdate();
        }
        return pulse.beat(() -> StatusWriter.again(reconciled(group, context), group, context));
    }

    @Override
    public ErrorStatusUpdateControl<MosaicWorkerGroup> updateErrorStatus(
            MosaicWorkerGroup resource, Context<MosaicWorkerGroup> context, Exception failure) {
        Optional<MosaicWorkerGroupStatus> status = Failure.said(resource, context, failure)
                .map(why -> GroupStatuses.failed(resource, why, clock.instant()));
        return statuses.sayFailure(resource, status, MosaicWorkerGroupStatus::conditions, patch(resource));
    }

    private UpdateControl<MosaicWorkerGroup> reconciled(MosaicWorkerGroup group, Context<MosaicWorkerGroup> context) {
        return reconciled(autoscaler.saw(observer.group(group, context)), false, context);
    }

    /**
     * The same.
     *
     * @param hasLiveKeys whether the keys are as the API server has them now
     */
    private UpdateControl<MosaicWorkerGroup> reconciled(
            GroupSnapshot snapshot, boolean hasLiveKeys, Context<MosaicWorkerGroup> context) {
        MosaicWorkerGroup group = snapshot.group();
        List<Problem> problems = Validation.unreadable(group)
                .map(List::of)
                .or(() -> snapshot.cluster().map(Validation::of))
                .orElse(List.of());
        Optional<WorkerGroupSpec> spec = snapshot.cluster()
                .flatMap(each -> each.cluster().getSpec().group(group.getSpec().groupName()));
        Optional<Pod> wanted = problems.isEmpty()
                ? spec.flatMap(
                        declared -> pod(group, declared, snapshot.cluster().orElseThrow()))
                : Optional.empty();
        if (wanted.isEmpty()) {
            return say(snapshot, GroupStatuses.of(snapshot, problems, List.of(), Optional.empty()), context)
                    .rescheduleAfter(LOOK_AGAIN);
        }
        MosaicCluster cluster = snapshot.cluster().orElseThrow().cluster();
        int replicas = Rest.isSuspended(cluster) ? 0 : group.getSpec().replicas();
        UpdateStrategySpec strategy = spec.orElseThrow().updateStrategy();
        int hosts = spec.orElseThrow().hostsPerReplica();
        boolean mayReplace = canDrain(cluster);
        Plan plan = LostLabels.of(group, snapshot.pods())
                .then(WorkerPlan.of(
                        wanted.get(),
                        replicas,
                        hosts,
                        strategy,
                        mayReplace,
                        snapshot.pods(),
                        Map.of(),
                        snapshot.now()));
        if (!hasLiveKeys && isOwn(cluster) && plan.actions().stream().anyMatch(Action.Create.class::isInstance)) {
            // Pods of a Secret as it was would be replaced as soon as there is a head.
            return reconciled(observer.withKeysLive(snapshot), true, context);
        }
        GroupSnapshot seen = snapshot;
        if (!plan.actions().isEmpty()) {
            // Caches may lag behind what was done the last time: no pod is made or removed because of that.
            seen = snapshot.withPods(observer.workersLive(group));
            Map<String, Duration> idle =
                    WorkerPlan.hasToChoose(replicas, hosts, seen.pods()) ? autoscaler.idleness(cluster) : Map.of();
            plan = LostLabels.of(group, seen.pods())
                    .then(WorkerPlan.of(
                            wanted.get(), replicas, hosts, strategy, mayReplace, seen.pods(), idle, snapshot.now()));
        }
        List<Action> due = healing.due(group, plan.actions(), snapshot.now());
        List<Refusal> refusals = writer.carryOut(due, group);
        autoscaler.refused(seen, refusals);
        MosaicWorkerGroupStatus status =
                GroupStatuses.of(seen, problems, refusals, Optional.of(Pods.label(wanted.get(), Labels.REVISION)));
        UpdateControl<MosaicWorkerGroup> control = say(seen, status, context);
        Optional<Duration> again = refusals.isEmpty() ? plan.lookAgain() : Optional.of(LOOK_AGAIN);
        Optional<Duration> deadline =
                Progress.lookAgain(status.conditions(), cluster.getSpec().progressTime());
        Stream.of(again, deadline, GroupStatuses.lookAgain(seen), untilKeys(cluster, seen.pods()))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder())
                .ifPresent(control::rescheduleAfter);
        return control;
    }

    /**
     * Nobody watches a Secret with keys that is the user's own. It matters where there is a head, of which the group is told, or a pod of the
     * group has a node: that one may not start because of the keys as they were.
     */
    private static Optional<Duration> untilKeys(MosaicCluster cluster, List<Pod> pods) {
        boolean hasNode = pods.stream().anyMatch(each -> Pods.lives(each) && !Pods.waitsForNode(each));
        return isOwn(cluster) && !Rest.rests(cluster) && (hasNode || Rest.hasHead(cluster))
                ? Optional.of(Observer.SECRETS_LOOK)
                : Optional.empty();
    }

    private static boolean isOwn(MosaicCluster cluster) {
        return cluster.getSpec().security().mountedSecretName() != null;
    }

    /** What runs on a pod that goes is moved by the head, and entries go to the warehouse. */
    private static boolean canDrain(MosaicCluster cluster) {
        return cluster.getStatus() != null
                && Stream.of("HeadReady", "WarehouseReady")
                        .allMatch(type -> cluster.getStatus()
                                .condition(type)
                                .filter(each -> each.status() == ConditionStatus.TRUE)
                                .isPresent());
    }

    /** Empty where the cluster has no keys yet, or no image is known. */
    private Optional<Pod> pod(MosaicWorkerGroup group, WorkerGroupSpec spec, ClusterSnapshot snapshot) {
        MosaicCluster cluster = snapshot.cluster();
        return snapshot.keys()
                .flatMap(keys -> RuntimeImage.of(cluster.getSpec(), snapshot.operatorsImage())
                        .map(image -> Workers.pod(
                                Declared.of(cluster, image, KeySecrets.mark(keys), user),
                                spec,
                                group.getMetadata().getUid())));
    }

    private UpdateControl<MosaicWorkerGroup> say(
            GroupSnapshot snapshot, MosaicWorkerGroupStatus status, Context<MosaicWorkerGroup> context) {
        MosaicWorkerGroup group = snapshot.group();
        return statuses.say(group, status, MosaicWorkerGroupStatus::conditions, patch(group), context);
    }

    /** That kind has to have a spec. */
    private static MosaicWorkerGroup patch(MosaicWorkerGroup group) {
        MosaicWorkerGroup patch = new MosaicWorkerGroup();
        patch.setSpec(group.getSpec());
        return patch;
    }
}
