package dev.mosaic.kubernetes;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.keys.KeyFiles;
import dev.mosaic.keys.KeyFilesException;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The pods of a cluster {@code demo} as plain manifests, in a namespace of their own; what the operator would make, without it. */
final class Pods implements AutoCloseable {
    static final String CLUSTER = "demo";

    private static final Duration START = Eventually.PATIENCE;
    private static final String IMAGE = System.getenv().getOrDefault("MOSAIC_TEST_IMAGE", "mosaic/runtime:test");

    private static final String UNIT = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: @NAME@
              labels: {mosaic.dev/cluster: demo, mosaic.dev/role: @ROLE@}
            spec:
              restartPolicy: Never
              automountServiceAccountToken: false
              terminationGracePeriodSeconds: 2
              securityContext:
                {runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532, seccompProfile: {type: RuntimeDefault}}
              containers:
              - name: mosaic
                image: @IMAGE@
                imagePullPolicy: Never
                args: [@ARGUMENTS@]
                env:
                - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
                - {name: MOSAIC_KEYS, value: /etc/mosaic/keys}
                resources: {requests: {cpu: 50m, memory: 64Mi}, limits: {memory: 1536Mi}}
                securityContext:
                  {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
            @PROBE@
                volumeMounts:
                - {name: keys, mountPath: /etc/mosaic/keys}
                - {name: tmp, mountPath: /tmp}
                - {name: shm, mountPath: /dev/shm}
              volumes:
              - {name: keys, secret: {secretName: demo-keys, defaultMode: 288}}
              - {name: tmp, emptyDir: {}}
              - {name: shm, emptyDir: {medium: Memory}}
            """;

    private static final String HEAD_PROBE =
            "    readinessProbe: {tcpSocket: {port: 7601}, periodSeconds: 1, failureThreshold: 1}";

    private static final String SERVICE = """
            apiVersion: v1
            kind: Service
            metadata: {name: demo-head}
            spec:
              clusterIP: None
              publishNotReadyAddresses: true
              selector: {mosaic.dev/cluster: demo, mosaic.dev/role: head}
              ports: [{name: mesh, port: 7600}]
            """;

    /** A program in a pod, from its source. */
    private static final String PROGRAM = """
            apiVersion: v1
            kind: Pod
            metadata: {name: program}
            spec:
              restartPolicy: Never
              automountServiceAccountToken: false
              terminationGracePeriodSeconds: 2
              securityContext:
                {runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532, seccompProfile: {type: RuntimeDefault}}
              containers:
              - name: mosaic
                image: @IMAGE@
                imagePullPolicy: Never
                command: [java, --sun-misc-unsafe-memory-access=allow, --enable-native-access=ALL-UNNAMED, -cp, '/opt/mosaic/lib/*', /src/FromPod.java]
                env:
                - {name: MOSAIC_ADDRESS, value: 'tcp://demo-head.@NAMESPACE@.svc:7600'}
                - {name: MOSAIC_KEYS, value: /etc/mosaic/keys}
                resources: {requests: {cpu: 50m}, limits: {memory: 1536Mi}}
                securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
                volumeMounts:
                - {name: src, mountPath: /src}
                - {name: keys, mountPath: /etc/mosaic/keys}
                - {name: shm, mountPath: /dev/shm}
              volumes:
              - {name: src, configMap: {name: program}}
              - {name: keys, secret: {secretName: demo-keys, defaultMode: 288}}
              - {name: shm, emptyDir: {medium: Memory}}
            """;

    private static final String ECHO = """
            apiVersion: v1
            kind: Pod
            metadata: {name: @NAME@, labels: {mosaic.dev/cluster: demo, mosaic.dev/role: head}}
            spec:
              restartPolicy: Never
              automountServiceAccountToken: false
              terminationGracePeriodSeconds: 0
              securityContext: {runAsNonRoot: true, runAsUser: 65532, seccompProfile: {type: RuntimeDefault}}
              containers:
              - name: mosaic
                image: mosaic/base:test
                imagePullPolicy: Never
                command: [java, -XX:+UseSerialGC, -Xmx128m, /src/Echo.java]
                resources: {requests: {cpu: 50m}}
                readinessProbe: {tcpSocket: {port: 7601}, periodSeconds: 1}
                securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
                volumeMounts: [{name: src, mountPath: /src}]
              volumes: [{name: src, configMap: {name: echo}}]
            """;

    private final KubernetesClient client = Cluster.any().client();
    private final TestNamespace namespace;

    Pods(String purpose) {
        this.namespace = Cluster.any().namespace("kubernetes-" + purpose);
    }

    String namespace() {
        return namespace.name();
    }

    /** Its Secret, and the Service of its head. */
    Pods keys(Path folder) throws IOException {
        Path made = folder.resolve("keys");
        try {
            var _ = new KeyFiles(made).make(Duration.ofDays(1));
        } catch (KeyFilesException failed) {
            throw new IOException(failed);
        }
        Map<String, String> data = new TreeMap<>();
        for (String file : new String[] {"ca.crt", "tls.crt", "tls.key", "token"}) {
            data.put(file, Base64.getEncoder().encodeToString(Files.readAllBytes(made.resolve(file))));
        }
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("demo-keys")
                        .endMetadata()
                        .withData(data)
                        .build())
                .inNamespace(namespace())
                .serverSideApply();
        load(SERVICE);
        return this;
    }

    Pods head(String name) {
        return head(name, IMAGE);
    }

    Pods head(String name, String image) {
        load(
                UNIT.replace("@PROBE@", HEAD_PROBE)
                        .replace("@NAME@", name)
                        .replace("@ROLE@", "head")
                        .replace("@IMAGE@", image)
                        .replace(
                                "@ARGUMENTS@",
                                "head, --no-warehouse, --listen, '0.0.0.0:7600', --host, $(POD_IP), --gateway, '0.0.0.0:7601'"));
        return this;
    }

    Pods warehouse() {
        return unit(
                "demo-warehouse-0",
                "warehouse",
                "warehouse, --join, 'demo-head:7600', --host, $(POD_IP), --memory, 512MiB, --disk, 1GiB");
    }

    Pods worker(String name) {
        return unit(
                name,
                "worker",
                "node, --join, 'demo-head:7600', --host, $(POD_IP), --workers, '1', --memory, 512MiB, --disk, '0', '--jvm=-Xmx600m'");
    }

    private Pods unit(String name, String role, String arguments) {
        load(UNIT.replace("@PROBE@\n", "")
                .replace("@NAME@", name)
                .replace("@ROLE@", role)
                .replace("@IMAGE@", IMAGE)
                .replace("@ARGUMENTS@", arguments));
        return this;
    }

    /** What answers in the place of a gateway. */
    Pods echo(String name) throws IOException {
        source("echo", "Echo.java");
        load(ECHO.replace("@NAME@", name));
        return awaitReady(name);
    }

    /** A pod with a program that finds the cluster by its environment. */
    Pods program() throws IOException {
        source("program", "FromPod.java");
        load(PROGRAM.replace("@IMAGE@", IMAGE).replace("@NAMESPACE@", namespace()));
        return this;
    }

    private void source(String name, String file) throws IOException {
        try (InputStream source = Objects.requireNonNull(Pods.class.getResourceAsStream(file), file)) {
            client.resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .addToData(file, new String(source.readAllBytes(), StandardCharsets.UTF_8))
                            .build())
                    .inNamespace(namespace())
                    .serverSideApply();
        }
    }

    private void load(String yaml) {
        client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .inNamespace(namespace())
                .serverSideApply();
    }

    Pods awaitReady(String name) {
        Eventually.holds("pod " + name + " is ready", START, () -> {
            Pod pod = client.pods().inNamespace(namespace()).withName(name).get();
            return pod != null && Readiness.isPodReady(pod);
        });
        return this;
    }

    /** Until the log of that pod has a word. */
    Pods awaitSaid(String name, String word) {
        Eventually.holds(name + " says " + word, START, () -> log(name).contains(word));
        return this;
    }

    private String log(String name) {
        try {
            return client.pods().inNamespace(namespace()).withName(name).getLog();
        } catch (KubernetesClientException notYet) {
            return "";
        }
    }

    /** At once, as when its machine is gone. */
    Pods kill(String name) {
        client.pods().inNamespace(namespace()).withName(name).withGracePeriod(0).delete();
        Eventually.holds(
                name + " is gone",
                START,
                () -> client.pods().inNamespace(namespace()).withName(name).get() == null);
        return this;
    }

    @Override
    public void close() {
        namespace.close();
    }
}
