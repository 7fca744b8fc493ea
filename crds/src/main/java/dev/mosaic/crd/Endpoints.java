package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** Where a cluster can be reached from inside of Kubernetes. */
@Fields
public record Endpoints(
        @JsonPropertyDescription("For programs in the cluster's network: tcp://<cluster>-head.<namespace>.svc:7600.")
        String mesh,

        @JsonPropertyDescription("For programs outside of it: mosaic://<cluster>-head.<namespace>.svc:7601.")
        String gateway,

        @JsonPropertyDescription("For health: http://<cluster>-head.<namespace>.svc:7680.")
        String http,

        @JsonPropertyDescription("The head's http API: https://<cluster>-head.<namespace>.svc:7681.") @Nullable
        String api) {}
