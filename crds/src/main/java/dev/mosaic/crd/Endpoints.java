package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** The addresses at which a cluster can be reached inside Kubernetes. */
@Fields
public record Endpoints(
        @JsonPropertyDescription(
                "Address for programs in the cluster's network: tcp://<cluster>-head.<namespace>.svc:7600.")
        String mesh,

        @JsonPropertyDescription(
                "Address for programs outside the cluster's network: mosaic://<cluster>-head.<namespace>.svc:7601.")
        String gateway,

        @JsonPropertyDescription("Address of the health checks: http://<cluster>-head.<namespace>.svc:7680.")
        String http,

        @JsonPropertyDescription("Address of the http API of the head: https://<cluster>-head.<namespace>.svc:7681.")
        @Nullable String api) {}
