package dev.mosaic.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.InvalidOptionException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How clusters on Kubernetes are named. */
class ClusterAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "kubernetes://demo",
                "kubernetes://default/demo",
                "kubernetes://default/demo?context=prod",
                "kubernetes://demo?context=arn%3Aaws%3Aeks%2Fprod+1"
            })
    void shouldReadWhatItWrites(String text) {
        assertThat(ClusterAddress.parse(text)).hasToString(text);
    }

    @Test
    void shouldTakeNamespaceAndContextApart() {
        assertThat(ClusterAddress.parse("kubernetes://demo?context=arn%3Aaws%2Fprod+1"))
                .isEqualTo(new ClusterAddress(Optional.empty(), "demo", Optional.of("arn:aws/prod 1")));
        assertThat(Kubernetes.cluster("ns", "demo", "a b")).isEqualTo("kubernetes://ns/demo?context=a+b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kubernetes://",
                "kubernetes://a/b/c",
                "kubernetes://Default/demo",
                "kubernetes://default/de_mo",
                "kubernetes://demo?namespace=x",
                "kubernetes://-demo"
            })
    void shouldRefuseWhatIsNoName(String text) {
        assertThatThrownBy(() -> ClusterAddress.parse(text)).isInstanceOf(InvalidOptionException.class);
    }
}
