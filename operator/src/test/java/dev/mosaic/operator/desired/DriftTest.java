package dev.mosaic.operator.desired;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.Given;
import io.fabric8.kubernetes.api.model.Service;
import org.junit.jupiter.api.Test;

/** What somebody else has changed, by who holds which field. */
class DriftTest {
    private static final Service WANTED = Given.read("""
            apiVersion: v1
            kind: Service
            metadata: {name: demo-head, labels: {a: b, c: d}, ownerReferences: [{uid: u}]}
            spec:
              type: ClusterIP
              selector: {role: head}
              ports: [{name: mesh, port: 7600, protocol: TCP, targetPort: 7600}]
            """, Service.class);

    private static final String PORT =
            "'k:{\"port\":7600,\"protocol\":\"TCP\"}': {'.': {}, 'f:name': {}, 'f:port': {}, 'f:protocol': {}, 'f:targetPort': {}}";

    private static Service live(String entries) {
        return Given.read("metadata: {managedFields: [" + entries + "]}", Service.class);
    }

    private static String ours(String labels, String spec) {
        return "{manager: mosaic-operator, operation: Apply, fieldsV1: {'f:metadata': {'f:labels': {" + labels
                + "}}, 'f:spec': {" + spec + "}}}";
    }

    @Test
    void shouldFindNothingWhereAllIsHeldWhateverOthersHold() {
        String all = "'f:type': {}, 'f:selector': {}, 'f:ports': {" + PORT + "}";
        assertThat(Drift.of(WANTED, live(ours("'f:a': {}, 'f:c': {}", all)))).isEmpty();
        String kubectl =
                "{manager: kubectl, operation: Update, fieldsV1: {'f:spec': {'f:externalName': {}, 'f:type': {}}}}";
        assertThat(Drift.of(WANTED, live(ours("'f:a': {}, 'f:c': {}", all) + ", " + kubectl)))
                .isEmpty();
        assertThat(Drift.of(WANTED, live("")))
                .as("it is not known who holds what")
                .isEmpty();
    }

    @Test
    void shouldNameWhatIsNotHeldAnyMore() {
        assertThat(Drift.of(WANTED, live(ours("'f:a': {}, 'f:c': {}", "'f:type': {}, 'f:ports': {" + PORT + "}"))))
                .containsExactly("spec.selector");
        assertThat(Drift.of(
                        WANTED, live(ours("'f:c': {}", "'f:type': {}, 'f:selector': {}, 'f:ports': {" + PORT + "}"))))
                .containsExactly("metadata.labels.a");
        String another = PORT.replace("7600", "7700");
        assertThat(Drift.of(
                        WANTED,
                        live(ours(
                                "'f:a': {}, 'f:c': {}",
                                "'f:type': {}, 'f:selector': {}, 'f:ports': {" + another + "}"))))
                .containsExactly("spec.ports[0]");
        String untargeted = PORT.replace(", 'f:targetPort': {}", "");
        assertThat(Drift.of(
                        WANTED,
                        live(ours(
                                "'f:a': {}, 'f:c': {}",
                                "'f:type': {}, 'f:selector': {}, 'f:ports': {" + untargeted + "}"))))
                .containsExactly("spec.ports[0].targetPort");
    }

    /** Admission that writes into what is applied does so under the operator's name. */
    @Test
    void shouldTakeWhatAdmissionWroteForTheOperators() {
        String applied = ours("'f:a': {}, 'f:c': {}", "'f:type': {}, 'f:ports': {" + PORT + "}");
        String admitted = "{manager: mosaic-operator, operation: Update, fieldsV1: {'f:spec': {'f:selector': {}}}}";
        assertThat(Drift.of(WANTED, live(applied + ", " + admitted))).isEmpty();
    }
}
