package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.Map;

/** Labels and annotations that are added to pods. */
@Fields
public record OverlayMetadata(
        @Size(max = 64) @JsonPropertyDescription("Labels by their name.")
        Map<String, String> labels,

        @Size(max = 64) @JsonPropertyDescription("Annotations by their name.")
        Map<String, String> annotations) {
    /** None is added. */
    public static final OverlayMetadata NONE = new OverlayMetadata(Map.of(), Map.of());

    public OverlayMetadata {
        labels = Values.map(labels);
        annotations = Values.map(annotations);
    }
}
