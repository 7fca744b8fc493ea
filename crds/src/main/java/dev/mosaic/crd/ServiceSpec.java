package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import java.util.Map;
import java.util.Objects;

/** The settings of the Service of the head. */
@Fields
public record ServiceSpec(
        @Default("ClusterIP")
        @JsonPropertyDescription(
                "How the head can be reached: ClusterIP from inside, NodePort at each node, LoadBalancer at an external address.")
        ServiceType type,

        @Size(max = 64) @JsonPropertyDescription("Annotations of the Service, such as those that a load balancer reads.")
        Map<String, String> annotations) {
    /** Reached from inside. */
    public static final ServiceSpec DEFAULT = new ServiceSpec(ServiceType.CLUSTER_IP, Map.of());

    public ServiceSpec {
        type = Objects.requireNonNullElse(type, ServiceType.CLUSTER_IP);
        annotations = Values.map(annotations);
    }
}
