package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A strategic merge patch for pods that the operator creates. It sets fields of pods for which Mosaic has no field.
 *
 * @param spec a PodSpec as it was written. The API server does not check it, so it is kept as JSON; {@link #problem()} tells whether it
 *     is valid
 */
@Fields
public record PodOverlay(
        @JsonPropertyDescription(
                "Labels and annotations that are added to the pods. They cannot replace those of the operator.")
        OverlayMetadata metadata,

        @JsonPropertyDescription(
                "A PodSpec, or parts of one, that is merged into the PodSpec of the operator; containers and volumes are merged by name. The container of Mosaic has the name mosaic.")
        @Nullable JsonNode spec) {
    /** An empty patch. */
    public static final PodOverlay NONE = new PodOverlay(OverlayMetadata.NONE, null);

    public PodOverlay {
        metadata = Objects.requireNonNullElse(metadata, OverlayMetadata.NONE);
    }

    /** A field of the spec that cannot be read, and the reason; empty if all fields can be read. */
    @JsonIgnore
    public Optional<String> problem() {
        return spec == null
                ? Optional.empty()
                : Reading.of("spec", spec, PodSpec.class).problem();
    }

    /**
     * The spec; empty if there is none.
     *
     * @throws IllegalArgumentException if it cannot be read: check {@link #problem()} before
     */
    @JsonIgnore
    public Optional<PodSpec> podSpec() {
        if (spec == null) {
            return Optional.empty();
        }
        Reading<PodSpec> reading = Reading.of("spec", spec, PodSpec.class);
        reading.problem().ifPresent(problem -> {
            throw new IllegalArgumentException("the overlay is no PodSpec: " + problem);
        });
        return reading.value();
    }
}
