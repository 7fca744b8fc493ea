package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The devices, such as GPUs, that each pod of a worker group gets. */
@Fields
@ValidationRule(
        value = "!(has(self.resourceName) && has(self.claimTemplateName))",
        message = "give resourceName (a device plugin's) or claimTemplateName (dynamic resource allocation), not both")
public record AcceleratorSpec(
        @Default("1")
        @Min(1) @Max(64) @JsonPropertyDescription(
                "The number of devices that each pod gets; 1 by default. With claimTemplateName, give the number of devices of the claim.")
        Integer count,

        @Size(min = 1, max = 253) @ValidationRule(
                value = "self.matches('^[a-z0-9]([-a-z0-9.]*[a-z0-9])?/[a-zA-Z0-9]([-_.a-zA-Z0-9]*[a-zA-Z0-9])?$')",
                message =
                        "write the name under which a device plugin offers them, such as nvidia.com/gpu or amd.com/gpu")
        @JsonPropertyDescription(
                "Name under which a device plugin offers the devices, nvidia.com/gpu by default. The prefix nvidia.com, amd.com or gpu.intel.com sets the kind of the devices; with another prefix the node finds the kind.")
        @Nullable String resourceName,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "Name of a ResourceClaimTemplate in the same namespace, if the devices come from dynamic resource allocation.")
        @Nullable String claimTemplateName) {
    private static final String NVIDIA = "nvidia.com/gpu";

    public AcceleratorSpec {
        count = Objects.requireNonNullElse(count, 1);
    }

    /** The setting for the node: {@code amd=2}; only the number if the name of the plugin has no known kind, or if there is a claim. */
    public String kindAndCount() {
        String maker =
                plugin().map(name -> name.substring(0, name.indexOf('/'))).orElse("");
        String kind = switch (maker) {
            case "nvidia.com" -> "nvidia=";
            case "amd.com" -> "amd=";
            case "gpu.intel.com" -> "intel=";
            default -> "";
        };
        return kind + count;
    }

    /** The name of the resource that the container requests; empty if a claim gives the devices. */
    public Optional<String> plugin() {
        return claimTemplateName != null
                ? Optional.empty()
                : Optional.of(Objects.requireNonNullElse(resourceName, NVIDIA));
    }
}
