package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.Tessera;
import dev.mosaic.operator.status.ClusterStatuses;
import dev.mosaic.operator.status.GroupStatuses;
import dev.mosaic.operator.status.JobStatuses;
import dev.mosaic.operator.status.Refusal;
import dev.mosaic.operator.status.TesseraStatuses;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the status of one object says where reconciling it failed. */
class FailureTest {
    private static final Refusal QUOTA = Failure.refusal(new IllegalStateException(
            "an object could not be written",
            new KubernetesClientException(new StatusBuilder()
                    .withCode(500)
                    .withMessage("etcdserver: request timed out")
                    .build())));

    @Test
    void shouldSayWhatTheApiServerAnswers() {
        assertThat(QUOTA.reason().word()).isEqualTo("WriteRefused");
        assertThat(QUOTA.message())
                .isEqualTo("the API server answers 500: etcdserver: request timed out; it is tried again");
    }

    @Test
    void shouldSayThatNobodyAnswersAndWhatElseIsWrong() {
        Refusal nobody = Failure.refusal(new KubernetesClientException("connection refused"));
        assertThat(nobody.reason().word()).isEqualTo("ReconcileFailed");
        assertThat(nobody.message())
                .isEqualTo("the API server cannot be reached: connection refused; it is tried again");
        assertThat(Failure.refusal(new IllegalStateException("Secret demo-keys is there and is not this cluster's"))
                        .message())
                .isEqualTo("Secret demo-keys is there and is not this cluster's; it is tried again");
        assertThat(Failure.refusal(new NullPointerException()).message())
                .isEqualTo("NullPointerException; it is tried again");
    }

    @Test
    void shouldSayItInAStatusThatWasEmpty() {
        MosaicClusterStatus status = ClusterStatuses.failed(Given.cluster(""), QUOTA, Given.NOW);
        assertThat(status.condition("Degraded").orElseThrow().message()).contains("etcdserver");
        assertThat(status.condition("Ready").orElseThrow().message()).contains("etcdserver");

        MosaicWorkerGroup group = new MosaicWorkerGroup();
        assertThat(GroupStatuses.failed(group, QUOTA, Given.NOW).condition("Degraded"))
                .isPresent();
        assertThat(TesseraStatuses.failed(new Tessera(), QUOTA, Given.NOW).condition("Degraded"))
                .isPresent();
        assertThat(JobStatuses.failed(new MosaicJob(), QUOTA, Given.NOW).condition("Started"))
                .isPresent();
    }

    @Test
    void shouldLeaveWhatElseIsSaid() {
        MosaicCluster cluster = Given.cluster("");
        MosaicClusterStatus before = Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                status:
                  phase: Ready
                  version: 0.1.0
                  conditions:
                  - {type: Ready, status: "True", lastTransitionTime: "2026-01-01T00:00:00Z", reason: AllReady, message: ""}
                  - {type: Degraded, status: "False", lastTransitionTime: "2026-01-01T00:00:00Z", reason: AsDeclared, message: ""}
                """, MosaicCluster.class).getStatus();
        cluster.setStatus(before);

        MosaicClusterStatus status = ClusterStatuses.failed(cluster, QUOTA, Given.NOW);

        assertThat(status.version()).isEqualTo("0.1.0");
        assertThat(status.conditions()).extracting(Condition::type).containsExactly("Ready", "Degraded");
        assertThat(status.condition("Ready")).isEqualTo(before.condition("Ready"));
        assertThat(status.condition("Degraded").orElseThrow().reason()).isEqualTo("WriteRefused");
        cluster.setStatus(status);
        assertThat(ClusterStatuses.failed(cluster, QUOTA, Given.NOW.plusSeconds(60)))
                .as("said once")
                .isEqualTo(status);
    }

    @Test
    void shouldKeepTheAttemptsOfAJob() {
        MosaicJob job = new MosaicJob();
        job.setStatus(
                new MosaicJobStatus(1L, null, "demo", List.of(), 3, 2, 1, "2026-01-01T00:00:00Z", null, List.of()));
        MosaicJobStatus status = JobStatuses.failed(job, QUOTA, Given.NOW);
        assertThat(status.attemptCount()).isEqualTo(3);
        assertThat(status.startTime()).isEqualTo("2026-01-01T00:00:00Z");
    }
}
