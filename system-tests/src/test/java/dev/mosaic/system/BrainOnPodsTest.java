package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The way of the README: install, apply, wait, run the program that ran on this machine before. */
class BrainOnPodsTest {
    private static final Path CLUSTER = Path.of("../examples/brain/cluster.yaml");

    @RegisterExtension
    static final Product PRODUCT = new Product();

    @TempDir
    private Path folder;

    @Test
    void shouldDrawTheSamePictureOnPodsAsOnThisMachineAndLeaveNothing() throws Exception {
        byte[] expected = here();
        String namespace = PRODUCT.namespace("brain");
        Times sinceApply = Times.begin();
        PRODUCT.apply(namespace, Files.readString(CLUSTER));
        PRODUCT.awaitReady(namespace, "brain");
        List<Pod> workers = PRODUCT.pods(namespace, "worker");
        for (String role : List.of("head", "warehouse", "worker")) {
            PRODUCT.pods(namespace, role)
                    .forEach(pod -> Times.say(role + " pod scheduled to ready", Product.start(pod)));
        }

        byte[] drawn;
        try (BrainRun run = BrainRun.on(Kubernetes.cluster(namespace, "brain"), folder.resolve("pods"))) {
            drawn = run.picture();
        }
        sinceApply.say("apply to picture");
        assertThat(drawn).as("the picture, byte for byte").isEqualTo(expected);
        assertThat(workers).as("pods that could compute it").isNotEmpty();

        PRODUCT.run("delete", "mc/brain", "--namespace", namespace, "--timeout=60s");
        Eventually.holds(
                "nothing is left of the cluster",
                Duration.ofSeconds(90),
                () -> Leftovers.in(PRODUCT, namespace).isEmpty(),
                () -> Leftovers.in(PRODUCT, namespace) + "\n" + PRODUCT.state(namespace));
    }

    private byte[] here() throws IOException, InterruptedException {
        try (BrainRun run = BrainRun.here(folder.resolve("here"))) {
            return run.picture();
        }
    }
}
