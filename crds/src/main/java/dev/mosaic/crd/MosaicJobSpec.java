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

/** What is to run, where, and what follows from failures. */
@Fields
@JsonClassDescription(
        "What is to run, where, and what follows from failures. Only suspend, activeDeadline and ttlAfterFinished can change, and while it is suspended main.nodeSelector and main.tolerations.")
@ValidationRule(
        value = "has(self.clusterRef) != has(self.clusterTemplate)",
        message = "give clusterRef (a cluster that there is) or clusterTemplate (one of its own), one of them")
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
        message = "clusterMetadata is of a cluster of its own: write clusterTemplate too")
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
        @JsonPropertyDescription("The cluster on which it runs, which stays when it ends.") @Nullable ClusterReference clusterRef,

        @JsonPropertyDescription("The spec of a cluster of its own, which is made for it.") @Nullable MosaicClusterSpec clusterTemplate,

        @JsonPropertyDescription("Labels and annotations of the cluster of its own. The operator's own win.") @Nullable OverlayMetadata clusterMetadata,

        @Required
        @JsonPropertyDescription("The program. It joins the cluster from a pod beside it, by Mosaic.fromEnvironment().")
        ProgramSpec main,

        @Default("false")
        @JsonPropertyDescription(
                "Hold it: nothing is made, and what runs is stopped, its own cluster too; false by default. Queues such as Kueue write it, and may write main.nodeSelector and main.tolerations with it.")
        Boolean suspend,

        @Size(min = 1, max = 63) @ValidationRule(
                value = "self.matches('^[a-z0-9.-]+/[A-Za-z0-9._-]+$')",
                message = "write who it is as a domain and a word, such as kueue.x-k8s.io/multikueue")
        @JsonPropertyDescription("Who reconciles it, if not this operator, which leaves it alone then.")
        @Nullable String managedBy,

        @Default("0")
        @Min(0) @Max(1000) @ValidationRule(value = "self == oldSelf", message = MosaicJobSpec.FIXED)
        @JsonPropertyDescription("How many attempts may fail before the one that fails the job; 0 by default.")
        Integer backoffLimit,

        @Default("{}")
        @ValidationRule(value = "self == oldSelf", message = MosaicJobSpec.FIXED)
        @JsonPropertyDescription("When and where the next attempt is.")
        RetrySpec retry,

        @JsonPropertyDescription("What follows from failures, where the usual is not wanted.")
        FailurePolicySpec failurePolicy,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long each attempt may wait until main runs: for its cluster, a node, the image. No limit by default.")
        @Nullable String startDeadline,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long it may take from its first pod on, with all attempts and pauses; anew when it is resumed. No limit by default.")
        @Nullable String activeDeadline,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long after its end the job is deleted, with its pods and its own cluster. Never by default.")
        @Nullable String ttlAfterFinished,

        @Default("{}")
        @ValidationRule(value = "self == oldSelf", message = MosaicJobSpec.FIXED)
        @JsonPropertyDescription("What becomes of its own cluster at the end.")
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

    /** Who reconciles, where it is written. */
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

    /** The same, held or not. */
    public MosaicJobSpec withSuspend(boolean held) {
        return with(main, held);
    }

    /** The same with another program. */
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

    /** Whether this operator is to leave it alone. */
    public boolean leftToOthers() {
        return managedBy != null && !managedBy.equals(OPERATOR);
    }

    /** As long as each attempt may wait. */
    public Optional<Duration> mostWait() {
        return Optional.ofNullable(startDeadline).map(Durations::of);
    }

    /** As long as all of it may take. */
    public Optional<Duration> mostTime() {
        return Optional.ofNullable(activeDeadline).map(Durations::of);
    }

    /** As long as it stays after its end. */
    public Optional<Duration> stay() {
        return Optional.ofNullable(ttlAfterFinished).map(Durations::of);
    }
}
