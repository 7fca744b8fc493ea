package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Equipped;

/** Two worker pods with a GPU each, as the device plugin gave them. S5.2, S5.3. */
class DevicesOnPodsTest {
    private static final Duration LONG = Duration.ofMinutes(4);

    @RegisterExtension
    static final Product PRODUCT = new Product();

    @Test
    void shouldGiveEachTesseraAnotherDeviceAndSayWhyAThirdWaits() {
        String namespace = PRODUCT.namespace("devices");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", """
                replicas: 2
                accelerator: {count: 1}"""));
        PRODUCT.awaitReady(namespace, "demo");

        try (Mosaic mosaic = Mosaic.connect(Kubernetes.cluster(namespace, "demo"))) {
            List<Remote<Equipped>> two =
                    IntStream.range(0, 2).mapToObj(i -> make(mosaic)).toList();
            Set<String> seen = new HashSet<>();
            two.forEach(each -> seen.add(each.call(Equipped::visible).result(LONG)));
            assertThat(seen).hasSize(2).allMatch(id -> id.startsWith("GPU-fake-"));

            Remote<Equipped> third = make(mosaic);
            Task<String> waits = third.call(Equipped::visible);
            Eventually.holds(
                    "it is told why", LONG, () -> waits.waitingFor().contains("needs 1 gpu"), waits::waitingFor);
            assertThat(Cli.run(namespace, "status", "--cluster", "demo"))
                    .contains("needs 1 gpu")
                    .containsPattern("in use by tess-equipped-");

            String freed = two.get(1).call(Equipped::visible).result(LONG);
            two.get(1).drop();
            assertThat(waits.result(LONG)).isEqualTo(freed);
        }
    }

    private static Remote<Equipped> make(Mosaic mosaic) {
        return mosaic.withOptions(o -> o.gpus(1)).remote(Equipped::new);
    }
}
