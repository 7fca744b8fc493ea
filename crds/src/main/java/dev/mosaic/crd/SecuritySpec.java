package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings for access to the cluster: keys and network policies. All pods have keys, even if nothing is set here. */
@Fields
public record SecuritySpec(
        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "A Secret with your ca.crt, tls.crt, tls.key and token for all pods, and with call.token, deploy.token and admin.token for http clients; without these three, token gives full access. By default the operator creates an authority and the Secret <cluster>-keys.")
        @Nullable String keysSecretName,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "A Secret with your token, and with call.token, deploy.token and admin.token if the operator shall not create them; the operator copies them into <cluster>-keys. Then the Secret keysSecretName, such as one made by cert-manager, needs no token.")
        @Nullable String tokenSecretName,

        @Default("{}") @JsonPropertyDescription("Which traffic to and from the pods is allowed.")
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
