package dev.mosaic.operator.reason;

/** Why a condition is so, or what an Event tells: one word for programs. There are no others. */
public enum Reason {
    // The spec
    VALID("Valid"),
    RESERVED_NAME("ReservedName"),
    SECRET_NOT_FOUND("SecretNotFound"),
    IMAGE_UNKNOWN("ImageUnknown"),
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
    WRITE_REFUSED("WriteRefused"),
    NAME_TAKEN("NameTaken"),

    // What the operator did
    MADE_KEYS("MadeKeys"),
    RENEWED_KEYS("RenewedKeys"),
    CREATED_HEAD("CreatedHead"),
    REPLACED_HEAD("ReplacedHead"),
    REMOVED_DEAD_POD("RemovedDeadPod"),
    APPLIED_WAREHOUSE("AppliedWarehouse"),
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

    /** As it stands in conditions and Events. */
    public String word() {
        return word;
    }

    /** Whether somebody should look. */
    public boolean isTrouble() {
        return switch (this) {
            case RESERVED_NAME,
                    SECRET_NOT_FOUND,
                    IMAGE_UNKNOWN,
                    NOT_ACCEPTED,
                    CLUSTER_NOT_FOUND,
                    UNSCHEDULABLE,
                    CRASH_LOOP,
                    IMAGE_NOT_PULLED,
                    POD_NOT_STARTED,
                    WRITE_REFUSED,
                    NAME_TAKEN -> true;
            default -> false;
        };
    }
}
