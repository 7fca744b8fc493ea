package dev.mosaic.operator.status;

import dev.mosaic.crd.AttemptEnd;
import dev.mosaic.crd.AttemptStatus;
import dev.mosaic.crd.JobPhase;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobSpec;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.operator.plan.JobCourse;
import dev.mosaic.operator.plan.JobHistory;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.JobSnapshot;
import dev.mosaic.operator.snapshot.Trouble;
import dev.mosaic.operator.validate.Problem;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a job says about itself. */
public final class JobStatuses {
    private JobStatuses() {}

    /** Of one that is not accepted: nothing is made of it. One that has ended, or that was read before, stays what it was. */
    public static MosaicJobStatus refused(JobSnapshot snapshot, List<Problem> problems) {
        MosaicJobStatus before = snapshot.before();
        Conditions conditions = conditions(snapshot);
        Problem first = problems.getFirst();
        conditions.say("Accepted", false, first.reason(), first.message());
        boolean hasEnded = before.is("Complete") || before.is("Failed");
        if (before.phase() != null && (hasEnded || first.reason() == Reason.UNREADABLE)) {
            return new MosaicJobStatus(
                    generation(snapshot),
                    before.phase(),
                    before.clusterName(),
                    before.attempts(),
                    before.attemptCount(),
                    before.failures(),
                    before.interruptions(),
                    before.startTime(),
                    before.completionTime(),
                    conditions.withOthersBefore());
        }
        return new MosaicJobStatus(
                generation(snapshot),
                JobPhase.PENDING,
                null,
                before.attempts(),
                before.attemptCount(),
                before.failures(),
                before.interruptions(),
                before.startTime(),
                null,
                conditions.all());
    }

    /** Where reconciling it failed: as it was, and why nothing gets on. */
    public static MosaicJobStatus failed(MosaicJob job, Refusal why, Instant now) {
        MosaicJobStatus before = Objects.requireNonNullElse(job.getStatus(), MosaicJobStatus.NONE);
        return new MosaicJobStatus(
                before.observedGeneration(),
                before.phase(),
                before.clusterName(),
                before.attempts(),
                before.attemptCount(),
                before.failures(),
                before.interruptions(),
                before.startTime(),
                before.completionTime(),
                Conditions.failed(before.conditions(), "Started", job, why, now));
    }

    /** Its status. */
    public static MosaicJobStatus of(
            JobSnapshot snapshot, JobHistory history, JobCourse course, List<Refusal> refusals) {
        Conditions conditions = conditions(snapshot);
        conditions.say("Accepted", true, Reason.VALID, "");
        boolean isHeld = isHeld(history, course);
        conditions.say("Suspended", isHeld, isHeld ? Reason.JOB_SUSPENDED : Reason.JOB_NOT_SUSPENDED, "");
        started(conditions, history, course, refusals);
        boolean isSuccess = course instanceof JobCourse.Succeeded;
        conditions.say(
                "Complete",
                isSuccess,
                isSuccess ? Reason.SUCCEEDED : Reason.NOT_SUCCEEDED,
                isSuccess ? "main ended with exit code 0" : "");
        if (course instanceof JobCourse.Failed failed) {
            conditions.say("Failed", true, failed.reason(), failed.message());
        } else {
            conditions.say("Failed", false, Reason.NOT_FAILED, "");
        }
        return new MosaicJobStatus(
                generation(snapshot),
                phase(history, course),
                cluster(snapshot, history, course),
                course instanceof JobCourse.Failed ? closed(snapshot, history) : history.attempts(),
                history.count(),
                history.failures(),
                history.interruptions(),
                history.start().map(Instant::toString).orElse(null),
                completion(snapshot, course),
                conditions.all());
    }

    private static void started(Conditions conditions, JobHistory history, JobCourse course, List<Refusal> refusals) {
        if (!refusals.isEmpty()) {
            conditions.say(
                    "Started",
                    false,
                    refusals.getFirst().reason(),
                    refusals.getFirst().message());
            return;
        }
        switch (course) {
            case JobCourse.Held _ ->
                conditions.say(
                        "Started",
                        false,
                        isHeld(history, course) ? Reason.JOB_SUSPENDED : Reason.STOPPING,
                        isHeld(history, course) ? "it is suspended" : "it is being suspended, its pod is ending");
            case JobCourse.Waits waits -> conditions.say("Started", false, waits.reason(), waits.message());
            case JobCourse.Due due ->
                conditions.say("Started", false, Reason.STARTING, "attempt " + due.number() + " is made");
            case JobCourse.Goes goes -> {
                String pod = goes.attempt().pod();
                if (goes.runs()) {
                    conditions.say("Started", true, Reason.RUNNING, "main runs in pod " + pod);
                } else {
                    conditions.say(
                            "Started",
                            false,
                            goes.trouble().map(Trouble::reason).orElse(Reason.STARTING),
                            goes.trouble().map(Trouble::message).orElse("pod " + pod + " is starting"));
                }
            }
            case JobCourse.Stops stops ->
                conditions.say(
                        "Started",
                        true,
                        Reason.STOPPING,
                        "pod " + stops.attempt().pod() + " is ending");
            case JobCourse.Succeeded _, JobCourse.Failed _ -> {
                boolean ran = history.attempts().stream().anyMatch(each -> each.startTime() != null);
                conditions.say("Started", ran, Reason.ENDED, ended(course, ran));
            }
        }
    }

    /** One line for who sees nothing else of the job. */
    private static String ended(JobCourse course, boolean ran) {
        return course instanceof JobCourse.Failed failed
                ? (ran ? "the job has failed: " : "main never ran: ") + failed.message()
                : "main ended with exit code 0";
    }

    /** As soon as nothing of it runs any more. */
    private static boolean isHeld(JobHistory history, JobCourse course) {
        return course instanceof JobCourse.Held && history.open().isEmpty();
    }

    private static JobPhase phase(JobHistory history, JobCourse course) {
        return switch (course) {
            case JobCourse.Held _ -> isHeld(history, course) ? JobPhase.SUSPENDED : JobPhase.RUNNING;
            case JobCourse.Waits _ -> JobPhase.QUEUED;
            case JobCourse.Due _ -> JobPhase.STARTING;
            case JobCourse.Goes goes -> goes.runs() ? JobPhase.RUNNING : JobPhase.STARTING;
            case JobCourse.Stops _ -> JobPhase.RUNNING;
            case JobCourse.Succeeded _ -> JobPhase.SUCCEEDED;
            case JobCourse.Failed _ -> JobPhase.FAILED;
        };
    }

    private static @Nullable String cluster(JobSnapshot snapshot, JobHistory history, JobCourse course) {
        MosaicJobSpec spec = snapshot.job().getSpec();
        if (spec.clusterRef() != null) {
            return Objects.requireNonNull(spec.clusterRef()).name();
        }
        return switch (course) {
            case JobCourse.Waits _, JobCourse.Due _ ->
                JobCourse.cluster(snapshot, history)
                        .map(MosaicCluster::getMetadata)
                        .map(each -> each.getName())
                        .orElse(null);
            case JobCourse.Held _ -> null;
            case JobCourse.Goes _, JobCourse.Stops _, JobCourse.Succeeded _, JobCourse.Failed _ ->
                history.last().map(AttemptStatus::clusterName).orElse(null);
        };
    }

    /** Of a job that failed no attempt goes on; the pod of one that had not begun is removed. */
    private static List<AttemptStatus> closed(JobSnapshot snapshot, JobHistory history) {
        return history.attempts().stream()
                .map(each -> each.over()
                        ? each
                        : new AttemptStatus(
                                each.number(),
                                each.pod(),
                                each.clusterName(),
                                each.startTime(),
                                now(snapshot),
                                null,
                                AttemptEnd.START_DEADLINE_EXCEEDED,
                                null))
                .toList();
    }

    private static @Nullable String completion(JobSnapshot snapshot, JobCourse course) {
        return switch (course) {
            case JobCourse.Succeeded succeeded -> succeeded.attempt().endTime();
            case JobCourse.Failed _ ->
                Optional.ofNullable(snapshot.before().completionTime()).orElse(now(snapshot));
            case JobCourse.Held _, JobCourse.Waits _, JobCourse.Due _, JobCourse.Goes _, JobCourse.Stops _ -> null;
        };
    }

    private static String now(JobSnapshot snapshot) {
        return snapshot.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static Conditions conditions(JobSnapshot snapshot) {
        return new Conditions(snapshot.before().conditions(), generation(snapshot), snapshot.now());
    }

    private static long generation(JobSnapshot snapshot) {
        return Objects.requireNonNullElse(snapshot.job().getMetadata().getGeneration(), 0L);
    }
}
