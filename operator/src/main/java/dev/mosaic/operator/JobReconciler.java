package dev.mosaic.operator;

import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.Writer;
import dev.mosaic.operator.desired.Declared;
import dev.mosaic.operator.desired.KeySecrets;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.PodUser;
import dev.mosaic.operator.desired.Programs;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.observe.Sources;
import dev.mosaic.operator.plan.JobCourse;
import dev.mosaic.operator.plan.JobHistory;
import dev.mosaic.operator.plan.JobPlan;
import dev.mosaic.operator.plan.Plan;
import dev.mosaic.operator.snapshot.JobSnapshot;
import dev.mosaic.operator.status.JobStatuses;
import dev.mosaic.operator.status.Refusal;
import dev.mosaic.operator.validate.Problem;
import dev.mosaic.operator.validate.Validation;
import io.fabric8.kubernetes.api.model.Pod;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Brings one job to its end: a pod for each attempt, and a cluster where it has one of its own.
 *
 * <p><b>Threading:</b> one thread for each job at a time. <b>Cost:</b> while nothing changes, no request that writes. <b>Failure:</b>
 * what the API server refuses stands in the status; all else is tried again, later and later, up to a minute.
 */
@ControllerConfiguration(
        name = "job",
        fieldManager = Labels.OPERATOR,
        maxReconciliationInterval = @MaxReconciliationInterval(interval = 5, timeUnit = TimeUnit.MINUTES))
@GradualRetry(maxAttempts = Integer.MAX_VALUE, initialInterval = 1_000, intervalMultiplier = 1.5, maxInterval = 60_000)
public final class JobReconciler implements Reconciler<MosaicJob> {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    /** Until quota is free, a Secret is there, a name is. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    private final Observer observer;
    private final Writer writer;
    private final StatusWriter statuses;
    private final Pulse pulse;
    private final InstantSource clock;
    private final PodUser user;

    JobReconciler(Observer observer, Writer writer, Events events, Pulse pulse, InstantSource clock, PodUser user) {
        this.observer = observer;
        this.writer = writer;
        this.statuses = new StatusWriter(events);
        this.pulse = pulse;
        this.clock = clock;
        this.user = user;
    }

    @Override
    public List<EventSource<?, MosaicJob>> prepareEventSources(EventSourceContext<MosaicJob> context) {
        return Sources.ofJob(context);
    }

    @Override
    public UpdateControl<MosaicJob> reconcile(MosaicJob job, Context<MosaicJob> context) {
        if (job.getMetadata().getDeletionTimestamp() != null || job.getSpec().leftToOthers()) {
            return UpdateControl.noUpdate();
        }
        return pulse.beat(() -> StatusWriter.again(reconciled(job, context), job, context));
    }

    @Override
    public ErrorStatusUpdateControl<MosaicJob> updateErrorStatus(
            MosaicJob resource, Context<MosaicJob> context, Exception failure) {
        Optional<MosaicJobStatus> status =
                Failure.said(resource, context, failure).map(why -> JobStatuses.failed(resource, why, clock.instant()));
        return statuses.sayFailure(resource, status, MosaicJobStatus::conditions, patch(resource));
    }

    private UpdateControl<MosaicJob> reconciled(MosaicJob job, Context<MosaicJob> context) {
        JobSnapshot snapshot = observer.job(job, context);
        List<Problem> problems = Validation.of(job);
        if (Validation.unreadableStatus(job).isPresent()) {
            // What it says of attempts is not written over: main would run again.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "MosaicJob {0}/{1} is left alone: {2}",
                    job.getMetadata().getNamespace(),
                    job.getMetadata().getName(),
                    Validation.unreadableStatus(job).get().message());
            return UpdateControl.noUpdate();
        }
        if (!problems.isEmpty()) {
            return say(job, JobStatuses.refused(snapshot, problems), context);
        }
        Decision decision = decide(snapshot);
        if (!decision.plan().actions().isEmpty() || !decision.history().equals(JobHistory.before(snapshot))) {
            // Caches may lag behind what was done the last time: nothing is made, removed or held for gone because of
            // that.
            decision = decide(snapshot.withPods(observer.programsLive(job)));
        }
        List<Refusal> refusals = writer.carryOut(decision.plan().actions(), job);
        UpdateControl<MosaicJob> control =
                say(job, JobStatuses.of(decision.snapshot(), decision.history(), decision.course(), refusals), context);
        Optional<Duration> again =
                refusals.isEmpty() && !decision.lacks() ? decision.plan().lookAgain() : Optional.of(LOOK_AGAIN);
        again.ifPresent(control::rescheduleAfter);
        return control;
    }

    /**
     * What is to be done.
     *
     * @param lacks whether a pod is due that cannot be made yet
     */
    private record Decision(JobSnapshot snapshot, JobHistory history, JobCourse course, Plan plan, boolean lacks) {}

    private Decision decide(JobSnapshot snapshot) {
        JobHistory history = JobHistory.of(snapshot);
        JobCourse course = JobCourse.of(snapshot, history);
        Optional<Pod> pod = course instanceof JobCourse.Due due ? pod(snapshot, due) : Optional.empty();
        Plan plan = JobPlan.of(snapshot, history, course, pod);
        return new Decision(snapshot, history, course, plan, course instanceof JobCourse.Due && pod.isEmpty());
    }

    /** Empty where the cluster has no keys yet, or no image is known. */
    private Optional<Pod> pod(JobSnapshot snapshot, JobCourse.Due due) {
        return snapshot.living(due.cluster())
                .filter(cluster -> Validation.ofPrograms(cluster).isEmpty())
                .flatMap(cluster -> observer.keysLive(cluster)
                        .flatMap(keys -> RuntimeImage.of(cluster.getSpec(), snapshot.operatorsImage())
                                .map(image -> Programs.pod(
                                        snapshot.job(),
                                        due.number(),
                                        Declared.of(cluster, image, KeySecrets.mark(keys), user)))));
    }

    private UpdateControl<MosaicJob> say(MosaicJob job, MosaicJobStatus status, Context<MosaicJob> context) {
        return statuses.say(job, status, MosaicJobStatus::conditions, patch(job), context);
    }

    /** That kind has to have a spec. */
    private static MosaicJob patch(MosaicJob job) {
        MosaicJob patch = new MosaicJob();
        patch.setSpec(job.getSpec());
        return patch;
    }
}
