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

/** Devices that each pod of a group gets. */
@Fields
@ValidationRule(
        value = "!(has(self.resourceName) && has(self.claimTemplateName))",
        message = "give resourceName (a device plugin's) or claimTemplateName (dynamic resource allocation), not both")
public record AcceleratorSpec(
        @Default("1")
        @Min(1) @Max(64) @JsonPropertyDescription(
                "How many devices each pod gets; 1 by default. Of a claim it is how many the claim gives.")
        Integer count,

        @Size(min = 1, max = 253) @ValidationRule(
                value = "self.matches('^[a-z0-9]([-a-z0-9.]*[a-z0-9])?/[a-zA-Z0-9]([-_.a-zA-Z0-9]*[a-zA-Z0-9])?$')",
                message =
                        "write the name under which a device plugin offers them, such as nvidia.com/gpu or amd.com/gpu")
        @JsonPropertyDescription(
                "Name under which a device plugin offers the devices, nvidia.com/gpu by default. nvidia.com, amd.com and gpu.intel.com say the kind; of another one the node finds it.")
        @Nullable String resourceName,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "ResourceClaimTemplate in the same namespace, for devices by dynamic resource allocation.")
        @Nullable String claimTemplateName) {
    private static final String NVIDIA = "nvidia.com/gpu";

    public AcceleratorSpec {
        count = Objects.requireNonNullElse(count, 1);
    }

    /** How a node is told of them: {@code amd=2}; the number alone where the name of the plugin, or a claim, says no kind. */
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

    /** What the container asks for; empty where a claim gives the devices. */
    public Optional<String> plugin() {
        return claimTemplateName != null
                ? Optional.empty()
                : Optional.of(Objects.requireNonNullElse(resourceName, NVIDIA));
    }
}
