package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import java.util.Objects;

/** The NetworkPolicy of the pods. */
@Fields
public record NetworkPolicySpec(
        @Default("Baseline")
        @JsonPropertyDescription(
                "Baseline lets in the mesh from the cluster's pods and gateway and http from everywhere; Strict also lets out only the mesh, DNS and the object store; Disabled makes no policy.")
        NetworkPolicyMode mode) {
    /** {@link NetworkPolicyMode#BASELINE}. */
    public static final NetworkPolicySpec DEFAULT = new NetworkPolicySpec(NetworkPolicyMode.BASELINE);

    public NetworkPolicySpec {
        mode = Objects.requireNonNullElse(mode, NetworkPolicyMode.BASELINE);
    }
}
