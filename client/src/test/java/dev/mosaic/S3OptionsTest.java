package dev.mosaic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What says where the bucket is, and keeps its keys to itself. */
class S3OptionsTest {
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "MOSAIC_S3_ENDPOINT", "https://s3.example.com",
            "MOSAIC_S3_BUCKET", "entries",
            "MOSAIC_S3_ACCESS_KEY", "somebody",
            "MOSAIC_S3_SECRET_KEY", "very-secret",
            "MOSAIC_S3_REGION", "eu-central-1");

    @Test
    void shouldComeFromTheEnvironment() {
        S3Options s3 = S3Options.fromEnvironment(ENVIRONMENT).orElseThrow();
        assertThat(s3)
                .isEqualTo(S3Options.of("https://s3.example.com", "entries", "somebody", "very-secret")
                        .withRegion("eu-central-1"));
        assertThat(s3.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(S3Options.fromEnvironment(Map.of())).isEmpty();
    }

    @Test
    void shouldNotSayItsKeys() {
        assertThat(S3Options.fromEnvironment(ENVIRONMENT).orElseThrow().toString())
                .contains("s3.example.com", "entries")
                .doesNotContain("very-secret", "somebody");
    }

    @Test
    void shouldTakeKeysOfAFolderBeforeThoseOfTheEnvironment() {
        Map<String, String> environment = new HashMap<>(ENVIRONMENT);
        environment.put("MOSAIC_S3_KEY_FOLDER", "/etc/keys");
        environment.put("MOSAIC_S3_CA", "/etc/ca.crt");
        S3Options s3 = S3Options.fromEnvironment(environment).orElseThrow();
        assertThat(s3.keys()).isEqualTo(new S3Keys.InFolder(Path.of("/etc/keys")));
        assertThat(s3.authorities()).contains(Path.of("/etc/ca.crt"));
    }

    @Test
    void shouldBeWhoTheMachineIsOnlyWhereThatIsSaid() {
        Map<String, String> environment = new HashMap<>(ENVIRONMENT);
        environment.put("MOSAIC_S3_IDENTITY", "true");
        assertThat(S3Options.fromEnvironment(environment).orElseThrow().keys())
                .isEqualTo(new S3Keys.Fixed("somebody", "very-secret"));
        environment.keySet().removeAll(List.of("MOSAIC_S3_ACCESS_KEY", "MOSAIC_S3_SECRET_KEY"));
        assertThat(S3Options.fromEnvironment(environment).orElseThrow().keys()).isEqualTo(new S3Keys.OfMachine());
        environment.put("MOSAIC_S3_ACCESS_KEY", "somebody");
        assertThatThrownBy(() -> S3Options.fromEnvironment(environment))
                .hasMessageContaining("lacks a bucket or a key");
    }

    @Test
    void shouldRefuseHalfAnEnvironment() {
        assertThatThrownBy(() -> S3Options.fromEnvironment(Map.of("MOSAIC_S3_ENDPOINT", "http://127.0.0.1:9000")))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("lacks a bucket or a key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9000", "ftp://somewhere", "http://", "not a url"})
    void shouldRefuseWhatIsNoUrl(String endpoint) {
        assertThatThrownBy(() -> S3Options.of(endpoint, "entries", "somebody", "very-secret"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("is no http or https URL")
                .hasMessageNotContaining("very-secret");
    }
}
