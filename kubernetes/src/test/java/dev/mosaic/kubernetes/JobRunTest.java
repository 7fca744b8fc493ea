package dev.mosaic.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicJob;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;

/** What is told of a job while it is watched. */
class JobRunTest {
    private static boolean isTold(String generation, String observed) {
        MosaicJob job = new KubernetesSerialization().unmarshal("""
                metadata: {name: report%s}
                spec: {clusterRef: {name: demo}, main: {className: com.example.Main}}
                status: {phase: Suspended%s}
                """.formatted(generation, observed), MosaicJob.class);
        return JobRun.isOfItsSpec(job, job.getStatus());
    }

    /** A job is submitted suspended and let go: "it is suspended" is over by then. */
    @Test
    void shouldNotTellWhatWasSaidOfAnOlderSpec() {
        assertThat(isTold(", generation: 2", ", observedGeneration: 1")).isFalse();
        assertThat(isTold(", generation: 2", ", observedGeneration: 2")).isTrue();
        assertThat(isTold("", "")).isTrue();
        assertThat(isTold(", generation: 1", "")).as("of an earlier operator").isTrue();
    }
}
