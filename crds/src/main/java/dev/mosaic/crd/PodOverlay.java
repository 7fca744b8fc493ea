package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is laid over the pods that the operator makes, by strategic merge, as far as a field has no name of its own. */
@Fields
public record PodOverlay(
        @JsonPropertyDescription("Labels and annotations that are added to the pods. The operator's own win.")
        OverlayMetadata metadata,

        @JsonPropertyDescription(
                "A PodSpec, or parts of one, merged into that of the operator: containers and volumes by their name. The container of Mosaic is called mosaic.")
        @Nullable PodSpec spec) {
    /** Nothing is laid over. */
    public static final PodOverlay NONE = new PodOverlay(OverlayMetadata.NONE, null);

    public PodOverlay {
        metadata = Objects.requireNonNullElse(metadata, OverlayMetadata.NONE);
    }
}
