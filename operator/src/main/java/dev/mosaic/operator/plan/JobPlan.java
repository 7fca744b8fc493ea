package dev.mosaic.operator.plan;

import dev.mosaic.crd.CleanupPolicy;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobSpec;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.desired.Programs;
import dev.mosaic.operator.plan.Action.Apply;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Ending;
import dev.mosaic.operator.snapshot.JobSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is done for a job: its pod, one at a time, its own cluster, and what is left of it in the end. A cluster is removed when no
 * program runs any more; pods that ended stay for their logs, as long as the status tells of them.
 */
public final class JobPlan {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private JobPlan() {}

    /**
     * All that is to do now.
     *
     * @param pod the next one; empty where none is due
     */
    public static Plan of(JobSnapshot snapshot, JobHistory history, JobCourse course, Optional<Pod> pod) {
        List<Action> actions = new ArrayList<>();
        pods(snapshot, history, course, actions);
        if (snapshot.job().getSpec().clusterTemplate() != null) {
            clusters(snapshot, history, course, actions);
        }
        pod.ifPresent(each ->
                actions.add(new Create(each, 1, Optional.of(Reason.STARTED_ATTEMPT), "pod " + Pods.name(each))));
        Optional<Instant> removal = removal(snapshot, course);
        if (removal.filter(at -> !snapshot.now().isBefore(at)).isPresent()) {
            actions.add(new Delete(snapshot.job(), Optional.empty(), "the job: its time after its end is over"));
        }
        return new Plan(actions, lookAgain(snapshot, history, course, removal));
    }

    private static void pods(JobSnapshot snapshot, JobHistory history, JobCourse course, List<Action> actions) {
        Optional<String> current = course instanceof JobCourse.Goes goes
                ? Optional.of(goes.attempt().pod())
                : Optional.empty();
        int oldest = history.count() - MosaicJobStatus.MOST_ATTEMPTS;
        for (Pod each : snapshot.pods()) {
            if (Pods.lives(each) && !current.equals(Optional.of(Pods.name(each))) && !isEnding(each)) {
                actions.add(
                        new Delete(each, Optional.of(Reason.STOPPED_PROGRAM), "pod " + Pods.name(each) + why(course)));
            } else if (Pods.ended(each) && !Pods.ends(each) && JobHistory.number(each) <= oldest) {
                actions.add(new Delete(each, Optional.empty(), "old pod " + Pods.name(each)));
            }
        }
    }

    /**
     * Main has ended, and nothing else runs in it: the kubelet says so of the containers before it says so of the pod, which stays for
     * its log.
     */
    private static boolean isEnding(Pod pod) {
        return Ending.of(pod, Names.CONTAINER).isPresent()
                && pod.getStatus().getContainerStatuses().stream()
                        .noneMatch(each ->
                                each.getState() != null && each.getState().getRunning() != null);
    }

    private static String why(JobCourse course) {
        return switch (course) {
            case JobCourse.Held() -> ", the job is suspended";
            case JobCourse.Stops _ -> ", the job has had its time";
            case JobCourse.Failed failed -> ": " + failed.message();
            case JobCourse.Succeeded _, JobCourse.Waits _, JobCourse.Due _, JobCourse.Goes _ -> ", main has ended";
        };
    }

    private static void clusters(JobSnapshot snapshot, JobHistory history, JobCourse course, List<Action> actions) {
        MosaicJob job = snapshot.job();
        Optional<String> wanted = wanted(snapshot, history, course);
        boolean runs = snapshot.pods().stream().anyMatch(each -> !Pods.ended(each));
        if (!runs && !keeps(job.getSpec(), course)) {
            snapshot.clusters().stream()
                    .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
                    .filter(each -> !wanted.equals(Optional.of(name(each))))
                    .forEach(each -> actions.add(
                            new Delete(each, Optional.of(Reason.REMOVED_CLUSTER), "MosaicCluster " + name(each))));
        }
        boolean isTaken = wanted.isPresent()
                && snapshot.clusters().stream().anyMatch(each -> name(each).equals(wanted.get()));
        if (course instanceof JobCourse.Waits && wanted.isPresent() && !isTaken) {
            MosaicCluster own = Programs.cluster(job, history.count() + 1);
            actions.add(new Apply(own, true, Optional.of(Reason.CREATED_CLUSTER), "MosaicCluster " + name(own)));
        }
    }

    /** The name of the cluster that the job needs now. */
    private static Optional<String> wanted(JobSnapshot snapshot, JobHistory history, JobCourse course) {
        return switch (course) {
            case JobCourse.Waits _, JobCourse.Due _ ->
                Optional.of(JobCourse.cluster(snapshot, history)
                        .map(JobPlan::name)
                        .orElseGet(() -> Programs.clusterName(snapshot.job(), history.count() + 1)));
            case JobCourse.Goes goes -> Optional.ofNullable(goes.attempt().clusterName());
            case JobCourse.Stops stops -> Optional.ofNullable(stops.attempt().clusterName());
            case JobCourse.Held _, JobCourse.Succeeded _, JobCourse.Failed _ -> Optional.empty();
        };
    }

    private static boolean keeps(MosaicJobSpec spec, JobCourse course) {
        return switch (course) {
            case JobCourse.Succeeded _ -> spec.cleanup().onSuccess() == CleanupPolicy.KEEP;
            case JobCourse.Failed _ -> spec.cleanup().onFailure() == CleanupPolicy.KEEP;
            case JobCourse.Held _, JobCourse.Waits _, JobCourse.Due _, JobCourse.Goes _, JobCourse.Stops _ -> false;
        };
    }

    /** When the job itself goes. */
    private static Optional<Instant> removal(JobSnapshot snapshot, JobCourse course) {
        boolean isOver = course instanceof JobCourse.Succeeded || course instanceof JobCourse.Failed;
        Optional<Duration> stay = snapshot.job().getSpec().stay();
        Optional<Instant> end = JobHistory.time(snapshot.before().completionTime());
        return isOver && stay.isPresent() ? end.map(at -> at.plus(stay.get())) : Optional.empty();
    }

    private static Optional<Duration> lookAgain(
            JobSnapshot snapshot, JobHistory history, JobCourse course, Optional<Instant> removal) {
        Stream<Instant> times = switch (course) {
            case JobCourse.Waits waits ->
                Stream.of(
                                waits.until().stream(),
                                JobCourse.startBy(snapshot, history).stream(),
                                end(snapshot, history).stream())
                        .flatMap(each -> each);
            case JobCourse.Goes goes ->
                goes.runs()
                        ? end(snapshot, history).stream()
                        : Stream.concat(JobCourse.startBy(snapshot, history).stream(), end(snapshot, history).stream());
            case JobCourse.Due _ -> JobCourse.startBy(snapshot, history).stream();
            case JobCourse.Held _, JobCourse.Stops _ -> Stream.of();
            // Where it has just come to its end, its status does not say so yet, and nothing else may have it looked at
            // again.
            case JobCourse.Succeeded _, JobCourse.Failed _ ->
                removal
                        .or(() -> snapshot.job()
                                .getSpec()
                                .stay()
                                .map(stay -> snapshot.now().plus(stay.isZero() ? AT_ONCE : stay)))
                        .stream();
        };
        return times.flatMap(at -> JobCourse.left(snapshot, at).stream()).min(Duration::compareTo);
    }

    /** When it has had its time. */
    private static Optional<Instant> end(JobSnapshot snapshot, JobHistory history) {
        Optional<Duration> most = snapshot.job().getSpec().mostTime();
        return most.isEmpty() ? Optional.empty() : history.start().map(at -> at.plus(most.get()));
    }

    private static String name(HasMetadata object) {
        return object.getMetadata().getName();
    }
}
