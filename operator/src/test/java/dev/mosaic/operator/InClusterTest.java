package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Logs are for programs in a pod, for people elsewhere. */
class InClusterTest {
    private static final String JSON = "quarkus.log.console.json.enabled";

    @Test
    void shouldLogJsonInAPodOnly() {
        assertThat(new InCluster(Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1")).getValue(JSON))
                .isEqualTo("true");
        assertThat(new InCluster(Map.of()).getValue(JSON)).isEqualTo("false");
        assertThat(new InCluster(Map.of()).getValue("else")).isNull();
    }
}
