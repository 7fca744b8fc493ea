package dev.mosaic.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.AttemptEnd;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.JobPhase;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.GivenJob;
import dev.mosaic.operator.desired.Programs;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.status.Refusal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a job's declaration to its end, step by step, without a Kubernetes. */
class JobPlanTest {
    private static final String SOON = "retry: {backoff: 1s}\n";

    // ---- the usual

    @Test
    void shouldMakeAPodWhenTheClusterIsReadyAndSucceedByExitCodeZeroAlone() {
        GivenJob job = GivenJob.onDemo("");
        assertThat(words(job)).containsExactly("Create report-run-1 on demo");
        assertThat(job.say().phase()).isEqualTo(JobPhase.STARTING);

        job.after(1).starting(1);
        assertThat(words(job)).isEmpty();
        assertThat(job.say().phase()).isEqualTo(JobPhase.STARTING);

        job.after(1).running(1);
        assertThat(words(job)).isEmpty();
        MosaicJobStatus runs = job.say();
        assertThat(runs.phase()).isEqualTo(JobPhase.RUNNING);
        assertThat(runs.is("Started")).isTrue();
        assertThat(runs.startTime()).isEqualTo("2026-11-22T06:00:01Z");

        job.after(10).ended(1, 0);
        assertThat(words(job)).isEmpty();
        MosaicJobStatus done = job.say();
        assertThat(done.phase()).isEqualTo(JobPhase.SUCCEEDED);
        assertThat(done.is("Complete")).isTrue();
        assertThat(done.is("Failed")).isFalse();
        assertThat(done.completionTime()).isEqualTo("2026-11-22T06:00:12Z");
        assertThat(done.attempts()).hasSize(1);
        assertThat(done.attempts().getFirst().exitCode()).isZero();

        job.after(1000).gone(1).withoutClusters();
        assertThat(words(job)).as("nothing is done for who has ended").isEmpty();
        assertThat(job.say()).as("and nothing is written").isEqualTo(done);
    }

    @Test
    void shouldWaitForAClusterThatIsNotThereAndForOneThatIsNotReady() {
        GivenJob job = new GivenJob("clusterRef: {name: demo}");
        assertThat(words(job)).isEmpty();
        MosaicJobStatus waits = job.say();
        assertThat(waits.phase()).isEqualTo(JobPhase.QUEUED);
        assertThat(waits.condition("Started").orElseThrow().reason()).isEqualTo("ClusterNotFound");

        job.cluster(Given.cluster(""), false);
        assertThat(words(job)).isEmpty();
        assertThat(job.say().condition("Started").orElseThrow().message())
                .isEqualTo("MosaicCluster demo is not ready: 0 of 1 heads");

        job.cluster(Given.cluster(""), true);
        assertThat(words(job)).containsExactly("Create report-run-1 on demo");
    }

    /** The program finds the next head by itself. */
    @Test
    void shouldNotMindThatTheClusterIsNotReadyWhileMainRuns() {
        GivenJob job = GivenJob.onDemo("").running(1);
        job.say();
        job.cluster(Given.cluster(""), false);
        assertThat(words(job)).isEmpty();
        assertThat(job.say().phase()).isEqualTo(JobPhase.RUNNING);
    }

    /** The kubelet says of the container that it has ended before it says so of the pod. Sidecars would run for ever. */
    @ParameterizedTest
    @CsvSource({"'', false", "'- {name: sidecar, state: {running: {}}}', true"})
    void shouldLeaveThePodForItsLogUnlessAnotherContainerStillRunsInIt(String company, boolean removed) {
        GivenJob job = GivenJob.onDemo("").running(1);
        job.say();
        job.pod(1, """
                phase: Running
                containerStatuses:
                - {name: mosaic, state: {terminated: {exitCode: 0}}}
                """ + company);
        assertThat(words(job)).isEqualTo(removed ? List.of("Delete report-run-1") : List.of());
        assertThat(job.say().phase()).isEqualTo(JobPhase.SUCCEEDED);
    }

    // ---- failures

    @Test
    void shouldFailWithTheFirstFailureUnlessMoreAreAllowed() {
        GivenJob job = GivenJob.onDemo("").running(1);
        job.say();
        job.ended(1, 3);
        MosaicJobStatus failed = job.say();
        assertThat(failed.phase()).isEqualTo(JobPhase.FAILED);
        assertThat(failed.condition("Failed").orElseThrow().reason()).isEqualTo("ApplicationFailed");
        assertThat(failed.condition("Failed").orElseThrow().message()).contains("attempt 1", "exit code 3");
        assertThat(words(job)).isEmpty();
    }

    @Test
    void shouldTryAgainWithPausesThatDoubleUntilTheLimit() {
        GivenJob job = GivenJob.onDemo("backoffLimit: 2\nretry: {backoff: 10s}");
        long[] pauses = {10, 20};
        for (int attempt = 1; attempt <= 2; attempt++) {
            assertThat(words(job)).containsExactly("Create report-run-" + attempt + " on demo");
            job.running(attempt);
            job.say();
            job.ended(attempt, 1);
            assertThat(words(job)).isEmpty();
            MosaicJobStatus waits = job.say();
            assertThat(waits.phase()).isEqualTo(JobPhase.QUEUED);
            assertThat(waits.failures()).isEqualTo(attempt);
            assertThat(job.plan().lookAgain()).contains(Duration.ofSeconds(pauses[attempt - 1]));
            job.after(pauses[attempt - 1]);
        }
        job.running(3);
        job.say();
        job.ended(3, 1);
        MosaicJobStatus failed = job.say();
        assertThat(failed.condition("Failed").orElseThrow().reason()).isEqualTo("BackoffLimitExceeded");
        assertThat(failed.attemptCount()).isEqualTo(3);
        assertThat(failed.failures()).isEqualTo(3);
        assertThat(words(job.after(1000))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1   | {phase: Failed} | APPLICATION_FAILED | true",
                "137 | conditions: [{type: DisruptionTarget, status: 'True', reason: PreemptionByScheduler}] | PREEMPTED | false",
                "143 | conditions: [{type: DisruptionTarget, status: 'True', reason: EvictionByEvictionAPI}] | EVICTED | false",
                "137 | conditions: [{type: DisruptionTarget, status: 'True', reason: TerminationByKubelet}] | EVICTED | false",
                "143 | conditions: [{type: DisruptionTarget, status: 'True', reason: DeletionByTaintManager}] | NODE_LOST | false",
                "137 | conditions: [{type: DisruptionTarget, status: 'True', reason: DeletionByPodGC}] | NODE_LOST | false",
                "137 | 'reason: Evicted' | EVICTED | false",
                "137 | 'reason: NodeLost' | NODE_LOST | false",
                "0   | conditions: [{type: DisruptionTarget, status: 'True', reason: EvictionByEvictionAPI}] | SUCCEEDED | false",
            })
    void shouldTellFaultsOfTheProgramFromWhatBefellIt(int exitCode, String status, AttemptEnd end, boolean counts) {
        GivenJob job = GivenJob.onDemo("backoffLimit: 5").running(1);
        job.say();
        job.ended(1, exitCode, status.startsWith("{") ? "" : status.replaceAll("^'|'$", ""));
        MosaicJobStatus after = job.say();
        assertThat(after.attempts().getFirst().reason()).isEqualTo(end);
        assertThat(after.failures()).isEqualTo(counts ? 1 : 0);
        assertThat(after.interruptions()).isEqualTo(counts || end == AttemptEnd.SUCCEEDED ? 0 : 1);
    }

    @Test
    void shouldHoldAPodThatIsGoneForNoSuccessAndTryAgainWithoutCounting() {
        GivenJob job = GivenJob.onDemo(SOON).running(1);
        job.say();
        job.gone(1);
        MosaicJobStatus waits = job.say();
        assertThat(waits.phase()).isEqualTo(JobPhase.QUEUED);
        assertThat(waits.attempts().getFirst().reason()).isEqualTo(AttemptEnd.DELETED);
        assertThat(waits.failures()).isZero();
        assertThat(waits.interruptions()).isEqualTo(1);
        assertThat(words(job.after(1))).containsExactly("Create report-run-2 on demo");
    }

    @Test
    void shouldMakeNoSecondPodWhileTheFirstIsEnding() {
        GivenJob job = GivenJob.onDemo(SOON).running(1).ending();
        assertThat(words(job)).isEmpty();
        assertThat(job.say().phase()).isEqualTo(JobPhase.RUNNING);
        assertThat(words(job.after(60))).isEmpty();
        job.ended(1, 143).ending();
        assertThat(job.say().attempts().getFirst().reason()).isEqualTo(AttemptEnd.DELETED);
    }

    @Test
    void shouldCountFetchesThatFailedAndPodsThatNoNodeTook() {
        GivenJob job = GivenJob.onDemo("backoffLimit: 1\n" + SOON).starting(1);
        job.say();
        job.pod(1, """
                phase: Failed
                initContainerStatuses:
                - {name: fetch, state: {terminated: {exitCode: 1, message: "status=404"}}}""");
        MosaicJobStatus fetched = job.say();
        assertThat(fetched.attempts().getFirst().reason()).isEqualTo(AttemptEnd.ARTIFACT_FAILED);
        assertThat(fetched.attempts().getFirst().message()).contains("status=404");
        assertThat(fetched.failures()).isEqualTo(1);

        job.after(1).starting(2);
        job.say();
        job.pod(2, "{phase: Failed, reason: OutOfcpu, message: no room}");
        MosaicJobStatus refused = job.say();
        assertThat(refused.attempts().get(1).reason()).isEqualTo(AttemptEnd.NOT_ADMITTED);
        assertThat(refused.failures()).isEqualTo(1);
    }

    @Test
    void shouldSayThatTheClusterFailedWhereItIsGone() {
        GivenJob job = GivenJob.onDemo("").running(1);
        job.say();
        job.withoutClusters().ended(1, 1);
        assertThat(job.say().condition("Failed").orElseThrow().reason()).isEqualTo("ClusterFailed");
    }

    @ParameterizedTest
    @CsvSource({
        "42, QUEUED,    0", // retried without counting
        "43, FAILED,    1", // ends the job, though more attempts are allowed
        "44, QUEUED,    1", // no rule
    })
    void shouldDoWhatTheFirstRuleSays(int exitCode, JobPhase phase, int failures) {
        GivenJob job = GivenJob.onDemo("""
                backoffLimit: 5
                failurePolicy:
                  rules:
                  - {onExitCodes: [42], action: RetryWithoutCounting}
                  - {onExitCodes: [42, 43], action: Fail}
                  - {onReasons: [Evicted], action: Fail}""").running(1);
        job.say();
        job.ended(1, exitCode);
        MosaicJobStatus after = job.say();
        assertThat(after.phase()).isEqualTo(phase);
        assertThat(after.failures()).isEqualTo(failures);
    }

    @Test
    void shouldRememberTenAttemptsAndRemoveOlderPods() {
        GivenJob job = GivenJob.onDemo("retry: {backoff: 0s}");
        for (int attempt = 1; attempt <= 12; attempt++) {
            job.after(1).running(attempt);
            job.say();
            job.ended(attempt, 137, "reason: Evicted");
            job.say();
        }
        MosaicJobStatus status = job.say();
        assertThat(status.attemptCount()).isEqualTo(12);
        assertThat(status.interruptions()).isEqualTo(12);
        assertThat(status.attempts()).hasSize(10);
        assertThat(status.attempts().getFirst().number()).isEqualTo(3);
        assertThat(words(job))
                .containsExactly("Delete report-run-1", "Delete report-run-2", "Create report-run-13 on demo");
    }

    // ---- held

    @Test
    void shouldMakeNothingOfAJobThatWasMadeSuspended() {
        GivenJob job = new GivenJob("suspend: true\nclusterTemplate: {}");
        assertThat(words(job)).isEmpty();
        MosaicJobStatus held = job.say();
        assertThat(held.phase()).isEqualTo(JobPhase.SUSPENDED);
        assertThat(held.is("Suspended")).isTrue();
        assertThat(job.plan().lookAgain()).isEmpty();
    }

    @Test
    void shouldStopWhatRunsAndThenItsClusterAndBeginAnewWithoutCounting() {
        GivenJob job = new GivenJob("clusterTemplate: {}");
        assertThat(words(job)).containsExactly("Apply report-1");
        job.cluster(own(job, 1), true).running(1);
        job.say();

        job.suspend(true);
        assertThat(words(job)).containsExactly("Delete report-run-1");
        job.ending();
        assertThat(words(job)).as("the cluster stays until the pod has ended").isEmpty();
        MosaicJobStatus ending = job.say();
        assertThat(ending.phase()).isEqualTo(JobPhase.RUNNING);
        assertThat(ending.is("Suspended"))
                .as("who waits for its room has to wait")
                .isFalse();

        job.gone(1);
        assertThat(words(job)).containsExactly("Delete report-1");
        MosaicJobStatus held = job.say();
        assertThat(held.attempts().getFirst().reason()).isEqualTo(AttemptEnd.SUSPENDED);
        assertThat(held.failures() + held.interruptions()).isZero();
        assertThat(held.startTime()).isNull();

        job.withoutClusters().after(3600).suspend(false);
        assertThat(words(job)).containsExactly("Apply report-2");
        job.cluster(own(job, 2), true);
        assertThat(words(job)).as("without a pause").containsExactly("Create report-run-2 on report-2");
        assertThat(job.say().condition("Suspended").orElseThrow().status()).isEqualTo(ConditionStatus.FALSE);
    }

    // ---- times

    @Test
    void shouldStopAtItsActiveDeadlineAndFailWhenThePodHasEnded() {
        GivenJob job = GivenJob.onDemo("activeDeadline: 1m\nbackoffLimit: 3").running(1);
        job.say();
        assertThat(job.plan().lookAgain()).contains(Duration.ofMinutes(1));
        job.after(60);
        assertThat(words(job)).containsExactly("Delete report-run-1");
        assertThat(job.say().phase()).isEqualTo(JobPhase.RUNNING);
        job.ending().after(5).gone(1);
        MosaicJobStatus failed = job.say();
        assertThat(failed.condition("Failed").orElseThrow().reason()).isEqualTo("ActiveDeadlineExceeded");
        assertThat(failed.attempts().getFirst().reason()).isEqualTo(AttemptEnd.ACTIVE_DEADLINE_EXCEEDED);
    }

    /** Its exit code is the truth, whatever the clock says. */
    @Test
    void shouldSucceedWhereMainEndedWellWhileItWasStopped() {
        GivenJob job = GivenJob.onDemo("activeDeadline: 1m").running(1);
        job.say();
        job.after(60).ending();
        job.say();
        job.ended(1, 0).ending();
        assertThat(job.say().phase()).isEqualTo(JobPhase.SUCCEEDED);
    }

    @Test
    void shouldBeginItsTimeAnewWhenItIsResumed() {
        GivenJob job = GivenJob.onDemo("activeDeadline: 1m").running(1);
        job.say();
        job.after(50).suspend(true).gone(1);
        job.say();
        job.after(50).suspend(false).running(2);
        assertThat(job.say().phase()).isEqualTo(JobPhase.RUNNING);
        assertThat(job.plan().lookAgain()).contains(Duration.ofMinutes(1));
    }

    @Test
    void shouldFailWhereMainDoesNotRunInTime() {
        GivenJob job = new GivenJob("clusterRef: {name: demo}\nstartDeadline: 30s");
        assertThat(job.plan().lookAgain()).contains(Duration.ofSeconds(30));
        job.say();
        MosaicJobStatus failed = job.after(30).say();
        assertThat(failed.condition("Failed").orElseThrow().reason()).isEqualTo("StartDeadlineExceeded");
        assertThat(failed.condition("Failed").orElseThrow().message())
                .isEqualTo("main did not run within 30s: there is no MosaicCluster demo");
    }

    /** A quota that never lets it in, a cluster without keys. */
    @Test
    void shouldNotWaitForEverForAPodThatCannotBeMade() {
        GivenJob job = GivenJob.onDemo("startDeadline: 30s");
        assertThat(words(job)).containsExactly("Create report-run-1 on demo");
        job.say();
        assertThat(words(job.after(29))).containsExactly("Create report-run-1 on demo");
        assertThat(words(job.after(1))).isEmpty();
        assertThat(job.say().condition("Failed").orElseThrow().message()).contains("its pod could not be made");
    }

    /** Somebody else has a pod of that name. */
    @Test
    void shouldSayAtItsStartDeadlineWhyThePodCouldNotBeMade() {
        GivenJob job = GivenJob.onDemo("startDeadline: 30s");
        job.sayRefused(new Refusal(Reason.NAME_TAKEN, "Pod report-run-1 is there and is not this MosaicJob's"));
        assertThat(job.after(29).plan().lookAgain()).contains(Duration.ofSeconds(1));
        assertThat(job.after(1).say().condition("Failed").orElseThrow().message())
                .isEqualTo(
                        "main did not run within 30s: its pod could not be made: Pod report-run-1 is there and is not this MosaicJob's");
    }

    @Test
    void shouldSayWhereTheImageIsTheReasonAndRemoveThePod() {
        GivenJob job = GivenJob.onDemo("startDeadline: 30s").pod(1, """
                phase: Pending
                containerStatuses:
                - {name: mosaic, state: {waiting: {reason: ErrImagePull, message: no such image}}}""");
        assertThat(job.say().condition("Started").orElseThrow().reason()).isEqualTo("ImageNotPulled");
        job.after(30);
        assertThat(words(job)).containsExactly("Delete report-run-1");
        MosaicJobStatus failed = job.say();
        assertThat(failed.condition("Failed").orElseThrow().reason()).isEqualTo("ImagePullFailed");
        assertThat(failed.attempts().getFirst().reason()).isEqualTo(AttemptEnd.START_DEADLINE_EXCEEDED);
        assertThat(job.gone(1).after(60).say())
                .as("and nothing is written later")
                .isEqualTo(failed);
    }

    @Test
    void shouldGiveEachAttemptItsOwnTimeToStart() {
        GivenJob job = GivenJob.onDemo("startDeadline: 30s\nbackoffLimit: 1\nretry: {backoff: 10s}")
                .running(1);
        job.say();
        job.after(600).ended(1, 1);
        job.say();
        job.withoutClusters().after(10);
        assertThat(job.say().phase()).isEqualTo(JobPhase.QUEUED);
        assertThat(job.after(29).say().phase()).isEqualTo(JobPhase.QUEUED);
        assertThat(job.after(1).say().phase()).isEqualTo(JobPhase.FAILED);
    }

    @Test
    void shouldRemoveAJobSomeTimeAfterItsEnd() {
        GivenJob job = GivenJob.onDemo("ttlAfterFinished: 1h").running(1);
        job.say();
        job.ended(1, 0);
        assertThat(job.plan().lookAgain())
                .as("before its status says that it has ended")
                .contains(Duration.ofHours(1));
        job.say();
        assertThat(job.plan().lookAgain()).contains(Duration.ofHours(1));
        assertThat(words(job.after(3599))).isEmpty();
        assertThat(words(job.after(1))).containsExactly("Delete report");
    }

    @Test
    void shouldRemoveAJobThatIsToStayForNoTime() {
        GivenJob job = GivenJob.onDemo("ttlAfterFinished: 0s").running(1);
        job.say();
        job.ended(1, 0);
        assertThat(words(job)).as("its status is written first").isEmpty();
        assertThat(job.plan().lookAgain()).isPresent();
        job.say();
        assertThat(words(job)).containsExactly("Delete report");
    }

    // ---- its own cluster

    @Test
    void shouldMakeItsOwnClusterRunOnItAndRemoveItInTheEnd() {
        GivenJob job = new GivenJob("clusterTemplate: {workerGroups: [{name: cpu}]}");
        assertThat(words(job)).containsExactly("Apply report-1");
        job.say();
        job.cluster(own(job, 1), false);
        assertThat(words(job)).isEmpty();
        assertThat(job.say().clusterName()).isEqualTo("report-1");
        job.cluster(own(job, 1), true);
        assertThat(words(job)).containsExactly("Create report-run-1 on report-1");
        job.running(1);
        job.say();
        job.ended(1, 0);
        assertThat(words(job)).containsExactly("Delete report-1");
        assertThat(job.say().clusterName()).isEqualTo("report-1");
        assertThat(own(job, 1).getSpec().group("cpu")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"0, 'onSuccess: Keep', false", "0, 'onFailure: Keep', true", "1, 'onFailure: Keep', false"})
    void shouldKeepItsClusterWhereThatIsSaid(int exitCode, String cleanup, boolean removed) {
        GivenJob job = new GivenJob("clusterTemplate: {}\ncleanup: {" + cleanup + "}");
        job.cluster(own(job, 1), true).running(1);
        job.say();
        job.ended(1, exitCode);
        assertThat(words(job)).isEqualTo(removed ? List.of("Delete report-1") : List.of());
    }

    @Test
    void shouldTryAgainOnTheSameClusterUnlessANewOneIsWanted() {
        String spec = "clusterTemplate: {}\nbackoffLimit: 1\nretry: {backoff: 1s, policy: %s}";
        GivenJob same = new GivenJob(spec.formatted("SameCluster"));
        same.cluster(own(same, 1), true).running(1);
        same.say();
        same.ended(1, 1);
        same.say();
        assertThat(words(same.after(1))).containsExactly("Create report-run-2 on report-1");

        GivenJob anew = new GivenJob(spec.formatted("NewCluster"));
        anew.cluster(own(anew, 1), true).running(1);
        anew.say();
        anew.ended(1, 1);
        assertThat(words(anew)).containsExactly("Delete report-1", "Apply report-2");
        anew.say();
        anew.withoutClusters().cluster(own(anew, 2), true).after(1);
        assertThat(words(anew)).containsExactly("Create report-run-2 on report-2");
    }

    private static MosaicCluster own(GivenJob job, int attempt) {
        MosaicCluster own = Programs.cluster(job.job(), attempt);
        return Given.read(Given.write(own), MosaicCluster.class);
    }

    private static List<String> words(GivenJob job) {
        return job.plan().actions().stream()
                .map(each -> switch (each) {
                    case Action.Apply apply ->
                        "Apply " + apply.object().getMetadata().getName();
                    case Action.Create create ->
                        "Create " + create.pod().getMetadata().getName();
                    case Action.Delete delete ->
                        "Delete " + delete.object().getMetadata().getName();
                })
                .toList();
    }
}
