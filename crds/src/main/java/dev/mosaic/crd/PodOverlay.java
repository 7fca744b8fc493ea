package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is laid over the pods that the operator makes, by strategic merge, as far as a field has no name of its own.
 *
 * @param spec a PodSpec as it was written. The API server does not check it, so it is kept as JSON; {@link #problem()} says whether it
 *     is one
 */
@Fields
public record PodOverlay(
        @JsonPropertyDescription("Labels and annotations that are added to the pods. The operator's own win.")
        OverlayMetadata metadata,

        @JsonPropertyDescription(
                "A PodSpec, or parts of one, merged into that of the operator: containers and volumes by their name. The container of Mosaic is called mosaic.")
        @Nullable JsonNode spec) {
    /** Nothing is laid over. */
    public static final PodOverlay NONE = new PodOverlay(OverlayMetadata.NONE, null);

    public PodOverlay {
        metadata = Objects.requireNonNullElse(metadata, OverlayMetadata.NONE);
    }

    /** Which field of the spec cannot be read, and why; empty where all can. */
    @JsonIgnore
    public Optional<String> problem() {
        return spec == null
                ? Optional.empty()
                : Reading.of("spec", spec, PodSpec.class).problem();
    }

    /**
     * The spec; empty where there is none.
     *
     * @throws IllegalArgumentException where it cannot be read: ask {@link #problem()} before
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
