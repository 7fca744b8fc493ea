package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The resource requests and limits of a container. */
@Fields
@ValidationRule(
        value =
                "!has(self.requests) || !has(self.limits) || self.requests.all(k, !(k in self.limits) || !isQuantity(string(self.requests[k])) || !isQuantity(string(self.limits[k])) || quantity(string(self.requests[k])).compareTo(quantity(string(self.limits[k]))) <= 0)",
        message = "a request is larger than its limit: lower the request or raise the limit")
public record Resources(
        @Size(max = 16) @JsonPropertyDescription(
                "Resources that the scheduler of Kubernetes reserves for the container, by name, such as cpu: 500m and memory: 4Gi.")
        Map<String, Quantity> requests,

        @Size(max = 16) @JsonPropertyDescription(
                "Resources that the container may use at most, by name. The heap of the JVM is a part of the memory limit.")
        Map<String, Quantity> limits) {
    /** All fields have their defaults. */
    public static final Resources NONE = new Resources(Map.of(), Map.of());

    public Resources {
        requests = Values.map(requests);
        limits = Values.map(limits);
    }

    /** A copy with defaults: these requests, or the limit if there is one; and the memory request as its limit. */
    public Resources orElse(String cpu, String memory) {
        Map<String, Quantity> asked = new LinkedHashMap<>(requests);
        asked.putIfAbsent("cpu", limits.getOrDefault("cpu", new Quantity(cpu)));
        asked.putIfAbsent("memory", limits.getOrDefault("memory", new Quantity(memory)));
        Map<String, Quantity> most = new LinkedHashMap<>(limits);
        most.putIfAbsent("memory", Objects.requireNonNull(asked.get("memory")));
        return new Resources(asked, most);
    }

    /** As it stands in a container. */
    public ResourceRequirements toKubernetes() {
        return new ResourceRequirementsBuilder()
                .withRequests(requests)
                .withLimits(limits)
                .build();
    }
}
