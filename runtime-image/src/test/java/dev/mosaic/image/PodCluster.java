package dev.mosaic.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.node.Machines;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** A cluster of plain pods, put together by hand, in a namespace that takes only what passes {@code restricted}. */
final class PodCluster implements AutoCloseable {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final String IMAGE = System.getenv().getOrDefault("MOSAIC_TEST_IMAGE", "mosaic/runtime:test");

    private final KubernetesClient kubernetes;
    private final TestNamespace namespace;
    private final Path keys;
    private String user = "runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532";
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private PodCluster(KubernetesClient kubernetes, TestNamespace namespace, Path keys) {
        this.kubernetes = kubernetes;
        this.namespace = namespace;
        this.keys = keys;
    }

    /** Has keys and a name for its head, and no pod. */
    static PodCluster open(Path folder) throws IOException {
        Cluster cluster = Cluster.any();
        PodCluster opened = new PodCluster(cluster.client(), cluster.namespace("image-pods"), Machines.keys(folder));
        Map<String, String> data = new HashMap<>();
        for (String file : List.of("ca.crt", "tls.crt", "tls.key", "token")) {
            data.put(file, Base64.getEncoder().encodeToString(Files.readAllBytes(opened.keys.resolve(file))));
        }
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withName("demo-keys")
                .endMetadata()
                .withData(data)
                .build();
        opened.kubernetes.resource(secret).inNamespace(opened.namespace.name()).create();
        opened.kubernetes
                .resource(new ServiceBuilder()
                        .withNewMetadata()
                        .withName("demo-head")
                        .endMetadata()
                        .withNewSpec()
                        .withPublishNotReadyAddresses(true)
                        .addToSelector("mosaic.dev/role", "head")
                        .addNewPort()
                        .withName("mesh")
                        .withPort(7600)
                        .endPort()
                        .endSpec()
                        .build())
                .inNamespace(opened.namespace.name())
                .create();
        return opened;
    }

    /** What is made from now on is of that user, of the group 0 and of a group of volumes, as OpenShift has it. */
    PodCluster runAs(long uid) {
        user = "runAsUser: " + uid + ", runAsGroup: 0, fsGroup: " + uid;
        return this;
    }

    Path keys() {
        return keys;
    }

    PodCluster head() throws IOException {
        return start(
                "head",
                "head",
                Map.of("memory", "512Mi"),
                "head --no-warehouse --listen 0.0.0.0:7600 --host $(POD_IP) --gateway 0.0.0.0:7601");
    }

    PodCluster warehouse() throws IOException {
        return start(
                "warehouse",
                "warehouse",
                Map.of("memory", "512Mi"),
                "warehouse --join " + monitor()
                        + " --host $(POD_IP) --memory 64MiB --disk 1GiB --folder /var/lib/mosaic");
    }

    /** With one worker, and that many devices. */
    PodCluster node(String name, int gpus) throws IOException {
        Map<String, String> limits =
                gpus == 0 ? Map.of("memory", "1Gi") : Map.of("memory", "1Gi", "nvidia.com/gpu", Integer.toString(gpus));
        return start(
                name,
                "worker",
                limits,
                "node --join " + monitor() + " --host $(POD_IP) --workers 1 --drain 300 --jvm=-XX:+UseSerialGC");
    }

    private String monitor() {
        return "demo-head." + namespace.name() + ".svc:7600";
    }

    private PodCluster start(String name, String role, Map<String, String> limits, String command) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(command.split(" ", -1)));
        arguments.addAll(List.of("--health", "0.0.0.0:7680"));
        try (InputStream in = Objects.requireNonNull(PodCluster.class.getResourceAsStream("pod.yaml"))) {
            String yaml = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("NAME", name)
                    .replace("ROLE", role)
                    .replace("IMAGE", IMAGE)
                    .replace("USER", user)
                    .replace("LIMITS", flow(limits))
                    .replace("ARGUMENTS", arguments.stream().collect(Collectors.joining("\", \"", "[\"", "\"]")));
            kubernetes.resource(yaml).inNamespace(namespace.name()).create();
        }
        return this;
    }

    private static String flow(Map<String, String> map) {
        return map.entrySet().stream()
                .map(each -> each.getKey() + ": \"" + each.getValue() + "\"")
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private PodResource pod(String name) {
        return kubernetes.pods().inNamespace(namespace.name()).withName(name);
    }

    private Optional<Pod> look(String name) {
        return Optional.ofNullable(pod(name).get());
    }

    boolean isReady(String name) {
        return has(name, "Ready");
    }

    private boolean has(String name, String condition) {
        return look(name).stream()
                .flatMap(each -> each.getStatus().getConditions().stream())
                .anyMatch((PodCondition each) ->
                        each.getType().equals(condition) && each.getStatus().equals("True"));
    }

    /** Waits until the kubelet says so. */
    void awaitReady(String... names) {
        for (String name : names) {
            Eventually.holds(name + " is ready: " + name, LONG, () -> isReady(name));
        }
    }

    /** From when it is scheduled to when it says that it is ready. */
    Duration timeUntilReady(String name) {
        Eventually.holds(name + " is scheduled", LONG, () -> has(name, "PodScheduled"));
        long begun = System.nanoTime();
        awaitAnswer(name, "/readyz", 200, "up");
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** The name's address in the pod network. */
    String address(String name) {
        Eventually.holds(
                name + " has an address",
                LONG,
                () -> look(name).map(each -> each.getStatus().getPodIP()).isPresent());
        return look(name).orElseThrow().getStatus().getPodIP();
    }

    /** Waits until it answers so. */
    void awaitAnswer(String name, String path, int status, String said) {
        String address = address(name);
        Eventually.holds(name + path + " is " + status + " with " + said, LONG, () -> {
            Optional<HttpResponse<String>> answer = get(address, path);
            return answer.isPresent()
                    && answer.get().statusCode() == status
                    && answer.get().body().contains(said);
        });
    }

    private Optional<HttpResponse<String>> get(String address, String path) {
        try {
            URI uri = URI.create("http://" + address + ":7680" + path);
            return Optional.of(http.send(
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
                    HttpResponse.BodyHandlers.ofString()));
        } catch (ConnectException | HttpConnectTimeoutException notYet) {
            return Optional.empty();
        } catch (IOException e) {
            throw new AssertionError(address + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    String log(String name) {
        return pod(name).getLog();
    }

    /** What a command in it prints. */
    String run(String name, String... command) {
        return Cluster.any()
                .programs()
                .run(java.util.stream.Stream.concat(
                                java.util.stream.Stream.of("kubectl", "-n", namespace.name(), "exec", name, "--"),
                                java.util.stream.Stream.of(command))
                        .toArray(String[]::new));
    }

    /** Deletes it. */
    void delete(String name) {
        var _ = pod(name).delete();
    }

    /** How long it takes until it is gone. */
    Duration timeUntilGone(String name, Duration limit) {
        long begun = System.nanoTime();
        Eventually.holds(name + " is gone", limit, () -> look(name).isEmpty());
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    @Override
    public void close() {
        http.close();
        namespace.close();
        assertThat(kubernetes.pods().inNamespace(namespace.name()).list().getItems())
                .isEmpty();
    }
}
