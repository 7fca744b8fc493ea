package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import java.util.Objects;

/** The settings of the NetworkPolicy for the pods. */
@Fields
public record NetworkPolicySpec(
        @Default("Baseline")
        @JsonPropertyDescription(
                "Baseline allows incoming traffic of the mesh from the cluster's pods, and of gateway and http from everywhere. Strict also limits outgoing traffic to the mesh, DNS and the object store; Disabled creates no policy.")
        NetworkPolicyMode mode) {
    /** {@link NetworkPolicyMode#BASELINE}. */
    public static final NetworkPolicySpec DEFAULT = new NetworkPolicySpec(NetworkPolicyMode.BASELINE);

    public NetworkPolicySpec {
        mode = Objects.requireNonNullElse(mode, NetworkPolicyMode.BASELINE);
    }
}
