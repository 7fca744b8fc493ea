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

    @Test
    void shouldFindTheImagesOfThisBuildForIt(@TempDir Path folder) throws IOException {
        Path image = Files.writeString(folder.resolve("runtime.tar"), "an image");
        Files.writeString(folder.resolve("runtime.tar.inputs"), "from what it was made");
        assertThat(Cluster.images(folder)).isEqualTo(Map.of(image, "/var/lib/rancher/k3s/agent/images/runtime.tar"));
        assertThat(Cluster.images(folder.resolve("none"))).isEmpty();
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
