package dev.mosaic.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.JobPhase;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.plan.JobCourse;
import dev.mosaic.operator.plan.JobHistory;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.JobSnapshot;
import dev.mosaic.operator.validate.Problem;
import dev.mosaic.operator.validate.Validation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a job says that is not accepted. */
class JobStatusesTest {
    private static final String ENDED = """
            status:
              observedGeneration: 1
              phase: Succeeded
              clusterName: demo
              attempts: [{number: 1, pod: report-1, startTime: '2026-11-22T05:00:00Z', endTime: '2026-11-22T05:30:00Z', exitCode: 0}]
              attemptCount: 1
              startTime: '2026-11-22T05:00:00Z'
              completionTime: '2026-11-22T05:30:00Z'
              conditions:
              - {type: Accepted, status: 'True', reason: Valid, message: '', lastTransitionTime: '2026-11-22T05:00:00Z'}
              - {type: Complete, status: 'True', reason: Succeeded, message: '', lastTransitionTime: '2026-11-22T05:30:00Z'}
              - {type: Failed, status: 'False', reason: NotFailed, message: '', lastTransitionTime: '2026-11-22T05:00:00Z'}
            """;

    /** Who waits for it would wait again, for ever. */
    @Test
    void shouldStayEndedWhereItsSpecCannotBeReadAnyMore() {
        JobSnapshot job = job("startDeadline: soon", ENDED);

        MosaicJobStatus status = JobStatuses.refused(job, Validation.of(job.job()));

        MosaicJobStatus before = job.before();
        assertThat(status.condition("Accepted").orElseThrow().reason()).isEqualTo("Unreadable");
        assertThat(status.conditions()).extracting(Condition::type).containsExactly("Accepted", "Complete", "Failed");
        assertThat(status.is("Complete")).isTrue();
        assertThat(status.phase()).isEqualTo(JobPhase.SUCCEEDED);
        assertThat(status.clusterName()).isEqualTo("demo");
        assertThat(status.attempts()).isEqualTo(before.attempts()).hasSize(1);
        assertThat(status.completionTime()).isEqualTo(before.completionTime());
    }

    @Test
    void shouldStayEndedWhateverALaterOperatorSaysAgainstIt() {
        MosaicJobStatus status =
                JobStatuses.refused(job("", ENDED), List.of(new Problem(Reason.RESERVED_NAME, "a name")));

        assertThat(status.phase()).isEqualTo(JobPhase.SUCCEEDED);
        assertThat(status.is("Complete")).isTrue();
        assertThat(status.condition("Accepted").orElseThrow().reason()).isEqualTo("ReservedName");
    }

    @Test
    void shouldBePendingWhereNothingWasSaidOfItBefore() {
        JobSnapshot job = job("startDeadline: soon", "");

        MosaicJobStatus status = JobStatuses.refused(job, Validation.of(job.job()));

        assertThat(status.phase()).isEqualTo(JobPhase.PENDING);
        assertThat(status.conditions()).extracting(Condition::type).containsExactly("Accepted");
    }

    /** kubectl get mj -o wide shows this line and no other. */
    @Test
    void shouldSayHowItEnded() {
        assertThat(started(ENDED.replace("exitCode: 0", "exitCode: 0, reason: Succeeded")))
                .isEqualTo("main ended with exit code 0");
        String failed = ENDED.replace("exitCode: 0", "exitCode: 3, reason: ApplicationFailed")
                .replace("{type: Complete, status: 'True', reason: Succeeded, message: ''", """
                        {type: Failed, status: 'True', reason: ApplicationFailed, message: 'attempt 1 ended: exit code 3'""")
                .replace(
                        "      - {type: Failed, status: 'False', reason: NotFailed, message: '', lastTransitionTime: '2026-11-22T05:00:00Z'}\n",
                        "");
        assertThat(started(failed)).isEqualTo("the job has failed: attempt 1 ended: exit code 3");
        assertThat(started(failed.replace("startTime: '2026-11-22T05:00:00Z', end", "end")))
                .isEqualTo("main never ran: attempt 1 ended: exit code 3");
    }

    private static String started(String status) {
        JobSnapshot job = job("", status);
        JobHistory history = JobHistory.of(job);
        return JobStatuses.of(job, history, JobCourse.of(job, history), List.of())
                .condition("Started")
                .orElseThrow()
                .message();
    }

    private static JobSnapshot job(String spec, String status) {
        MosaicJob job = Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicJob
                metadata: {name: report, namespace: lab, uid: uid-of-report, generation: 2}
                spec:
                  clusterRef: {name: demo}
                  main: {className: com.example.Main}
                """ + spec.indent(2) + status, MosaicJob.class);
        return new JobSnapshot(job, List.of(), List.of(), Optional.of(Given.IMAGE), Given.NOW);
    }
}
