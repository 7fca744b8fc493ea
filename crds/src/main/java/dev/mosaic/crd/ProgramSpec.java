package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A program: a class with a main, and what it needs. */
@Fields
@ValidationRule(
        value =
                "has(self.artifactStore) || !has(self.artifacts) || !self.artifacts.exists(a, a.uri.startsWith('s3://'))",
        message =
                "an artifact with s3:// needs artifactStore: the server's endpoint, and the Secret with its keys where there is one")
public record ProgramSpec(
        @Required
        @Size(min = 1, max = 512) @ValidationRule(
                value = "self.matches('^([A-Za-z_$][A-Za-z0-9_$]*[.])*[A-Za-z_$][A-Za-z0-9_$]*$')",
                message = "write the class with its package, such as com.example.Main")
        @JsonPropertyDescription("The class with the main method, such as com.example.Main.")
        String className,

        @Size(max = 16) @JsonPropertyDescription("What its class path has beside Mosaic, in this order: jars, or folders in the image.")
        List<ArtifactSpec> artifacts,

        @JsonPropertyDescription("The server of artifacts with s3://.") @Nullable
        ArtifactStoreSpec artifactStore,

        @Size(max = 256) @JsonPropertyDescription("Arguments of main.")
        List<String> args,

        @Size(max = 64) @ValidationRule(
                value = "self.all(k, k.matches('^[A-Za-z_][A-Za-z0-9_]*$'))",
                message = "a variable has letters, digits and '_', the first no digit")
        @ValidationRule(
                value = "!('MOSAIC_ADDRESS' in self) && !('MOSAIC_KEYS' in self) && !('POD_IP' in self)",
                message = "MOSAIC_ADDRESS, MOSAIC_KEYS and POD_IP are the operator's own: they lead to the cluster")
        @JsonPropertyDescription("Variables of its environment. From Secrets they come by template.")
        Map<String, String> env,

        @Size(max = 64) @ValidationRule(
                value = "self.all(a, a.startsWith('-'))",
                message = "arguments of the JVM begin with '-'; those of main are args")
        @JsonPropertyDescription("Arguments for its JVM, such as -Xmx4g, one by one.")
        List<String> jvmArguments,

        @JsonPropertyDescription(
                "Requests and limits of its pod. By default, 500m CPU and 1Gi memory are requested, and the memory's limit is its request.")
        Resources resources,

        @Size(max = 32) @JsonPropertyDescription("Labels that a node must have for its pod, beside the cluster's.")
        Map<String, String> nodeSelector,

        @Size(max = 32) @JsonPropertyDescription("Taints of nodes that its pod puts up with, beside the cluster's.")
        List<TolerationSpec> tolerations,

        @JsonPropertyDescription(
                "An Affinity of Kubernetes: near which nodes and pods its pod runs; the cluster's by default.")
        @Nullable JsonNode affinity,

        @Size(max = 16) @JsonPropertyDescription(
                "TopologySpreadConstraints of Kubernetes for its pod; the cluster's by default. Without labelSelector they count the pods of the same job.")
        List<JsonNode> topologySpreadConstraints,

        @Size(min = 1, max = 253) @JsonPropertyDescription("PriorityClass of its pod; the cluster's by default.")
        @Nullable String priorityClassName,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "ServiceAccount of its pod, which you make; <cluster>-runtime, which all pods have, by default. It is for an identity with the artifact store, which the program has, too.")
        @Nullable String serviceAccountName,

        @JsonPropertyDescription("What is laid over its pod.")
        PodOverlay template) {
    public ProgramSpec {
        artifacts = Values.list(artifacts);
        args = Values.list(args);
        env = Values.map(env);
        jvmArguments = Values.list(jvmArguments);
        resources = Objects.requireNonNullElse(resources, Resources.NONE);
        nodeSelector = Values.map(nodeSelector);
        tolerations = Values.list(tolerations);
        topologySpreadConstraints = Values.list(topologySpreadConstraints);
        template = Objects.requireNonNullElse(template, PodOverlay.NONE);
    }

    /** The same with other artifacts. */
    public ProgramSpec withArtifacts(List<ArtifactSpec> others) {
        return new ProgramSpec(
                className,
                others,
                artifactStore,
                args,
                env,
                jvmArguments,
                resources,
                nodeSelector,
                tolerations,
                affinity,
                topologySpreadConstraints,
                priorityClassName,
                serviceAccountName,
                template);
    }

    /** Where its pods may run. */
    public PodPlacement placement() {
        return new PodPlacement(nodeSelector, tolerations, affinity, topologySpreadConstraints, priorityClassName);
    }

    /** With what is not said. */
    public Resources wholeResources() {
        return resources.orElse("500m", "1Gi");
    }
}
