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

/** The program of a job: a class with a main method, its class path, and the settings of its pod. */
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

        @Size(max = 16) @JsonPropertyDescription(
                "Class path of the program, in addition to Mosaic and in this order: jars, or folders in the image.")
        List<ArtifactSpec> artifacts,

        @JsonPropertyDescription("S3 server from which artifacts with s3:// addresses are fetched.") @Nullable
        ArtifactStoreSpec artifactStore,

        @Size(max = 256) @JsonPropertyDescription("Arguments of main.")
        List<String> args,

        @Size(max = 64) @ValidationRule(
                value = "self.all(k, k.matches('^[A-Za-z_][A-Za-z0-9_]*$'))",
                message = "a variable has letters, digits and '_', the first no digit")
        @ValidationRule(
                value = "!('MOSAIC_ADDRESS' in self) && !('MOSAIC_KEYS' in self) && !('POD_IP' in self)",
                message = "MOSAIC_ADDRESS, MOSAIC_KEYS and POD_IP are the operator's own: they lead to the cluster")
        @JsonPropertyDescription("Environment variables of the program. For variables from Secrets, use template.")
        Map<String, String> env,

        @Size(max = 64) @ValidationRule(
                value = "self.all(a, a.startsWith('-'))",
                message = "arguments of the JVM begin with '-'; those of main are args")
        @JsonPropertyDescription("Arguments for the JVM of the program, such as -Xmx4g, as separate items.")
        List<String> jvmArguments,

        @JsonPropertyDescription(
                "Requests and limits of its pod. By default, 500m CPU and 1Gi memory are requested, and the memory's limit is its request.")
        Resources resources,

        @Size(max = 32) @JsonPropertyDescription(
                "Labels that a node must have for the program's pod, in addition to those of the cluster.")
        Map<String, String> nodeSelector,

        @Size(max = 32) @JsonPropertyDescription(
                "Taints of nodes that the program's pod tolerates, in addition to those of the cluster.")
        List<TolerationSpec> tolerations,

        @JsonPropertyDescription(
                "An Affinity of Kubernetes, which sets near which nodes and pods the program's pod runs; by default that of the cluster.")
        @Nullable JsonNode affinity,

        @Size(max = 16) @JsonPropertyDescription(
                "TopologySpreadConstraints of Kubernetes for its pod; the cluster's by default. Without labelSelector they count the pods of the same job.")
        List<JsonNode> topologySpreadConstraints,

        @Size(min = 1, max = 253) @JsonPropertyDescription("PriorityClass of its pod; the cluster's by default.")
        @Nullable String priorityClassName,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "ServiceAccount of the program's pod, which you create; by default <cluster>-runtime, as for all pods. It gives the pod an identity for the artifact store, which the program can use, too.")
        @Nullable String serviceAccountName,

        @JsonPropertyDescription("A strategic merge patch for the program's pod.")
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

    /** The nodes on which the pod of the program may run. */
    public PodPlacement placement() {
        return new PodPlacement(nodeSelector, tolerations, affinity, topologySpreadConstraints, priorityClassName);
    }

    /** A copy with all defaults. */
    public Resources wholeResources() {
        return resources.orElse("500m", "1Gi");
    }
}
