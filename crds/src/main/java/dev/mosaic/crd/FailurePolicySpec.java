package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** The rules that determine what happens after a failed attempt of a job. */
@Fields
public record FailurePolicySpec(
        @Size(max = 20) @JsonPropertyDescription(
                "The first rule that matches the end of an attempt is applied. If no rule matches, preemption, eviction, loss of the node and deletion of the pod do not count as failures; all other ends do.")
        List<FailureRule> rules) {
    /** No rule. */
    public static final FailurePolicySpec NONE = new FailurePolicySpec(List.of());

    public FailurePolicySpec {
        rules = Values.list(rules);
    }
}
