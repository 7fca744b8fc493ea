package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.StartException;
import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Programs;
import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.system.load.Busy;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another token and another authority for a cluster that works. What pods have is read in the pods. The program has a folder that follows the
 * Secret, as a pod that mounts it has.
 *
 * <p>First the token and the key of the authority are changed at once: the operator makes another authority, which is trusted beside the one
 * before, and pods are replaced for the token. Where all have both, the certificate is taken out, and the next one is of the new authority:
 * pods read it as they run.
 */
@Tag("long")
@Tag("timing")
@Tag("cluster")
@Timeout(500)
class KeysUnderLoadTest {
    private static final String TOKEN = "fedcba9876543210fedcba9876543210";
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** For messages: beyond the limit one wants to know how far it came. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final List<String> FILES = List.of("ca.crt", "tls.crt", "tls.key", "token");
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";

    @RegisterExtension
    static final Product PRODUCT = new Product();

    @TempDir
    private Path folder;

    private String namespace;

    @Test
    void shouldGiveAllUnitsAnotherTokenAndAnotherAuthorityWithoutAFailedTask() throws Exception {
        namespace = PRODUCT.namespace("rotate");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 2\ndrainTimeout: 30s"));
        PRODUCT.awaitReady(namespace, "demo");
        String token = text("token").strip();
        String authority = text("ca.crt").strip();
        String certificate = text("tls.crt").strip();
        Path keys = Files.createDirectories(folder.resolve("keys"));
        follow(keys);
        try (ScheduledExecutorService follower = Executors.newSingleThreadScheduledExecutor()) {
            ScheduledFuture<?> following = follower.scheduleWithFixedDelay(() -> follow(keys), 1, 1, TimeUnit.SECONDS);
            try (LoadRun load = LoadRun.on(Kubernetes.cluster(namespace, "demo"), folder, keys)
                    .saying(() -> PRODUCT.state(namespace))) {
                Times times = Times.begin();
                patch("demo-keys", """
                        {"stringData": {"token": "%s\\n"}}""".formatted(TOKEN));
                patch("demo-authority", """
                        {"data": {"ca.key": null}}""");
                Eventually.holds(
                        "the Secret has both tokens and both authorities",
                        PATIENCE,
                        () -> text("token").equals(TOKEN + "\n" + token + "\n")
                                && certificates(text("ca.crt")).size() == 2
                                && text("ca.crt").contains(authority),
                        () -> text("token") + text("ca.crt") + PRODUCT.state(namespace));
                times.say("keys: the operator has made another authority and kept the token before");
                String next = text("ca.crt").strip();

                awaitInPods("ca.crt", "both authorities", file -> file.equals(next));
                times.say("keys: all units trust the new authority");
                awaitInPods("token", "the new token", file -> file.startsWith(TOKEN));
                awaitWhole();
                Duration took = times.say("keys: all units have the new token and trust the new authority");
                load.awaitMore("the token is another", PATIENCE);

                Times again = Times.begin();
                patch("demo-keys", """
                        {"data": {"tls.crt": null}}""");
                Eventually.holds(
                        "there is another certificate",
                        PATIENCE,
                        () -> !text("tls.crt").isEmpty()
                                && !text("tls.crt").strip().equals(certificate),
                        () -> PRODUCT.state(namespace));
                String shown = text("tls.crt").strip();
                awaitInPods("tls.crt", "the new certificate", file -> file.equals(shown));
                Duration signed = again.say("keys: all units show a certificate of the new authority");
                load.awaitMore("the certificate is another", PATIENCE);
                load.end();

                joinWith(keys("new", TOKEN, last(next)));
                refuseWith(keys("before", token, last(next)));
                assertThat(took).as("token, and trust in the authority").isLessThan(LIMIT);
                assertThat(signed).as("a certificate of the new authority").isLessThan(LIMIT);
            } finally {
                following.cancel(true);
            }
        }
    }

    private Path keys(String name, String token, String authority) throws IOException {
        Path keys = Files.createDirectories(folder.resolve(name));
        Files.writeString(keys.resolve("ca.crt"), authority + "\n");
        Files.writeString(keys.resolve("tls.crt"), text("tls.crt"));
        Files.writeString(keys.resolve("tls.key"), text("tls.key"));
        Files.writeString(keys.resolve("token"), token + "\n");
        return keys;
    }

    /**
     * The token of before is taken out of the Secret. Units that have known it know it for ten minutes more; a head that is new has never known
     * it, and refuses it by name at once.
     */
    private void refuseWith(Path keys) {
        patch("demo-keys", """
                {"stringData": {"token": "%s\\n"}}""".formatted(TOKEN));
        awaitInPods("token", "the new token alone", TOKEN::equals);
        PRODUCT.pods(namespace, "head")
                .forEach(head -> PRODUCT.run("delete", "pod", head.getMetadata().getName(), "--namespace", namespace));
        awaitWhole();
        Times times = Times.begin();
        assertThatThrownBy(() -> Mosaic.connect(
                                Kubernetes.cluster(namespace, "demo"),
                                o -> o.keys(keys).timeout(Duration.ofMinutes(1)))
                        .close())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("token");
        times.say("keys: a program with the token of before is refused");
    }

    /** A program that knows neither the token nor the authority of before gets into a cluster whose units all have the new ones. */
    private void joinWith(Path keys) {
        try (Mosaic mosaic = Mosaic.connect(
                Kubernetes.cluster(namespace, "demo"), o -> o.keys(keys).timeout(Duration.ofMinutes(1)))) {
            for (int i = 0; i < 20; i++) {
                assertThat(mosaic.submit(Busy::square, i).result(Duration.ofMinutes(1)))
                        .isEqualTo(i * i);
            }
        }
    }

    /** All pods of that time. */
    private void awaitInPods(String file, String what, Predicate<String> isSo) {
        TreeMap<String, Boolean> seen = new TreeMap<>();
        Eventually.holds(
                "all pods have " + what,
                PATIENCE,
                () -> {
                    seen.clear();
                    pods().forEach(pod -> seen.put(pod.getMetadata().getName(), isSo.test(inPod(pod, file))));
                    return seen.size() >= 4 && !seen.containsValue(false);
                },
                () -> seen + "\n" + PRODUCT.state(namespace));
    }

    /** Of the pods that there were, none is left, and all are ready. */
    private void awaitWhole() {
        Eventually.holds(
                "head, warehouse and two workers are ready",
                PATIENCE,
                () -> pods().size() == 4 && pods().stream().allMatch(Product::isReady),
                () -> PRODUCT.state(namespace));
        PRODUCT.awaitReady(namespace, "demo");
    }

    private List<Pod> pods() {
        return Stream.of("head", "warehouse", "worker")
                .flatMap(role -> PRODUCT.pods(namespace, role).stream())
                .toList();
    }

    /** Empty where the pod does not run. */
    private String inPod(Pod pod, String file) {
        Programs.Result read = PRODUCT.kubectl(
                "exec",
                pod.getMetadata().getName(),
                "--namespace",
                namespace,
                "--container",
                "mosaic",
                "--",
                "cat",
                "/etc/mosaic/keys/" + file);
        return read.isSuccess() ? read.out().strip() : "";
    }

    private void patch(String secret, String patch) {
        PRODUCT.run("patch", "secret", secret, "--type=merge", "--patch", patch, "--namespace", namespace);
    }

    private String text(String file) {
        Secret keys = Objects.requireNonNull(Cluster.any()
                .client()
                .secrets()
                .inNamespace(namespace)
                .withName("demo-keys")
                .get());
        String text = keys.getData().getOrDefault(file, "");
        return new String(Base64.getDecoder().decode(text), StandardCharsets.US_ASCII);
    }

    /** What is not there at the moment stays as it was. */
    private void follow(Path keys) {
        for (String file : FILES) {
            String text = text(file);
            if (!text.isEmpty()) {
                write(keys, file, text);
            }
        }
    }

    private static void write(Path keys, String file, String text) {
        try {
            Path to = keys.resolve(file);
            if (Files.exists(to) && Files.readString(to).equals(text)) {
                return;
            }
            Path whole = Files.writeString(keys.resolveSibling(file + ".new"), text);
            Files.move(whole, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> certificates(String pem) {
        return Stream.of(pem.split("(?=" + BEGIN + ")"))
                .map(String::strip)
                .filter(each -> each.startsWith(BEGIN))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The newest is the last. */
    private static String last(String pem) {
        return pem.substring(pem.lastIndexOf(BEGIN));
    }
}
