package dev.mosaic.operator;

import dev.mosaic.crd.IdleAction;
import dev.mosaic.crd.IdleSpec;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.SecuritySpec;
import dev.mosaic.crd.SuspensionStatus;
import dev.mosaic.keys.KeyFilesException;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.Healing;
import dev.mosaic.operator.apply.KeyKeeper;
import dev.mosaic.operator.apply.NameTakenException;
import dev.mosaic.operator.apply.Writer;
import dev.mosaic.operator.desired.Declared;
import dev.mosaic.operator.desired.Desired;
import dev.mosaic.operator.desired.KeySecrets;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.PodUser;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.desired.Volume;
import dev.mosaic.operator.observe.IdleClusters;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.observe.Sources;
import dev.mosaic.operator.plan.Action;
import dev.mosaic.operator.plan.ClusterPlan;
import dev.mosaic.operator.plan.LostLabels;
import dev.mosaic.operator.plan.Plan;
import dev.mosaic.operator.plan.Suspension;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Idleness;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.status.ClusterStatuses;
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
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes one cluster what its spec says.
 *
 * <p><b>Threading:</b> one thread for each cluster at a time. <b>Cost:</b> where all is as it should be, no request that writes.
 * <b>Failure:</b> what the API server refuses stands in the status; all else is tried again, later and later, up to a minute.
 */
@ControllerConfiguration(
        name = "cluster",
        fieldManager = Labels.OPERATOR,
        generationAwareEventProcessing = false,
        informer = @Informer(onUpdateFilter = SpecOrResume.class),
        maxReconciliationInterval = @MaxReconciliationInterval(interval = 5, timeUnit = TimeUnit.MINUTES))
@GradualRetry(maxAttempts = Integer.MAX_VALUE, initialInterval = 1_000, intervalMultiplier = 1.5, maxInterval = 60_000)
public final class ClusterReconciler implements Reconciler<MosaicCluster> {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    /** Refusals and problems may be gone without that anything here changes. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final Observer observer;
    private final KeyKeeper keys;
    private final Writer writer;
    private final StatusWriter statuses;
    private final Pulse pulse;
    private final InstantSource clock;
    private final PodUser user;
    private final ClusterMetrics metrics;
    private final IdleClusters idle;
    private final Healing healing = new Healing();

    ClusterReconciler(
            Observer observer,
            IdleClusters idle,
            KeyKeeper keys,
            Writer writer,
            Events events,
            Pulse pulse,
            InstantSource clock,
            ClusterMetrics metrics,
            PodUser user) {
        this.observer = observer;
        this.idle = idle;
        this.keys = keys;
        this.writer = writer;
        this.statuses = new StatusWriter(events);
        this.pulse = pulse;
        this.clock = clock;
        this.user = user;
        this.metrics = metrics;
    }

    @Override
    public List<EventSource<?, MosaicCluster>> prepareEventSources(EventSourceContext<MosaicCluster> context) {
        metrics.count(context.getPrimaryCache());
        observer.clustersIn(context.getPrimaryCache());
        return Sources.ofCluster(context);
    }

    @Override
    public UpdateControl<MosaicCluster> reconcile(MosaicCluster cluster, Context<MosaicCluster> context)
            throws KeyFilesException {
        if (cluster.getMetadata().getDeletionTimestamp() != null) {
            idle.forget(cluster);
            return UpdateControl.noUpdate();
        }
        Optional<Problem> unreadable = Validation.unreadableStatus(cluster);
        if (unreadable.isPresent()) {
            // Whether it is suspended is not known: its pods stay as they are.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "MosaicCluster {0}/{1} is left alone: {2}",
                    cluster.getMetadata().getNamespace(),
                    cluster.getMetadata().getName(),
                    unreadable.get().message());
            return UpdateControl.noUpdate();
        }
        return pulse.beat(() -> StatusWriter.again(
                Rest.isPaused(cluster)
                        ? say(cluster, ClusterStatuses.paused(cluster, clock.instant()), context)
                        : reconciled(cluster, context),
                cluster,
                context));
    }

    @Override
    public ErrorStatusUpdateControl<MosaicCluster> updateErrorStatus(
            MosaicCluster resource, Context<MosaicCluster> context, Exception failure) {
        Optional<MosaicClusterStatus> status = Failure.said(resource, context, failure)
                .map(why -> ClusterStatuses.failed(resource, why, clock.instant()));
        return statuses.sayFailure(resource, status, MosaicClusterStatus::conditions, new MosaicCluster());
    }

    private UpdateControl<MosaicCluster> reconciled(MosaicCluster cluster, Context<MosaicCluster> context)
            throws KeyFilesException {
        ClusterSnapshot snapshot = observer.cluster(cluster, context);
        List<Problem> problems = problems(snapshot);
        if (problems.isEmpty()) {
            try {
                return accepted(keys.cared(snapshot), context);
            } catch (NameTakenException e) {
                problems = List.of(new Problem(Reason.NAME_TAKEN, e.words()));
            }
        }
        Rest rest = new Rest(begun(cluster), false, new Idleness.Unasked());
        return say(cluster, ClusterStatuses.of(snapshot, problems, List.of(), Optional.empty(), rest), context)
                .rescheduleAfter(LOOK_AGAIN);
    }

    private UpdateControl<MosaicCluster> accepted(ClusterSnapshot withKeys, Context<MosaicCluster> context) {
        MosaicCluster cluster = withKeys.cluster();
        Desired desired = desired(withKeys);
        boolean isEnding = begun(cluster).isPresent() && !Suspension.lasts(withKeys);
        int workers = isEnding ? observer.workersLeft(cluster) : 0;
        Rest rest = rest(withKeys, workers);
        if (Suspension.isIdle(cluster, rest.idleness(), IdleAction.DELETE)) {
            return deleted(cluster);
        }
        if (rest.suspension().isPresent() != begun(cluster).isPresent()) {
            // Groups go by the status, so it comes first.
            return say(cluster, ClusterStatuses.of(withKeys, List.of(), List.of(), Optional.of(desired), rest), context)
                    .rescheduleAfter(AT_ONCE);
        }
        Plan plan = plan(desired, withKeys, rest, workers);
        if (!plan.actions().isEmpty()) {
            // Caches may lag behind what was done the last time: no pod is made or removed because of that.
            plan = plan(desired, observer.withPodsLive(withKeys), rest, workers);
        }
        List<Action> due = healing.due(cluster, plan.actions(), withKeys.now());
        List<Refusal> refusals = new ArrayList<>(writer.carryOut(due, cluster));
        Volume volume = new Volume(desired.claim(), withKeys.volume());
        volume.cannotShrink()
                .map(why -> new Refusal(Reason.VOLUME_CANNOT_SHRINK, why))
                .ifPresent(refusals::add);
        volume.trouble().map(why -> new Refusal(Reason.VOLUME_NOT_GROWN, why)).ifPresent(refusals::add);
        MosaicClusterStatus status = ClusterStatuses.of(withKeys, List.of(), refusals, Optional.of(desired), rest);
        UpdateControl<MosaicCluster> control = say(cluster, status, context);
        Optional<Duration> again = again(plan, refusals);
        Optional<Duration> untilHealed =
                due.size() < plan.actions().size() ? Optional.of(Healing.PAUSE) : Optional.empty();
        Optional<Duration> deadline =
                Progress.lookAgain(status.conditions(), cluster.getSpec().progressTime());
        Stream.of(again, untilHealed, untilIdle(cluster, rest), deadline, untilSecrets(withKeys, rest))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder())
                .ifPresent(control::rescheduleAfter);
        return control;
    }

    /** A volume does not shrink however often it is looked at: another spec is news. All else that was refused is tried again. */
    static Optional<Duration> again(Plan plan, List<Refusal> refusals) {
        boolean isTriedAgain = refusals.stream().anyMatch(each -> each.reason() != Reason.VOLUME_CANNOT_SHRINK);
        return isTriedAgain ? Optional.of(LOOK_AGAIN) : plan.lookAgain();
    }

    private List<Problem> problems(ClusterSnapshot snapshot) {
        List<Problem> problems = Validation.of(snapshot);
        String name = snapshot.cluster().getSpec().security().tokenSecretName();
        return !problems.isEmpty() || name == null || Rest.rests(snapshot.cluster())
                ? problems
                : observer.usersSecret(snapshot, name)
                        .map(secret -> Validation.ofTokens(name, KeySecrets.files(secret)))
                        .orElse(List.of());
    }

    /** Nobody watches the user's own Secrets. While the cluster rests, or its head waits for a node, nothing follows from them. */
    private static Optional<Duration> untilSecrets(ClusterSnapshot snapshot, Rest rest) {
        SecuritySpec security = snapshot.cluster().getSpec().security();
        boolean isNamed = security.keysSecretName() != null || security.tokenSecretName() != null;
        return isNamed && rest.suspension().isEmpty() && !snapshot.waitsForNode()
                ? Optional.of(Observer.SECRETS_LOOK)
                : Optional.empty();
    }

    /** Where a warehouse with a bucket is to be made, it is told where it is. That replaces none that is there. */
    private Desired desired(ClusterSnapshot snapshot) {
        MosaicCluster cluster = snapshot.cluster();
        Declared declared = Declared.of(
                        cluster,
                        RuntimeImage.of(cluster.getSpec(), snapshot.operatorsImage())
                                .orElseThrow(),
                        KeySecrets.mark(snapshot.keys().orElseThrow()),
                        user)
                .with(snapshot.volume());
        boolean isBucketNew = cluster.getSpec().warehouse().objectStore() != null
                && begun(cluster).isEmpty()
                && snapshot.warehouse().stream().noneMatch(Pods::lives);
        return Desired.of(
                isBucketNew
                        ? declared.at(
                                observer.namespaceUid(cluster.getMetadata().getNamespace()))
                        : declared,
                snapshot.replicas());
    }

    private static Optional<SuspensionStatus> begun(MosaicCluster cluster) {
        return Optional.ofNullable(cluster.getStatus()).flatMap(status -> Optional.ofNullable(status.suspension()));
    }

    private static Plan plan(Desired desired, ClusterSnapshot snapshot, Rest rest, int workers) {
        return LostLabels.of(snapshot)
                .then(
                        rest.suspension().isPresent()
                                ? ClusterPlan.ofResting(desired, snapshot, workers)
                                : ClusterPlan.of(desired, snapshot));
    }

    private Rest rest(ClusterSnapshot snapshot, int workers) {
        MosaicCluster cluster = snapshot.cluster();
        boolean isComplete = begun(cluster).isPresent() && ClusterPlan.isAtRest(snapshot, workers);
        Idleness idleness = begun(cluster).isPresent() ? new Idleness.Unasked() : idleness(snapshot);
        Optional<SuspensionStatus> suspension = Suspension.of(cluster, isComplete, idleness, snapshot.now());
        return new Rest(suspension, isComplete, idleness);
    }

    private Idleness idleness(ClusterSnapshot snapshot) {
        MosaicCluster cluster = snapshot.cluster();
        IdleSpec spec = cluster.getSpec().idle();
        Optional<Pod> head = snapshot.heads().stream().filter(Pods::ready).findFirst();
        if (spec == null || head.isEmpty()) {
            idle.forget(cluster);
            return new Idleness.Unasked();
        }
        return idle.look(cluster, spec, head.get().getMetadata().getUid());
    }

    private Optional<Duration> untilIdle(MosaicCluster cluster, Rest rest) {
        return switch (rest.idleness()) {
            case Idleness.Unasked _ -> Optional.empty();
            case Idleness.Told _, Idleness.Unknown _ -> Optional.of(idle.untilNext(cluster));
        };
    }

    private UpdateControl<MosaicCluster> deleted(MosaicCluster cluster) {
        writer.carryOut(
                List.of(new Action.Delete(
                        cluster,
                        Optional.of(Reason.DELETED_IDLE_CLUSTER),
                        "MosaicCluster " + cluster.getMetadata().getName() + ": nobody used it")),
                cluster);
        return UpdateControl.noUpdate();
    }

    private UpdateControl<MosaicCluster> say(
            MosaicCluster cluster, MosaicClusterStatus status, Context<MosaicCluster> context) {
        metrics.sawStatus(cluster, cluster.getStatus(), status, clock.instant());
        return statuses.say(cluster, status, MosaicClusterStatus::conditions, new MosaicCluster(), context);
    }
}
