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

/** The status of a {@link Tessera}, as the head of its cluster reports it. */
@Fields
@JsonClassDescription("The state of the tessera, as the head of its cluster reports it.")
public record TesseraStatus(
        @Min(0) @JsonPropertyDescription("The metadata.generation that the operator has seen.") @Nullable Long observedGeneration,

        @JsonPropertyDescription(
                "State of the tessera in one word: Pending, Passive, Running, Moving, Failed or Suspended.")
        @Nullable TesseraPhase phase,

        @StatusReplicas @Min(0) @JsonPropertyDescription("1 if the tessera is in the memory of a worker, otherwise 0.")
        Integer replicas,

        @Size(max = 253) @JsonPropertyDescription("Uid of the worker that has the tessera.") @Nullable String worker,

        @Size(max = 253) @JsonPropertyDescription("Name of the pod of this worker.") @Nullable String pod,

        @Min(0) @JsonPropertyDescription("How often the tessera was placed in another worker, as far as this head knows.")
        Integer restarts,

        @Min(0) @JsonPropertyDescription(
                "Number that the warehouse increments each time the tessera is placed in a worker or passivated. With new code it starts again from 1.")
        @Nullable Long incarnation,

        @JsonPropertyDescription(
                "Time when the state was stored last, such as 2026-01-31T12:00:00Z. While the tessera is busy and nothing else changes, this field is updated every 5m.")
        @Nullable String lastSnapshot,

        @Size(max = 64) @JsonPropertyDescription(
                "Version of the code and arguments with which the tessera runs. It changes when they change.")
        @Nullable String version,

        @Size(max = 512) @JsonPropertyDescription(
                "Path for calls: POST to this path followed by the name of the method, at port api of the Service <cluster>-head.")
        @Nullable String address,

        @Size(max = 32) @JsonPropertyDescription("Conditions of the tessera: Accepted and Ready.")
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
