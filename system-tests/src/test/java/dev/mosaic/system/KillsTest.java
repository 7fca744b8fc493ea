package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The brain on pods while the first process of a worker, of the head and of the warehouse is killed. */
@Tag("long")
@Tag("cluster")
@Timeout(900)
class KillsTest {
    private static final Path CLUSTER = Path.of("../examples/brain/cluster.yaml");

    /** What the demo draws, wherever it runs. */
    private static final Path PICTURE = Path.of("../examples/brain/brain.png");

    @RegisterExtension
    static final Product PRODUCT = new Product();

    @TempDir
    private Path folder;

    @Test
    void shouldDrawTheSamePictureWhicheverPodIsKilled() throws Exception {
        byte[] expected = Files.readAllBytes(PICTURE);
        String namespace = PRODUCT.namespace("kills");
        PRODUCT.apply(namespace, Files.readString(CLUSTER));
        PRODUCT.awaitReady(namespace, "brain");

        List<String> killed = new ArrayList<>();
        try (BrainRun run = BrainRun.fullOn(Kubernetes.cluster(namespace, "brain"), folder.resolve("pods"))) {
            Eventually.holds(
                    "it computes", Duration.ofMinutes(2), () -> run.output().contains("kHz"), run::output);
            for (String role : List.of("worker", "head", "warehouse")) {
                killed.add(kill(namespace, role));
                assertThat(run.isUnderWay())
                        .as("it computes still, after the kill of %s", role)
                        .isTrue();
            }
            byte[] drawn = run.picture();
            assertThat(drawn)
                    .as("the picture, byte for byte, after the kills of %s", killed)
                    .isEqualTo(expected);
        }
        PRODUCT.awaitReady(namespace, "brain");
    }

    /** Kills the first process of the oldest pod, and waits until all of that role are ready again. */
    private static String kill(String namespace, String role) {
        List<Pod> before = PRODUCT.pods(namespace, role);
        Pod victim = before.getFirst();
        String uid = victim.getMetadata().getUid();
        int restarts = Product.restarts(victim);
        Times times = Times.begin();
        PRODUCT.kill(victim);
        Eventually.holds(
                "role " + role + " is back",
                Duration.ofMinutes(2),
                () -> {
                    List<Pod> now = PRODUCT.pods(namespace, role);
                    boolean isOther = now.stream()
                            .noneMatch(
                                    pod -> pod.getMetadata().getUid().equals(uid) && Product.restarts(pod) == restarts);
                    return isOther
                            && now.size() == before.size()
                            && now.stream().allMatch(Product::isReady);
                },
                () -> PRODUCT.state(namespace));
        times.say("killed " + role + " to ready");
        return victim.getMetadata().getName();
    }
}
