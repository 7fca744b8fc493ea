package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import java.util.Objects;

/** The head: it knows who belongs to the cluster, decides what runs where, and lets programs in. */
@Fields
public record HeadSpec(
        @JsonPropertyDescription(
                "Requests and limits of the head. Unless said, 500m CPU and 1Gi memory are requested, and the memory's limit is its request.")
        Resources resources,

        @Default("{}") @JsonPropertyDescription("The Service in front of the head, <cluster>-head.")
        ServiceSpec service,

        @JsonPropertyDescription("What is laid over the head's pod.")
        PodOverlay template) {
    /** Nothing is said. */
    public static final HeadSpec DEFAULT = new HeadSpec(Resources.NONE, ServiceSpec.DEFAULT, PodOverlay.NONE);

    public HeadSpec {
        resources = Objects.requireNonNullElse(resources, Resources.NONE);
        service = Objects.requireNonNullElse(service, ServiceSpec.DEFAULT);
        template = Objects.requireNonNullElse(template, PodOverlay.NONE);
    }

    /** With what is not said. */
    public Resources wholeResources() {
        return resources.orElse("500m", "1Gi");
    }
}
