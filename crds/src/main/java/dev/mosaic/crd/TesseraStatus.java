package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.model.annotation.StatusReplicas;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a {@link Tessera} is, as its head says. */
@Fields
@JsonClassDescription("What the tessera is, as its head says.")
public record TesseraStatus(
        @Min(0) @JsonPropertyDescription("The metadata.generation that the operator has seen.") @Nullable Long observedGeneration,

        @JsonPropertyDescription("It in one word: Pending, Passive, Running, Moving, Failed or Suspended.") @Nullable TesseraPhase phase,

        @StatusReplicas @Min(0) @JsonPropertyDescription("1 where it is in memory.")
        Integer replicas,

        @Size(max = 253) @JsonPropertyDescription("The worker it lives in, as Mosaic calls it.") @Nullable String worker,

        @Size(max = 253) @JsonPropertyDescription("The pod of that worker.") @Nullable String pod,

        @Min(0) @JsonPropertyDescription("How often it came to live in another worker, as far as this head knows.")
        Integer restarts,

        @Min(0) @JsonPropertyDescription(
                "Which life it has, counted by the warehouse: one more with each worker it comes to live in, and each time it gets passive; from 1 again with other code.")
        @Nullable Long incarnation,

        @JsonPropertyDescription(
                "When its state was kept last, as 2026-01-31T12:00:00Z. While it is busy and nothing else changes, that is said each 5m.")
        @Nullable String lastSnapshot,

        @Size(max = 64) @JsonPropertyDescription("Stands for code and arguments of the life there is: another one, other code.")
        @Nullable String version,

        @Size(max = 512) @JsonPropertyDescription(
                "Where it is called: POST to this path and the method's name, at port api of the Service <cluster>-head.")
        @Nullable String address,

        @Size(max = 32) @JsonPropertyDescription("What is so and what is not: Accepted and Ready.")
        List<Condition> conditions) {
    public TesseraStatus {
        replicas = Objects.requireNonNullElse(replicas, 0);
        restarts = Objects.requireNonNullElse(restarts, 0);
        conditions = Values.list(conditions);
    }

    /** The same with another time of the last snapshot. */
    public TesseraStatus withLastSnapshot(@Nullable String time) {
        return new TesseraStatus(
                observedGeneration,
                phase,
                replicas,
                worker,
                pod,
                restarts,
                incarnation,
                time,
                version,
                address,
                conditions);
    }

    /** The condition of that type. */
    public Optional<Condition> condition(String type) {
        return conditions.stream().filter(each -> each.type().equals(type)).findFirst();
    }
}
