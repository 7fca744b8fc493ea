package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a {@link Tessera} takes of what its node offers, as Mosaic counts it. */
@Fields
public record TesseraResources(
        @Default("0")
        @Min(0) @Max(10_000) @JsonPropertyDescription("Processors; 0 unless said. Counted where it is placed, not enforced.")
        Double cpus,

        @Default("0")
        @Min(0) @Max(64) @JsonPropertyDescription("Devices such as GPUs; whole ones, or a part of one, such as 0.5. None unless said.")
        Double gpus,

        @JsonPropertyDescription("Memory, such as 512Mi; none unless said. Counted where it is placed, not enforced.")
        @Nullable Quantity memory,

        @Size(max = 16) @ValidationRule(value = "self.all(k, self[k] >= 0.0)", message = "an amount of a label is not negative")
        @JsonPropertyDescription("Amounts of what nodes offer under labels of one's own, by label.")
        Map<String, Double> labels) {
    /** Nothing. */
    public static final TesseraResources NONE = new TesseraResources(0.0, 0.0, null, Map.of());

    public TesseraResources {
        cpus = Objects.requireNonNullElse(cpus, 0.0);
        gpus = Objects.requireNonNullElse(gpus, 0.0);
        labels = Values.map(labels);
    }

    public long memoryBytes() {
        return memory == null ? 0 : memory.getNumericalAmount().longValue();
    }
}
