package dev.mosaic.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;
import org.testcontainers.k3s.K3sContainer;

class SourceTest {
    private static boolean unasked() {
        return fail("Docker is asked in vain");
    }

    @Test
    void shouldTakeTheClusterThatIsGiven() {
        assertThat(Source.choose(Map.of("KUBECONFIG", "/a/config", "CI", "true"), SourceTest::unasked))
                .isEqualTo(new Source.Given(Path.of("/a/config")));
    }

    @Test
    void shouldStartOneWhereDockerAnswers() {
        assertThat(Source.choose(Map.of("KUBECONFIG", ""), () -> true)).isEqualTo(new Source.K3s());
        assertThat(Source.choose(Map.of("CI", "true"), () -> true)).isEqualTo(new Source.K3s());
    }

    /** Without Docker it can be made, and not started. */
    @Test
    @SuppressWarnings("deprecation") // nothing else tells what it will copy
    void shouldGiveItTheImagesOfThisBuild(@TempDir Path images) throws IOException {
        Files.writeString(images.resolve("runtime.tar"), "an image");
        Files.writeString(images.resolve("runtime.tar.inputs"), "from what it was made");
        try (K3sContainer container = Cluster.k3s(images)) {
            assertThat(container.getCopyToFileContainerPathMap().values())
                    .containsExactly("/var/lib/rancher/k3s/agent/images/runtime.tar");
        }
        try (K3sContainer container = Cluster.k3s(images.resolve("none"))) {
            assertThat(container.getCopyToFileContainerPathMap()).isEmpty();
        }
    }

    @Test
    void shouldSayWhatIsMissing() {
        assertThat(Source.choose(Map.of(), () -> false))
                .isEqualTo(new Source.None("no Kubernetes: set KUBECONFIG, or start Docker for a k3s in a container"));
        assertThat(Source.choose(Map.of("CI", "true"), () -> false)).isInstanceOf(Source.None.class);
    }

    @Test
    void shouldSkipWithTheReasonAndFailInCi() {
        assertThatThrownBy(() -> Missing.skip(Map.of(), "no moon"))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("no moon");
        assertThatThrownBy(() -> Missing.skip(Map.of("CI", "true"), "no moon"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no moon");
    }
}
