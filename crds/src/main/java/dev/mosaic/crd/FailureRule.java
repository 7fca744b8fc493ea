package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rule that determines what happens after one kind of failure. */
@Fields
@ValidationRule(
        value = "has(self.onReasons) != has(self.onExitCodes)",
        message = "give onReasons or onExitCodes, one of them: two rules say both")
public record FailureRule(
        @Size(min = 1, max = 16) @ValidationRule(
                value =
                        "self.all(r, !(r in ['Succeeded', 'Suspended', 'StartDeadlineExceeded', 'ActiveDeadlineExceeded']))",
                message = "a rule is about failures: success, suspension and deadlines have no other outcome")
        @JsonPropertyDescription("The rule matches attempts that ended for one of these reasons.")
        List<AttemptEnd> onReasons,

        @Size(min = 1, max = 64) @ValidationRule(
                value = "self.all(c, c >= 1 && c <= 255)",
                message = "an exit code of a failure is from 1 to 255")
        @JsonPropertyDescription("The rule matches attempts whose main ended with one of these exit codes.")
        List<Integer> onExitCodes,

        @Required @JsonPropertyDescription("What happens if the rule matches: Retry, RetryWithoutCounting or Fail.")
        FailureAction action) {
    public FailureRule {
        onReasons = Values.list(onReasons);
        onExitCodes = Values.list(onExitCodes);
    }

    /** Whether this rule matches such an end. */
    public boolean matches(AttemptEnd end, @Nullable Integer exitCode) {
        boolean isSuchCode = exitCode != null && end == AttemptEnd.APPLICATION_FAILED && onExitCodes.contains(exitCode);
        return isSuchCode || onReasons.contains(end);
    }
}
