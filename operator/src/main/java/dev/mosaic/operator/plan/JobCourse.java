package dev.mosaic.operator.plan;

import dev.mosaic.crd.AttemptEnd;
import dev.mosaic.crd.AttemptStatus;
import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJobSpec;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.crd.RetryPolicy;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.JobSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.Trouble;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Where a job stands. Who has succeeded or failed stays so. */
public sealed interface JobCourse {
    /** Why a pod that is due is not there. */
    Set<Reason> REFUSALS = Set.of(Reason.NAME_TAKEN, Reason.WRITE_REFUSED, Reason.RECONCILE_FAILED);

    /** Somebody holds it; a pod may still be ending. */
    record Held() implements JobCourse {}

    /**
     * It waits.
     *
     * @param until when it may go on by itself; empty where something else has to happen
     */
    record Waits(Reason reason, String message, Optional<Instant> until) implements JobCourse {}

    /** The pod of that attempt is to be made, on that cluster. */
    record Due(int number, String cluster) implements JobCourse {}

    /** Its pod is there. */
    record Goes(AttemptStatus attempt, Optional<Trouble> trouble) implements JobCourse {
        /** Main has begun. */
        public boolean runs() {
            return attempt.startTime() != null;
        }
    }

    /** It has had its time, and its pod is ending. */
    record Stops(AttemptStatus attempt) implements JobCourse {}

    /** Main ended with exit code 0. */
    record Succeeded(AttemptStatus attempt) implements JobCourse {}

    /** There is no further attempt. */
    record Failed(Reason reason, String message) implements JobCourse {}

    /** Decides it. */
    static JobCourse of(JobSnapshot snapshot, JobHistory history) {
        Optional<JobCourse> over = over(snapshot, history);
        if (over.isPresent()) {
            return over.get();
        }
        MosaicJobSpec spec = snapshot.job().getSpec();
        if (spec.suspend()) {
            return new Held();
        }
        boolean isPast = JobHistory.isPast(snapshot, history.start());
        Optional<AttemptStatus> open = history.open();
        if (open.isPresent()) {
            return isPast ? new Stops(open.get()) : going(snapshot, history, open.get());
        }
        if (isPast) {
            return new Failed(Reason.ACTIVE_DEADLINE_EXCEEDED, "it took longer than " + spec.activeDeadline());
        }
        return failed(spec, history).orElseGet(() -> next(snapshot, history));
    }

    /** Until when the next main has to run. */
    static Optional<Instant> startBy(JobSnapshot snapshot, JobHistory history) {
        MosaicJobSpec spec = snapshot.job().getSpec();
        return spec.mostWait().map(most -> waitingSince(snapshot, history).plus(most));
    }

    /** The cluster for the next attempt, where there is one; whether it is ready is another question. */
    static Optional<MosaicCluster> cluster(JobSnapshot snapshot, JobHistory history) {
        MosaicJobSpec spec = snapshot.job().getSpec();
        if (spec.clusterRef() != null) {
            return snapshot.living(Objects.requireNonNull(spec.clusterRef()).name());
        }
        int least = spec.retry().policy() == RetryPolicy.NEW_CLUSTER ? history.count() + 1 : 0;
        return snapshot.clusters().stream()
                .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
                .filter(each -> number(each) >= least)
                .max(Comparator.comparingInt(JobCourse::number));
    }

    /** The number of the attempt for which a cluster was made. */
    private static int number(MosaicCluster own) {
        String text = own.getMetadata().getAnnotations() == null
                ? null
                : own.getMetadata().getAnnotations().get(Labels.ATTEMPT);
        return text != null && text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }

    private static Optional<JobCourse> over(JobSnapshot snapshot, JobHistory history) {
        MosaicJobStatus before = snapshot.before();
        Optional<AttemptStatus> success = history.attempts().stream()
                .filter(each -> each.reason() == AttemptEnd.SUCCEEDED)
                .findFirst();
        if (success.isPresent()) {
            return success.map(Succeeded::new);
        }
        return before.condition("Failed")
                .filter(each -> each.status() == ConditionStatus.TRUE)
                .map(each -> new Failed(Reason.of(each.reason()), each.message()));
    }

    private static JobCourse going(JobSnapshot snapshot, JobHistory history, AttemptStatus attempt) {
        Optional<Pod> pod = snapshot.pods().stream()
                .filter(each -> Pods.name(each).equals(attempt.pod()))
                .findFirst();
        Optional<Trouble> trouble = attempt.startTime() == null ? pod.flatMap(Trouble::of) : Optional.empty();
        boolean isLate = attempt.startTime() == null
                && startBy(snapshot, history)
                        .filter(by -> !snapshot.now().isBefore(by))
                        .isPresent();
        if (!isLate) {
            return new Goes(attempt, trouble);
        }
        boolean isImage =
                trouble.filter(each -> each.reason() == Reason.IMAGE_NOT_PULLED).isPresent();
        return new Failed(
                isImage ? Reason.IMAGE_PULL_FAILED : Reason.START_DEADLINE_EXCEEDED,
                late(snapshot)
                        + trouble.map(each -> ": " + each.message()).orElse(": pod " + attempt.pod() + " is starting"));
    }

    private static Optional<JobCourse> failed(MosaicJobSpec spec, JobHistory history) {
        Optional<AttemptStatus> last = history.last().filter(each -> each.reason() != AttemptEnd.SUSPENDED);
        if (last.isEmpty()) {
            return Optional.empty();
        }
        AttemptStatus attempt = last.get();
        Reason reason = reason(Objects.requireNonNull(attempt.reason()));
        String words = "attempt " + attempt.number() + " ended: " + reason.word()
                + (attempt.message() == null ? "" : ", " + attempt.message());
        return switch (JobHistory.action(spec, attempt)) {
            case FAIL -> Optional.of(new Failed(reason, words + "; a rule of failurePolicy ends the job"));
            case RETRY_WITHOUT_COUNTING -> Optional.empty();
            case RETRY -> {
                if (history.failures() <= spec.backoffLimit()) {
                    yield Optional.empty();
                }
                yield Optional.of(
                        spec.backoffLimit() == 0
                                ? new Failed(reason, words)
                                : new Failed(
                                        Reason.BACKOFF_LIMIT_EXCEEDED,
                                        history.failures() + " attempts failed; " + words));
            }
        };
    }

    private static Reason reason(AttemptEnd end) {
        return switch (end) {
            case SUCCEEDED -> Reason.SUCCEEDED;
            case APPLICATION_FAILED -> Reason.APPLICATION_FAILED;
            case OUT_OF_MEMORY -> Reason.OUT_OF_MEMORY;
            case ARTIFACT_FAILED -> Reason.ARTIFACT_FAILED;
            case CLUSTER_FAILED -> Reason.CLUSTER_FAILED;
            case PREEMPTED -> Reason.PREEMPTED;
            case EVICTED -> Reason.EVICTED;
            case NODE_LOST -> Reason.NODE_LOST;
            case NOT_ADMITTED -> Reason.NOT_ADMITTED;
            case DELETED -> Reason.DELETED;
            case SUSPENDED -> Reason.JOB_SUSPENDED;
            case START_DEADLINE_EXCEEDED -> Reason.START_DEADLINE_EXCEEDED;
            case ACTIVE_DEADLINE_EXCEEDED -> Reason.ACTIVE_DEADLINE_EXCEEDED;
        };
    }

    private static JobCourse next(JobSnapshot snapshot, JobHistory history) {
        Optional<Waits> waits = obstacle(snapshot, history);
        boolean isLate = startBy(snapshot, history)
                .filter(by -> !snapshot.now().isBefore(by))
                .isPresent();
        if (isLate) {
            String words = waits.map(Waits::message).orElseGet(() -> notMade(snapshot));
            return new Failed(Reason.START_DEADLINE_EXCEEDED, late(snapshot) + ": " + words);
        }
        if (waits.isPresent()) {
            return waits.get();
        }
        MosaicCluster cluster = cluster(snapshot, history).orElseThrow();
        return new Due(history.count() + 1, cluster.getMetadata().getName());
    }

    /** With what was said against its pod, where it was due and refused. */
    private static String notMade(JobSnapshot snapshot) {
        return "its pod could not be made"
                + snapshot.before()
                        .condition("Started")
                        .filter(each ->
                                each.status() != ConditionStatus.TRUE && REFUSALS.contains(Reason.of(each.reason())))
                        .map(each -> ": " + each.message())
                        .orElse("");
    }

    private static String late(JobSnapshot snapshot) {
        return "main did not run within " + snapshot.job().getSpec().startDeadline();
    }

    private static Optional<Waits> obstacle(JobSnapshot snapshot, JobHistory history) {
        MosaicJobSpec spec = snapshot.job().getSpec();
        Optional<Instant> due = history.last()
                .flatMap(each -> JobHistory.time(each.endTime()))
                .map(end -> end.plus(history.pause(spec)))
                .filter(at -> snapshot.now().isBefore(at));
        if (due.isPresent()) {
            return Optional.of(
                    new Waits(Reason.BACKOFF, "attempt " + (history.count() + 1) + " is made at " + due.get(), due));
        }
        Optional<MosaicCluster> cluster = cluster(snapshot, history);
        if (cluster.isEmpty()) {
            return Optional.of(
                    spec.clusterRef() == null
                            ? new Waits(Reason.CLUSTER_NOT_READY, "its own cluster is being made", Optional.empty())
                            : new Waits(
                                    Reason.CLUSTER_NOT_FOUND,
                                    "there is no MosaicCluster "
                                            + Objects.requireNonNull(spec.clusterRef())
                                                    .name(),
                                    Optional.empty()));
        }
        boolean isReady = is(cluster.get(), "HeadReady") && is(cluster.get(), "WarehouseReady");
        return isReady ? Optional.empty() : Optional.of(notReady(cluster.get()));
    }

    private static Waits notReady(MosaicCluster cluster) {
        String said = Optional.ofNullable(cluster.getStatus())
                .flatMap(status -> status.condition("Ready"))
                .map(Condition::message)
                .filter(message -> !message.isEmpty())
                .map(message -> ": " + message)
                .orElse("");
        return new Waits(
                Reason.CLUSTER_NOT_READY,
                "MosaicCluster " + cluster.getMetadata().getName() + " is not ready" + said,
                Optional.empty());
    }

    private static boolean is(MosaicCluster cluster, String type) {
        return Optional.ofNullable(cluster.getStatus())
                .flatMap(status -> status.condition(type))
                .filter(each -> each.status() == ConditionStatus.TRUE)
                .isPresent();
    }

    /** Since it was made, resumed, or since the next attempt was due. */
    private static Instant waitingSince(JobSnapshot snapshot, JobHistory history) {
        Instant made = Optional.ofNullable(snapshot.job().getMetadata().getCreationTimestamp())
                .map(Instant::parse)
                .orElse(snapshot.now());
        Optional<Condition> held = snapshot.before().condition("Suspended");
        Instant resumed = held.isEmpty()
                ? made
                : held.get().status() == ConditionStatus.TRUE
                        ? snapshot.now()
                        : Instant.parse(held.get().lastTransitionTime());
        Instant due = history.attempts().stream()
                .filter(AttemptStatus::over)
                .flatMap(each -> JobHistory.time(each.endTime()).stream())
                .max(Comparator.naturalOrder())
                .map(end -> end.plus(history.pause(snapshot.job().getSpec())))
                .orElse(made);
        return Comparator.<Instant>naturalOrder().compare(resumed, due) > 0 ? resumed : due;
    }

    /** How long until then; empty where it is over. */
    static Optional<Duration> left(JobSnapshot snapshot, Instant until) {
        Duration left = Duration.between(snapshot.now(), until);
        return left.isPositive() ? Optional.of(left) : Optional.empty();
    }
}
