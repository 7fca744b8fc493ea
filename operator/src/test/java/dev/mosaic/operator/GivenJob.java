package dev.mosaic.operator;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.operator.plan.JobCourse;
import dev.mosaic.operator.plan.JobHistory;
import dev.mosaic.operator.plan.JobPlan;
import dev.mosaic.operator.plan.Plan;
import dev.mosaic.operator.snapshot.JobSnapshot;
import dev.mosaic.operator.status.JobStatuses;
import dev.mosaic.operator.status.Refusal;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A job called report, as the operator sees it again and again: what it says is what it reads the next time, and what time it is, which
 * pods and clusters there are, is said by the test.
 */
public final class GivenJob {
    private MosaicJob job;
    private final List<Pod> pods = new ArrayList<>();
    private final List<MosaicCluster> clusters = new ArrayList<>();
    private Instant now = Given.NOW;

    /** The fields of its spec; main unless said. */
    public GivenJob(String spec) {
        job = read(spec);
        job.getMetadata().setCreationTimestamp(now.toString());
    }

    private static MosaicJob read(String spec) {
        String whole = spec.contains("main:") ? spec : "main: {className: com.example.Main}\n" + spec;
        return Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicJob
                metadata: {name: report, namespace: lab, uid: uid-of-report, generation: 1}
                spec:
                """ + whole.indent(2), MosaicJob.class);
    }

    /** On the cluster demo, which is ready. */
    public static GivenJob onDemo(String spec) {
        GivenJob given = new GivenJob("clusterRef: {name: demo}\n" + spec);
        given.cluster(Given.cluster(""), true);
        return given;
    }

    public GivenJob after(long seconds) {
        now = now.plusSeconds(seconds);
        return this;
    }

    public GivenJob suspend(boolean held) {
        job.setSpec(job.getSpec().withSuspend(held));
        return this;
    }

    public GivenJob cluster(MosaicCluster cluster, boolean ready) {
        clusters.removeIf(each ->
                each.getMetadata().getName().equals(cluster.getMetadata().getName()));
        String word = ready ? "True" : "False";
        MosaicCluster withStatus = Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                status:
                  conditions:
                  - {type: HeadReady, status: "%1$s", lastTransitionTime: "", reason: A, message: ""}
                  - {type: WarehouseReady, status: "%1$s", lastTransitionTime: "", reason: A, message: ""}
                  - {type: Ready, status: "%1$s", lastTransitionTime: "", reason: A, message: "0 of 1 heads"}
                """.formatted(word), MosaicCluster.class);
        cluster.setStatus(withStatus.getStatus());
        clusters.add(cluster);
        return this;
    }

    public GivenJob withoutClusters() {
        clusters.clear();
        return this;
    }

    /** The pod of that attempt is there; more is said of it by a status in YAML. */
    public GivenJob pod(int number, String status) {
        pods.removeIf(each -> each.getMetadata().getName().equals("report-run-" + number));
        Pod pod = Given.read(
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: report-run-%d
                  namespace: lab
                  labels: {mosaic.dev/job: report, mosaic.dev/cluster: %s}
                  annotations: {mosaic.dev/attempt: "%d"}
                  creationTimestamp: "%s"
                status:
                """.formatted(
                                number,
                                clusters.isEmpty()
                                        ? "demo"
                                        : clusters.getLast().getMetadata().getName(),
                                number,
                                now)
                        + status.indent(2),
                Pod.class);
        pods.add(pod);
        return this;
    }

    public GivenJob starting(int number) {
        return pod(number, "{phase: Pending}");
    }

    public GivenJob running(int number) {
        return pod(number, """
                phase: Running
                containerStatuses:
                - {name: mosaic, state: {running: {startedAt: "%s"}}}""".formatted(now));
    }

    /** Main has ended. */
    public GivenJob ended(int number, int exitCode) {
        return ended(number, exitCode, "");
    }

    /** Main has ended, and more is said in the pod's status. */
    public GivenJob ended(int number, int exitCode, String more) {
        Pod made = new PodBuilder(pods.getLast()).build();
        pod(number, "phase: " + (exitCode == 0 ? "Succeeded" : "Failed") + "\n" + more);
        Pod pod = new PodBuilder(pods.removeLast())
                .editMetadata()
                .withCreationTimestamp(made.getMetadata().getCreationTimestamp())
                .endMetadata()
                .editStatus()
                .addNewContainerStatus()
                .withName("mosaic")
                .withState(new ContainerStateBuilder()
                        .withNewTerminated()
                        .withExitCode(exitCode)
                        .withStartedAt(now.toString())
                        .withFinishedAt(now.toString())
                        .endTerminated()
                        .build())
                .endContainerStatus()
                .endStatus()
                .build();
        pods.add(pod);
        return this;
    }

    /** Somebody has deleted the newest pod, and it is still ending. */
    public GivenJob ending() {
        pods.add(Given.ending(pods.removeLast(), now.plusSeconds(30)));
        return this;
    }

    public GivenJob gone(int number) {
        pods.removeIf(each -> each.getMetadata().getName().equals("report-run-" + number));
        return this;
    }

    public MosaicJob job() {
        return job;
    }

    public JobSnapshot snapshot() {
        return new JobSnapshot(job, List.copyOf(clusters), List.copyOf(pods), Optional.of(Given.IMAGE), now);
    }

    /** What is done now. */
    public Plan plan() {
        JobSnapshot snapshot = snapshot();
        JobHistory history = JobHistory.of(snapshot);
        JobCourse course = JobCourse.of(snapshot, history);
        return JobPlan.of(snapshot, history, course, pod(course));
    }

    private static Optional<Pod> pod(JobCourse course) {
        return course instanceof JobCourse.Due due
                ? Optional.of(new PodBuilder()
                        .withNewMetadata()
                        .withName("report-run-" + due.number() + " on " + due.cluster())
                        .endMetadata()
                        .build())
                : Optional.empty();
    }

    /** The status is written while its pod is refused. */
    public MosaicJobStatus sayRefused(Refusal refusal) {
        JobSnapshot snapshot = snapshot();
        JobHistory history = JobHistory.of(snapshot);
        MosaicJobStatus status = JobStatuses.of(snapshot, history, JobCourse.of(snapshot, history), List.of(refusal));
        job.setStatus(status);
        return status;
    }

    /** What is said now; it is what is read the next time. */
    public MosaicJobStatus say() {
        JobSnapshot snapshot = snapshot();
        JobHistory history = JobHistory.of(snapshot);
        MosaicJobStatus status = JobStatuses.of(snapshot, history, JobCourse.of(snapshot, history), List.of());
        job = Given.read(Given.write(job), MosaicJob.class);
        job.setStatus(status);
        return status;
    }
}
