package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The resources of its node that a {@link Tessera} needs, as Mosaic counts them. */
@Fields
public record TesseraResources(
        @Default("0")
        @ValidationRule(
                value = "!isQuantity(string(self)) || !quantity(string(self)).isGreaterThan(quantity('10k'))",
                message = "cpus is 10000 at most")
        @JsonPropertyDescription(
                "Number of processors, such as 2 or 500m; 0 by default. It is for scheduling only, and not enforced.")
        Quantity cpus,

        @Default("0")
        @ValidationRule(
                value = "!isQuantity(string(self)) || !quantity(string(self)).isGreaterThan(quantity('64'))",
                message = "gpus is 64 at most")
        @JsonPropertyDescription(
                "Number of devices, such as GPUs: whole ones, or a part of one, such as 500m. None by default.")
        Quantity gpus,

        @JsonPropertyDescription("Memory, such as 512Mi; none by default. It is for scheduling only, and not enforced.")
        @Nullable Quantity memory,

        @Size(max = 16) @JsonPropertyDescription(
                "Amounts of custom resources, such as 1 or 500m, by their names in capacity of a worker group.")
        Map<String, Quantity> labels) {
    private static final Quantity NOTHING = new Quantity("0");

    /** Nothing. */
    public static final TesseraResources NONE = new TesseraResources(NOTHING, NOTHING, null, Map.of());

    public TesseraResources {
        cpus = Objects.requireNonNullElse(cpus, NOTHING);
        gpus = Objects.requireNonNullElse(gpus, NOTHING);
        labels = Values.map(labels);
    }

    /** Processors. */
    public double cpuAmount() {
        return cpus.getNumericalAmount().doubleValue();
    }

    /** Devices. */
    public double gpuAmount() {
        return gpus.getNumericalAmount().doubleValue();
    }

    /** The amounts of custom resources. */
    public Map<String, Double> labelAmounts() {
        Map<String, Double> amounts = new LinkedHashMap<>();
        labels.forEach(
                (name, amount) -> amounts.put(name, amount.getNumericalAmount().doubleValue()));
        return amounts;
    }

    public long memoryBytes() {
        return memory == null ? 0 : memory.getNumericalAmount().longValue();
    }
}
