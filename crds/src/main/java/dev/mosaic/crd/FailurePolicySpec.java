package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What follows from failures. */
@Fields
public record FailurePolicySpec(
        @Size(max = 20) @JsonPropertyDescription(
                "The first rule that is about an attempt's end says what is done. Without one, preemption, eviction, loss of the node and deletion of the pod do not count, and all else does.")
        List<FailureRule> rules) {
    /** No rule. */
    public static final FailurePolicySpec NONE = new FailurePolicySpec(List.of());

    public FailurePolicySpec {
        rules = Values.list(rules);
    }
}
