package dev.mosaic.system;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Tessera;
import dev.mosaic.crd.TesseraPhase;
import dev.mosaic.system.load.Counter;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;

/** A {@code Tessera} called counter on the cluster demo of a namespace, whose code is a jar in a ConfigMap. */
record DeclaredCounter(Product product, String namespace, String activation) {
    /** Declares it. */
    static DeclaredCounter in(Product product, String namespace, String activation) throws IOException {
        DeclaredCounter counter = new DeclaredCounter(product, namespace, activation);
        counter.declare("one");
        return counter;
    }

    /** With a jar of that name; another name is other code. */
    void declare(String jar) throws IOException {
        Cluster.any()
                .client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("code")
                        .withNamespace(namespace)
                        .endMetadata()
                        .addToBinaryData(jar + ".jar", Base64.getEncoder().encodeToString(packed(jar)))
                        .build())
                .forceConflicts()
                .serverSideApply();
        product.apply(namespace, """
                apiVersion: mosaic.dev/v1alpha1
                kind: Tessera
                metadata: {name: counter}
                spec:
                  clusterRef: {name: demo}
                  className: %s
                  activation: %s
                  code: {artifacts: [{uri: "configmap://code/%s.jar"}]}
                """.formatted(Counter.class.getName(), activation, jar));
    }

    /** Two marks are two jars. */
    private static byte[] packed(String mark) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(written)) {
            String file = Counter.class.getName().replace('.', '/') + ".class";
            try (InputStream in =
                    Objects.requireNonNull(Counter.class.getClassLoader().getResourceAsStream(file))) {
                entry(out, file, in.readAllBytes());
            }
            entry(out, mark, new byte[0]);
        }
        return written.toByteArray();
    }

    private static void entry(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        ((OutputStream) jar).write(content);
        jar.closeEntry();
    }

    /** Who calls it. */
    HeadClient client() throws GeneralSecurityException, IOException {
        Service service = Cluster.any()
                .client()
                .services()
                .inNamespace(namespace)
                .withName("demo-head")
                .get();
        Secret keys = Cluster.any()
                .client()
                .secrets()
                .inNamespace(namespace)
                .withName("demo-keys")
                .get();
        return new HeadClient(
                "https://" + service.getSpec().getClusterIP() + ":7681/v1/tesserae/" + namespace + "/counter/", keys);
    }

    /** Empty where nothing is said of it yet. */
    Optional<Tessera> said() {
        @Nullable Tessera found = Cluster.any()
                .client()
                .resources(Tessera.class)
                .inNamespace(namespace)
                .withName("counter")
                .get();
        return Optional.ofNullable(found).filter(each -> each.getStatus() != null);
    }

    void awaitPhase(TesseraPhase phase) {
        Eventually.holds(
                "phase " + phase,
                Duration.ofMinutes(2),
                () -> said().filter(each -> each.getStatus().phase() == phase).isPresent(),
                this::state);
    }

    /** That of its worker, as soon as it runs. */
    String pod() {
        return Eventually.present(
                "its pod",
                () -> said().filter(each -> each.getStatus().phase() == TesseraPhase.RUNNING)
                        .flatMap(each -> Optional.ofNullable(each.getStatus().pod())));
    }

    /** For messages. */
    String state() {
        return product.run("get", "tess", "-o", "yaml", "-n", namespace) + product.state(namespace);
    }
}
