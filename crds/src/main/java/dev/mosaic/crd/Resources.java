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

/** What a container asks for and may use. */
@Fields
@ValidationRule(
        value =
                "!has(self.requests) || !has(self.limits) || self.requests.all(k, !(k in self.limits) || !isQuantity(string(self.requests[k])) || !isQuantity(string(self.limits[k])) || quantity(string(self.requests[k])).compareTo(quantity(string(self.limits[k]))) <= 0)",
        message = "a request is larger than its limit: lower the request or raise the limit")
public record Resources(
        @Size(max = 16) @JsonPropertyDescription(
                "What the scheduler of Kubernetes keeps free for the container, by name, such as cpu: 500m and memory: 4Gi.")
        Map<String, Quantity> requests,

        @Size(max = 16) @JsonPropertyDescription("What the container may use, by name. The JVM's heap is a part of the memory's limit.")
        Map<String, Quantity> limits) {
    /** Nothing is said. */
    public static final Resources NONE = new Resources(Map.of(), Map.of());

    public Resources {
        requests = Values.map(requests);
        limits = Values.map(limits);
    }

    /** The same with what is not said: these requests, or the limit where there is one; and the memory's request as its limit. */
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
