package dev.mosaic.crd;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * The Kubernetes that tests use: that of {@code KUBECONFIG}, else a k3s in a container where Docker answers, else tests are skipped with
 * the reason; where {@code CI} is set they fail instead.
 *
 * <p><b>Threading:</b> any. There is one for the JVM, which ends with it; who takes it closes nothing but its own {@link TestNamespace}s.
 */
public final class Cluster {
    private static final DockerImageName K3S = DockerImageName.parse("rancher/k3s:v1.34.1-k3s1");
    /** Where it reads images from as it starts. */
    private static final String K3S_IMAGES = "/var/lib/rancher/k3s/agent/images/";

    private static @Nullable Source source;
    private static @Nullable Cluster one;

    private final Path kubeconfig;
    private final KubernetesClient client;

    private Cluster(Path kubeconfig) {
        this.kubeconfig = kubeconfig;
        this.client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build();
    }

    /** The one of this JVM. Call it before each test, not before all: so each is skipped by name where there is none. */
    public static synchronized Cluster any() {
        Map<String, String> environment = System.getenv();
        if (source == null) {
            source = Source.choose(environment, Cluster::hasDocker);
        }
        if (one == null) {
            one = switch (source) {
                case Source.Given(Path given) -> new Cluster(given);
                case Source.K3s() -> new Cluster(k3s());
                case Source.None(String reason) -> throw Missing.skip(environment, reason);
            };
        }
        return one;
    }

    private static boolean hasDocker() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    /** The images of that folder, each of which is a tar as {@code bin/test-images --make} writes it, and their places in a k3s. */
    static Map<Path, String> images(Path folder) throws IOException {
        Map<Path, String> images = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".tar"))
                        .forEach(file -> images.put(file, K3S_IMAGES + file.getFileName()));
            }
        }
        return images;
    }

    @SuppressWarnings("resource") // Testcontainers ends it with the JVM.
    private static Path k3s() {
        try {
            K3sContainer container = new K3sContainer(K3S);
            Path folder = Path.of(System.getenv().getOrDefault("MOSAIC_TEST_IMAGES", "../target/test-images"));
            images(folder)
                    .forEach((image, place) ->
                            container.withCopyFileToContainer(MountableFile.forHostPath(image), place));
            container.start();
            Path file = Files.createTempFile("mosaic-k3s", ".kubeconfig");
            file.toFile().deleteOnExit();
            return Files.writeString(file, container.getKubeConfigYaml());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As an administrator. Nobody closes it. */
    public KubernetesClient client() {
        return client;
    }

    /** For programs and processes. */
    public Path kubeconfig() {
        return kubeconfig;
    }

    /** kubectl and helm, talking to this cluster. */
    public Programs programs() {
        return Programs.at(kubeconfig);
    }

    /** Makes sure that the API server knows our kinds, as this build has them, and as if the chart mosaic in mosaic-system had made them. */
    public Cluster withCrds() {
        for (CustomResourceDefinition crd : Crds.all()) {
            crd.getMetadata()
                    .setAnnotations(Map.of(
                            "meta.helm.sh/release-name", "mosaic", "meta.helm.sh/release-namespace", "mosaic-system"));
            crd.getMetadata().setLabels(Map.of("app.kubernetes.io/managed-by", "Helm"));
            client.resource(crd).forceConflicts().serverSideApply();
        }
        Crds.all()
                .forEach(crd -> client.resource(crd).waitUntilCondition(Cluster::isEstablished, 30, TimeUnit.SECONDS));
        return this;
    }

    private static boolean isEstablished(@Nullable CustomResourceDefinition crd) {
        return crd != null
                && crd.getStatus() != null
                && crd.getStatus().getConditions().stream()
                        .anyMatch(each -> each.getType().equals("Established")
                                && each.getStatus().equals("True"));
    }

    /**
     * A new namespace that takes only pods that pass {@code restricted}.
     *
     * @param purpose what its name begins with
     */
    public TestNamespace namespace(String purpose) {
        String name = purpose + "-" + Long.toString(System.nanoTime() & 0xfff_ffff, 36);
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                        .addToLabels("mosaic.dev/test", purpose)
                        .endMetadata()
                        .build())
                .create();
        return new TestNamespace(client, name);
    }
}
