package dev.mosaic.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.ChildJvms;
import io.smallrye.mutiny.Multi;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that a program adds to connect to clusters on Kubernetes, where there is none. */
class BundleTest {
    private static final String PROGRAM = """
            import dev.mosaic.Mosaic;
            import dev.mosaic.StartException;
            import dev.mosaic.kubernetes.Kubernetes;
            import java.time.Duration;

            void main() {
                for (String name : new String[] {"io.fabric8.kubernetes.client.KubernetesClient", "org.slf4j.Logger"}) {
                    try {
                        Class.forName(name);
                        IO.println("seen: " + name);
                    } catch (ClassNotFoundException notSeen) {
                        // As it should be.
                    }
                }
                try {
                    Mosaic.connect(Kubernetes.cluster("none", "demo"), o -> o.timeout(Duration.ofSeconds(2)));
                } catch (StartException refused) {
                    IO.println(refused.getMessage());
                }
            }
            """;

    private static final String CONFIG = """
            apiVersion: v1
            kind: Config
            clusters: [{name: none, cluster: {server: "http://127.0.0.1:9"}}]
            contexts: [{name: none, context: {cluster: none}}]
            current-context: none
            """;

    @TempDir
    Path folder;

    /** Its client is asked, which says that nobody answers. */
    @Test
    void shouldConnectWithLibrariesThatTheProgramDoesNotSee() throws Exception {
        Path program = Files.writeString(folder.resolve("Main.java"), PROGRAM);
        Path config = Files.writeString(folder.resolve("config"), CONFIG);
        Path mutiny = Path.of(
                Multi.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        ChildJvms.JIT,
                        "-cp",
                        System.getProperty("mosaic.jars") + File.pathSeparator + mutiny,
                        program.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().put("KUBECONFIG", config.toString());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(Files.readString(folder.resolve("output")))
                .contains("127.0.0.1:9")
                .doesNotContain("seen: ", "SLF4J", "class path", "WARNING");
    }
}
