package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keys and network policies: the access to the cluster. All pods have keys, whatever is said here. */
@Fields
public record SecuritySpec(
        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "Secret of your own with ca.crt, tls.crt, tls.key and token, for all pods; call.token, deploy.token and admin.token for http clients, else token opens all. By default the operator makes an authority and <cluster>-keys.")
        @Nullable String keysSecretName,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "Secret of your own with token, and call.token, deploy.token and admin.token where those are not to be made; the operator puts them into <cluster>-keys. Then keysSecretName needs no token, as a Secret that cert-manager makes.")
        @Nullable String tokenSecretName,

        @Default("{}") @JsonPropertyDescription("Which traffic is let through to and from the pods.")
        NetworkPolicySpec networkPolicy) {
    /** Keys by the operator, and a policy. */
    public static final SecuritySpec DEFAULT = new SecuritySpec(null, null, NetworkPolicySpec.DEFAULT);

    public SecuritySpec {
        networkPolicy = Objects.requireNonNullElse(networkPolicy, NetworkPolicySpec.DEFAULT);
    }

    /** The user's Secret that pods mount as it is; null where they mount one that the operator makes. */
    public @Nullable String mountedSecretName() {
        return tokenSecretName == null ? keysSecretName : null;
    }
}
