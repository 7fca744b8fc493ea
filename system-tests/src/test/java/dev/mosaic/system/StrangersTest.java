package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Programs;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who has no keys gets nowhere, and what runs in the cluster's pods may do nothing. S7.5. */
class StrangersTest {
    @RegisterExtension
    static final Product PRODUCT = new Product();

    @Test
    void shouldTellAStrangerNothingAndLetPodsDoNothing() {
        String namespace = PRODUCT.namespace("strangers");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 1"));
        PRODUCT.awaitReady(namespace, "demo");

        stranger(
                namespace,
                "mosaic keys /tmp/keys >/dev/null && exec mosaic status --join demo-head:7600 --wait 8 --keys /tmp/keys");
        stranger(namespace, "exec mosaic status --join demo-head:7600 --wait 8");

        String rights = PRODUCT.run(
                "auth",
                "can-i",
                "--list",
                "--namespace",
                namespace,
                "--as=system:serviceaccount:" + namespace + ":demo-runtime");
        assertThat(rights.lines().skip(1))
                .as("nothing but what everybody may: ask who one is and what one may, and read what the API offers")
                .allMatch(line -> line.startsWith("self") || line.strip().startsWith("[/"));

        assertThat(PRODUCT.run("get", "networkpolicy", "demo", "--namespace", namespace, "--output=yaml"))
                .as("the mesh is open to the cluster's pods only")
                .contains("mosaic.dev/cluster: demo", "port: 7601", "port: 7680", "port: 7681", "- Ingress")
                .doesNotContain("port: 7600");

        for (String role : List.of("head", "warehouse", "worker")) {
            PRODUCT.pods(namespace, role).forEach(StrangersTest::isRestricted);
        }
    }

    /** A pod beside those of the cluster, with the same image. It is told nothing. */
    private static void stranger(String namespace, String command) {
        PRODUCT.apply(namespace, """
                apiVersion: v1
                kind: Pod
                metadata: {name: stranger}
                spec:
                  restartPolicy: Never
                  automountServiceAccountToken: false
                  containers:
                    - name: stranger
                      image: %s
                      imagePullPolicy: Never
                      command: [sh, -c, %s]
                      resources: {requests: {cpu: 50m}}
                      volumeMounts: [{name: tmp, mountPath: /tmp}]
                      securityContext:
                        runAsNonRoot: true
                        runAsUser: 65532
                        allowPrivilegeEscalation: false
                        capabilities: {drop: [ALL]}
                        seccompProfile: {type: RuntimeDefault}
                  volumes: [{name: tmp, emptyDir: {}}]
                """.formatted(
                        Images.of(System.getenv()).orElseThrow().runtime(), quoted(command)));
        Programs.Result ended = PRODUCT.kubectl(
                "wait",
                "--namespace",
                namespace,
                "--for=jsonpath={.status.phase}=Failed",
                "pod/stranger",
                "--timeout=60s");
        String said = PRODUCT.run("logs", "--namespace", namespace, "stranger");
        assertThat(ended.isSuccess()).as("%s%n%s", ended, said).isTrue();
        assertThat(said).doesNotContain("warehouse:0", "node:0", "UNIT ").contains("mosaic: ");
        System.out.println("a stranger was told: " + said.strip());
        PRODUCT.run("delete", "pod", "stranger", "--namespace", namespace, "--grace-period=0", "--force");
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "\\\"") + "\"";
    }

    private static void isRestricted(Pod pod) {
        String name = pod.getMetadata().getName();
        assertThat(pod.getSpec().getAutomountServiceAccountToken()).as(name).isFalse();
        assertThat(pod.getSpec().getServiceAccountName()).as(name).isEqualTo("demo-runtime");
        assertThat(pod.getSpec().getVolumes()).as(name).noneMatch(volume -> volume.getProjected() != null);
        for (Container container : pod.getSpec().getContainers()) {
            SecurityContext security = container.getSecurityContext();
            assertThat(security.getReadOnlyRootFilesystem()).as(name).isTrue();
            assertThat(security.getAllowPrivilegeEscalation()).as(name).isFalse();
            assertThat(security.getCapabilities().getDrop()).as(name).containsExactly("ALL");
        }
    }
}
