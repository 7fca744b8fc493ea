package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The spec of a {@link MosaicJob}: the program, its cluster, and the handling of failures. */
@Fields
@JsonClassDescription(
        "The program, its cluster, and the handling of failures. Only suspend, activeDeadline and ttlAfterFinished can change; while the job is suspended, also main.nodeSelector and main.tolerations.")
@ValidationRule(
        value = "has(self.clusterRef) != has(self.clusterTemplate)",
        message = "give either clusterRef (an existing cluster) or clusterTemplate (a cluster for this job)")
@ValidationRule(
        value = "self.retry.policy != 'NewCluster' || has(self.clusterTemplate)",
        message = "retry.policy NewCluster needs clusterTemplate: a cluster that others use is not made anew")
@ValidationRule(
        value =
                "has(self.clusterRef) == has(oldSelf.clusterRef) && (!has(self.clusterRef) || self.clusterRef == oldSelf.clusterRef)",
        message = MosaicJobSpec.FIXED)
@ValidationRule(
        value =
                "has(self.clusterTemplate) == has(oldSelf.clusterTemplate) && (!has(self.clusterTemplate) || self.clusterTemplate == oldSelf.clusterTemplate)",
        message = MosaicJobSpec.FIXED)
@ValidationRule(
        value = "has(self.clusterTemplate) || !has(self.clusterMetadata)",
        message = "clusterMetadata needs clusterTemplate")
@ValidationRule(
        value =
                "has(self.clusterMetadata) == has(oldSelf.clusterMetadata) && (!has(self.clusterMetadata) || self.clusterMetadata == oldSelf.clusterMetadata)",
        message = MosaicJobSpec.FIXED)
@ValidationRule(
        value =
                "has(self.failurePolicy) == has(oldSelf.failurePolicy) && (!has(self.failurePolicy) || self.failurePolicy == oldSelf.failurePolicy)",
        message = MosaicJobSpec.FIXED)
@ValidationRule(
        value =
                "has(self.startDeadline) == has(oldSelf.startDeadline) && (!has(self.startDeadline) || self.startDeadline == oldSelf.startDeadline)",
        message = MosaicJobSpec.FIXED)
@ValidationRule(
        value =
                "has(self.managedBy) == has(oldSelf.managedBy) && (!has(self.managedBy) || self.managedBy == oldSelf.managedBy)",
        message = MosaicJobSpec.FIXED)
@ValidationRule(
        value = "self.main == oldSelf.main || ((self.suspend || oldSelf.suspend) && " + MosaicJobSpec.SAME_PROGRAM
                + ")",
        message = MosaicJobSpec.FIXED)
public record MosaicJobSpec(
        @JsonPropertyDescription("An existing cluster on which the job runs. It stays when the job ends.") @Nullable ClusterReference clusterRef,

        @JsonPropertyDescription("The spec of a cluster that is made for this job.") @Nullable MosaicClusterSpec clusterTemplate,

        @JsonPropertyDescription("Labels and annotations of the cluster of this job. Those of the operator win.")
        @Nullable OverlayMetadata clusterMetadata,

        @Required
        @JsonPropertyDescription(
                "The program. It runs in a separate pod and connects to the cluster by Mosaic.fromEnvironment().")
        ProgramSpec main,

        @Default("false")
        @JsonPropertyDescription(
                "Whether the job is suspended: nothing is created, and running pods and the job's own cluster are stopped; false by default. Queues such as Kueue set this field, and may set main.nodeSelector and main.tolerations with it.")
        Boolean suspend,

        @Size(min = 1, max = 63) @ValidationRule(
                value = "self.matches('^[a-z0-9.-]+/[A-Za-z0-9._-]+$')",
                message = "write who it is as a domain and a word, such as kueue.x-k8s.io/multikueue")
        @JsonPropertyDescription(
                "Name of the controller that manages this job, if it is not this operator. This operator then ignores the job.")
        @Nullable String managedBy,

        @Default("0")
        @Min(0) @Max(1000) @ValidationRule(value = "self == oldSelf", message = MosaicJobSpec.FIXED)
        @JsonPropertyDescription(
                "How many failed attempts are tolerated; 0 by default. One more failed attempt fails the job.")
        Integer backoffLimit,

        @Default("{}")
        @ValidationRule(value = "self == oldSelf", message = MosaicJobSpec.FIXED)
        @JsonPropertyDescription("When and on which cluster the next attempt runs.")
        RetrySpec retry,

        @JsonPropertyDescription("Rules for what happens after a failed attempt, instead of the default.")
        FailurePolicySpec failurePolicy,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long each attempt may wait until main runs: for its cluster, a node, the image. No limit by default.")
        @Nullable String startDeadline,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long the job may take from its first pod on, with all attempts and pauses. The time starts again when the job is resumed; no limit by default.")
        @Nullable String activeDeadline,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long after its end the job is deleted, with its pods and its own cluster. Never by default.")
        @Nullable String ttlAfterFinished,

        @Default("{}")
        @ValidationRule(value = "self == oldSelf", message = MosaicJobSpec.FIXED)
        @JsonPropertyDescription("What happens to the job's own cluster when the job ends.")
        CleanupSpec cleanup) {
    static final String FIXED =
            "only suspend, activeDeadline and ttlAfterFinished of a job can change, and nodeSelector and tolerations of main while it is suspended: make another job for another thing";

    /** All of a program but the nodes that it may run on, which queues write before they let it go. */
    static final String SAME_PROGRAM = "self.main.className == oldSelf.main.className"
            + " && has(self.main.artifacts) == has(oldSelf.main.artifacts) && (!has(self.main.artifacts) || self.main.artifacts == oldSelf.main.artifacts)"
            + " && has(self.main.artifactStore) == has(oldSelf.main.artifactStore) && (!has(self.main.artifactStore) || self.main.artifactStore == oldSelf.main.artifactStore)"
            + " && has(self.main.args) == has(oldSelf.main.args) && (!has(self.main.args) || self.main.args == oldSelf.main.args)"
            + " && has(self.main.env) == has(oldSelf.main.env) && (!has(self.main.env) || self.main.env == oldSelf.main.env)"
            + " && has(self.main.jvmArguments) == has(oldSelf.main.jvmArguments) && (!has(self.main.jvmArguments) || self.main.jvmArguments == oldSelf.main.jvmArguments)"
            + " && has(self.main.resources) == has(oldSelf.main.resources) && (!has(self.main.resources) || self.main.resources == oldSelf.main.resources)"
            + " && has(self.main.affinity) == has(oldSelf.main.affinity) && (!has(self.main.affinity) || self.main.affinity == oldSelf.main.affinity)"
            + " && has(self.main.topologySpreadConstraints) == has(oldSelf.main.topologySpreadConstraints) && (!has(self.main.topologySpreadConstraints) || self.main.topologySpreadConstraints == oldSelf.main.topologySpreadConstraints)"
            + " && has(self.main.priorityClassName) == has(oldSelf.main.priorityClassName) && (!has(self.main.priorityClassName) || self.main.priorityClassName == oldSelf.main.priorityClassName)"
            + " && has(self.main.serviceAccountName) == has(oldSelf.main.serviceAccountName) && (!has(self.main.serviceAccountName) || self.main.serviceAccountName == oldSelf.main.serviceAccountName)"
            + " && has(self.main.template) == has(oldSelf.main.template) && (!has(self.main.template) || self.main.template == oldSelf.main.template)";

    /** The name of this operator in {@code managedBy}. */
    public static final String OPERATOR = "mosaic.dev/mosaic-operator";

    /** In the place of one that cannot be read: of a job without a program. */
    static final MosaicJobSpec UNREADABLE = new MosaicJobSpec(
            new ClusterReference(""),
            null,
            null,
            new ProgramSpec(
                    "",
                    List.of(),
                    null,
                    List.of(),
                    Map.of(),
                    List.of(),
                    Resources.NONE,
                    Map.of(),
                    List.of(),
                    null,
                    List.of(),
                    null,
                    null,
                    PodOverlay.NONE),
            false,
            null,
            0,
            RetrySpec.DEFAULT,
            FailurePolicySpec.NONE,
            null,
            null,
            null,
            CleanupSpec.DEFAULT);

    public MosaicJobSpec {
        suspend = Objects.requireNonNullElse(suspend, false);
        backoffLimit = Objects.requireNonNullElse(backoffLimit, 0);
        retry = Objects.requireNonNullElse(retry, RetrySpec.DEFAULT);
        failurePolicy = Objects.requireNonNullElse(failurePolicy, FailurePolicySpec.NONE);
        cleanup = Objects.requireNonNullElse(cleanup, CleanupSpec.DEFAULT);
    }

    /** A copy that is suspended or not. */
    public MosaicJobSpec withSuspend(boolean held) {
        return with(main, held);
    }

    /** A copy with another program. */
    public MosaicJobSpec withMain(ProgramSpec program) {
        return with(program, suspend);
    }

    private MosaicJobSpec with(ProgramSpec program, boolean held) {
        return new MosaicJobSpec(
                clusterRef,
                clusterTemplate,
                clusterMetadata,
                program,
                held,
                managedBy,
                backoffLimit,
                retry,
                failurePolicy,
                startDeadline,
                activeDeadline,
                ttlAfterFinished,
                cleanup);
    }

    /** Whether another controller manages this job, so that this operator ignores it. */
    public boolean leftToOthers() {
        return managedBy != null && !managedBy.equals(OPERATOR);
    }

    /** How long each attempt may wait until main runs; empty if there is no limit. */
    public Optional<Duration> mostWait() {
        return Optional.ofNullable(startDeadline).map(Durations::of);
    }

    /** How long the whole job may take; empty if there is no limit. */
    public Optional<Duration> mostTime() {
        return Optional.ofNullable(activeDeadline).map(Durations::of);
    }

    /** How long the job stays after its end; empty if it is not deleted. */
    public Optional<Duration> stay() {
        return Optional.ofNullable(ttlAfterFinished).map(Durations::of);
    }
}
