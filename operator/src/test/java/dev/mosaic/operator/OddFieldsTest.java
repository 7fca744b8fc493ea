package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pod that the client does not understand does not end the watch of all pods. */
class OddFieldsTest {
    private final KubernetesSerialization client = client();

    private static KubernetesSerialization client() {
        ObjectMapper mapper = new ObjectMapper();
        mapper.addHandler(new OddFields());
        return new KubernetesSerialization(mapper, true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "terminationGracePeriodSeconds: 30s",
                "containers: {name: mosaic}",
                "hostNetwork: perhaps",
                "nodeSelector: [a, b]",
                "activeDeadlineSeconds: {a: 1}",
            })
    void shouldPassOverAFieldAndReadTheRest(String odd) {
        Pod pod = client.unmarshal(
                "apiVersion: v1\nkind: Pod\nmetadata: {name: odd}\nspec:\n  " + odd
                        + "\n  serviceAccountName: mine\nstatus: {phase: Running}",
                Pod.class);

        assertThat(pod.getMetadata().getName()).isEqualTo("odd");
        assertThat(pod.getSpec().getServiceAccountName()).isEqualTo("mine");
        assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
    }

    /** What is wrong with the tessera is wrong the next time, too; what is wrong with the moment or the token is not. */
    @Test
    void shouldRememberAnswersOfHeadsThatAreFinalOnly() {
        assertThat(List.of(400, 404, 409, 413, 422)).allMatch(TesseraReconciler::isFinal);
        assertThat(List.of(401, 403, 408, 425, 429, 500, 502, 503, 504)).noneMatch(TesseraReconciler::isFinal);
    }
}
