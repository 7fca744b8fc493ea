package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The brain on devices of pods that come when it asks for them and go when it has ended. The plugin of devices counts them; what computes is
 * pocl, an OpenCL device on the processor, in the image. S5.2, S5.3.
 */
@Tag("long")
@Tag("cluster")
@Timeout(600)
class BrainOnDevicesTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @RegisterExtension
    static final Product PRODUCT = new Product();

    @TempDir
    private Path folder;

    @Test
    void shouldDrawTheSamePictureOnDevicesOfPodsThatComeAndGo() throws Exception {
        String image = System.getenv().getOrDefault(Images.OPENCL, "");
        assumeThat(image).as("bin/test-opencl-image makes it").isNotEmpty();
        byte[] expected = here();
        String namespace = PRODUCT.namespace("devices-brain");
        PRODUCT.apply(namespace, cluster(image));
        PRODUCT.awaitReady(namespace, "demo");
        assertThat(PRODUCT.pods(namespace, "worker")).as("nobody wants one yet").isEmpty();

        Times sinceStart = Times.begin();
        byte[] drawn;
        Set<String> pods = new HashSet<>();
        try (BrainRun run = BrainRun.onDevices(Kubernetes.cluster(namespace, "demo"), folder.resolve("pods"))) {
            Eventually.holds(
                    "two pods have come, and the first gradients are there",
                    LONG,
                    () -> {
                        PRODUCT.pods(namespace, "worker").forEach(pod -> pods.add(name(pod)));
                        return run.output().contains("iteration 1/");
                    },
                    () -> run.output() + "\n" + PRODUCT.state(namespace));
            sinceStart.say("gpus(1) from no pod to the first gradients");
            assertThat(Cli.run(namespace, "top", "--cluster", "demo", "--count", "1"))
                    .containsPattern("\nworker:\\S+ +head:\\S+ +GPU-fake-\\d +\\d+ %")
                    .containsPattern("\nShot\\.gradient .* \\d+\\.\\d\n");
            drawn = run.picture();
            sinceStart.say("start to picture on two devices");
        }
        assertThat(drawn).as("the picture, byte for byte").isEqualTo(expected);
        assertThat(pods).hasSize(2);

        Times sinceEnd = Times.begin();
        Eventually.holds(
                "no pod holds a device",
                LONG,
                () -> PRODUCT.pods(namespace, "worker").isEmpty(),
                () -> PRODUCT.state(namespace));
        sinceEnd.say("end of the program to no pod");
    }

    private static String name(Pod pod) {
        return pod.getMetadata().getName();
    }

    private static String cluster(String image) {
        return Yaml.cluster("demo", "", """
                        maxReplicas: 2
                        accelerator: {count: 1}
                        template:
                          spec:
                            containers:
                              - name: mosaic
                                env:
                                  - {name: POCL_DEVICES, value: basic}
                                  - {name: POCL_CACHE_DIR, value: /tmp/pocl}""")
                .replace("  imagePullPolicy", "  image: " + image + "\n  imagePullPolicy")
                .replace(
                        "  workerGroups:",
                        "  autoscaling: {idleTimeout: 5s, scaleDown: {stabilization: 5s}}\n  workerGroups:")
                .replace("limits: {memory: 1Gi}", "limits: {memory: 2Gi}");
    }

    private byte[] here() throws IOException, InterruptedException {
        try (BrainRun run = BrainRun.onDevicesHere(folder.resolve("here"))) {
            return run.picture();
        }
    }
}
