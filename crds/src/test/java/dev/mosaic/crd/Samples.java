package dev.mosaic.crd;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The samples of all kinds, as text. */
final class Samples {
    static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private Samples() {}

    static String text(String name) {
        try (InputStream in = Samples.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** File and class. */
    static Stream<Arguments> all() {
        return Stream.of(
                Arguments.of("mosaiccluster-minimal.yaml", MosaicCluster.class),
                Arguments.of("mosaiccluster-full.yaml", MosaicCluster.class),
                Arguments.of("mosaicjob-minimal.yaml", MosaicJob.class),
                Arguments.of("mosaicjob-full.yaml", MosaicJob.class),
                Arguments.of("mosaicworkergroup-minimal.yaml", MosaicWorkerGroup.class),
                Arguments.of("mosaicworkergroup-full.yaml", MosaicWorkerGroup.class),
                Arguments.of("tessera-minimal.yaml", Tessera.class),
                Arguments.of("tessera-full.yaml", Tessera.class));
    }

    static Class<? extends HasMetadata> kind(String name) {
        return switch (name) {
            case "MosaicJob" -> MosaicJob.class;
            case "Tessera" -> Tessera.class;
            case "MosaicWorkerGroup" -> MosaicWorkerGroup.class;
            default -> MosaicCluster.class;
        };
    }
}
