package dev.mosaic.operator.reason;

import java.util.Arrays;

/** Why a condition is so, or what an Event tells: one word for programs. There are no others. */
public enum Reason {
    // The spec
    VALID("Valid"),
    UNREADABLE("Unreadable"),
    RESERVED_NAME("ReservedName"),
    SECRET_NOT_FOUND("SecretNotFound"),
    IMAGE_UNKNOWN("ImageUnknown"),
    VOLUME_CANNOT_SHRINK("VolumeCannotShrink"),
    NOT_ACCEPTED("NotAccepted"),

    // The cluster and its groups
    ALL_READY("AllReady"),
    HEAD_READY("HeadReady"),
    HEAD_NOT_READY("HeadNotReady"),
    WAREHOUSE_READY("WarehouseReady"),
    WAREHOUSE_NOT_READY("WarehouseNotReady"),
    WORKERS_NOT_READY("WorkersNotReady"),
    CLUSTER_NOT_FOUND("ClusterNotFound"),
    PROVISIONING("Provisioning"),
    PROVISIONED("Provisioned"),
    ROLLING_UPDATE("RollingUpdate"),
    SETTLED("Settled"),
    AS_DECLARED("AsDeclared"),
    SCHEDULED("Scheduled"),
    UNSCHEDULABLE("Unschedulable"),
    CRASH_LOOP("CrashLoop"),
    IMAGE_NOT_PULLED("ImageNotPulled"),
    POD_NOT_STARTED("PodNotStarted"),
    POD_FAILED("PodFailed"),
    PROGRESS_DEADLINE_EXCEEDED("ProgressDeadlineExceeded"),
    IDLE("Idle"),
    IN_USE("InUse"),
    HEAD_NOT_ASKED("HeadNotAsked"),
    SUSPENDED("Suspended"),
    SUSPENDING("Suspending"),
    WRITE_REFUSED("WriteRefused"),
    RECONCILE_FAILED("ReconcileFailed"),
    NAME_TAKEN("NameTaken"),

    // Autoscaling
    AUTOSCALED("Autoscaled"),
    PAUSED("Paused"),
    FOREIGN_OWNER("ForeignOwner"),
    DEMAND_UNSERVED("DemandUnserved"),

    // A job
    CLUSTER_NOT_READY("ClusterNotReady"),
    BACKOFF("Backoff"),
    JOB_SUSPENDED("JobSuspended"),
    JOB_NOT_SUSPENDED("JobNotSuspended"),
    STARTING("Starting"),
    RUNNING("Running"),
    STOPPING("Stopping"),
    ENDED("Ended"),
    SUCCEEDED("Succeeded"),
    NOT_SUCCEEDED("NotSucceeded"),
    NOT_FAILED("NotFailed"),
    APPLICATION_FAILED("ApplicationFailed"),
    OUT_OF_MEMORY("OutOfMemory"),
    ARTIFACT_FAILED("ArtifactFailed"),
    CLUSTER_FAILED("ClusterFailed"),
    PREEMPTED("Preempted"),
    EVICTED("Evicted"),
    NODE_LOST("NodeLost"),
    NOT_ADMITTED("NotAdmitted"),
    DELETED("Deleted"),
    BACKOFF_LIMIT_EXCEEDED("BackoffLimitExceeded"),
    START_DEADLINE_EXCEEDED("StartDeadlineExceeded"),
    ACTIVE_DEADLINE_EXCEEDED("ActiveDeadlineExceeded"),
    IMAGE_PULL_FAILED("ImagePullFailed"),

    // A tessera
    ARTIFACT_NOT_FOUND("ArtifactNotFound"),
    ARGS_TOO_LARGE("ArgsTooLarge"),
    REFUSED_BY_HEAD("RefusedByHead"),
    PASSIVE("Passive"),
    MOVING("Moving"),
    CANNOT_RUN("CannotRun"),
    STOPPED("Stopped"),

    // What the operator did
    STARTED_ATTEMPT("StartedAttempt"),
    STOPPED_PROGRAM("StoppedProgram"),
    CREATED_CLUSTER("CreatedCluster"),
    REMOVED_CLUSTER("RemovedCluster"),
    DELETED_IDLE_CLUSTER("DeletedIdleCluster"),
    MADE_KEYS("MadeKeys"),
    RENEWED_KEYS("RenewedKeys"),
    CREATED_HEAD("CreatedHead"),
    REPLACED_HEAD("ReplacedHead"),
    REMOVED_DEAD_POD("RemovedDeadPod"),
    CREATED_WAREHOUSE("CreatedWarehouse"),
    REPLACED_WAREHOUSE("ReplacedWarehouse"),
    GREW_VOLUME("GrewVolume"),
    VOLUME_NOT_GROWN("VolumeNotGrown"),
    CHANGED_DELETION_POLICY("ChangedDeletionPolicy"),
    HEALED_DRIFT("HealedDrift"),
    CREATED_GROUP("CreatedGroup"),
    REMOVED_GROUP("RemovedGroup"),
    SCALED_GROUP("ScaledGroup"),
    CREATED_WORKERS("CreatedWorkers"),
    REMOVED_WORKER("RemovedWorker"),
    UPDATED_WORKER("UpdatedWorker");

    private final String word;

    Reason(String word) {
        this.word = word;
    }

    /** The one that is written so; {@link #AS_DECLARED} for words of another version. */
    public static Reason of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word.equals(word))
                .findFirst()
                .orElse(AS_DECLARED);
    }

    /** As it stands in conditions and Events. */
    public String word() {
        return word;
    }

    /** Whether somebody should look. */
    public boolean isTrouble() {
        return switch (this) {
            case UNREADABLE,
                    RESERVED_NAME,
                    SECRET_NOT_FOUND,
                    IMAGE_UNKNOWN,
                    VOLUME_CANNOT_SHRINK,
                    VOLUME_NOT_GROWN,
                    NOT_ACCEPTED,
                    CLUSTER_NOT_FOUND,
                    UNSCHEDULABLE,
                    CRASH_LOOP,
                    IMAGE_NOT_PULLED,
                    POD_NOT_STARTED,
                    DEMAND_UNSERVED,
                    ARTIFACT_NOT_FOUND,
                    ARGS_TOO_LARGE,
                    REFUSED_BY_HEAD,
                    CANNOT_RUN,
                    PROGRESS_DEADLINE_EXCEEDED,
                    APPLICATION_FAILED,
                    OUT_OF_MEMORY,
                    ARTIFACT_FAILED,
                    CLUSTER_FAILED,
                    BACKOFF_LIMIT_EXCEEDED,
                    START_DEADLINE_EXCEEDED,
                    ACTIVE_DEADLINE_EXCEEDED,
                    IMAGE_PULL_FAILED,
                    WRITE_REFUSED,
                    RECONCILE_FAILED,
                    POD_FAILED,
                    NAME_TAKEN -> true;
            default -> false;
        };
    }
}
