package dev.mosaic.operator.status;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.Endpoints;
import dev.mosaic.crd.HeadStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import dev.mosaic.crd.Phase;
import dev.mosaic.crd.Unreadable;
import dev.mosaic.crd.WarehouseStatus;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.crd.WorkerGroupStatus;
import dev.mosaic.crd.WorkersStatus;
import dev.mosaic.headapi.Ports;
import dev.mosaic.operator.desired.Desired;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.snapshot.Trouble;
import dev.mosaic.operator.validate.Problem;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a cluster says about itself. */
public final class ClusterStatuses {
    private static final String READY = "Ready";
    private static final String HEAD_READY = "HeadReady";
    private static final String WAREHOUSE_READY = "WarehouseReady";

    /** Why a group is not ready, where that is for somebody to mend. */
    private static final Set<Reason> TROUBLES = EnumSet.of(
            Reason.WRITE_REFUSED,
            Reason.RECONCILE_FAILED,
            Reason.CRASH_LOOP,
            Reason.IMAGE_NOT_PULLED,
            Reason.POD_NOT_STARTED,
            Reason.POD_FAILED);

    private ClusterStatuses() {}

    /**
     * Its status.
     *
     * @param desired empty where the spec has problems
     */
    public static MosaicClusterStatus of(
            ClusterSnapshot snapshot,
            List<Problem> problems,
            List<Refusal> refusals,
            Optional<Desired> desired,
            Rest rest) {
        MosaicCluster cluster = snapshot.cluster();
        String name = cluster.getMetadata().getName();
        MosaicClusterStatus before = cluster.getStatus();
        long generation = Objects.requireNonNullElse(cluster.getMetadata().getGeneration(), 0L);
        Conditions conditions =
                new Conditions(before == null ? List.of() : before.conditions(), generation, snapshot.now());
        List<WorkerGroupStatus> groups = groups(snapshot);

        Optional<Pod> head = newest(snapshot.heads(), Pods::lives);
        boolean headReady = head.filter(Pods::ready).isPresent();
        boolean warehouseReady = snapshot.warehouse().stream().anyMatch(Pods::ready);
        Optional<Trouble> trouble = troubles(snapshot).findFirst();
        accepted(conditions, problems);
        conditions.say(
                HEAD_READY,
                headReady,
                headReady ? Reason.HEAD_READY : Reason.HEAD_NOT_READY,
                headReady ? "" : words(snapshot.heads()));
        conditions.say(
                WAREHOUSE_READY,
                warehouseReady,
                warehouseReady ? Reason.WAREHOUSE_READY : Reason.WAREHOUSE_NOT_READY,
                warehouseReady ? "" : words(snapshot.warehouse()));
        boolean isResting = rest.suspension().isPresent();
        boolean isReady = isResting
                ? resting(conditions, rest)
                : ready(
                        conditions,
                        problems,
                        headReady,
                        warehouseReady,
                        missing(cluster, conditions.was(READY), groups));
        boolean wasProvisioned = conditions.was("Provisioned");
        boolean isUpdating = !isResting && isUpdating(snapshot, desired);
        progressing(conditions, snapshot, problems, isReady, isUpdating, desired, rest);
        degraded(
                conditions,
                problems,
                refusals,
                trouble,
                !isResting && wasProvisioned && !(headReady && warehouseReady));
        RestConditions.say(conditions, cluster, rest);
        if (isReady || wasProvisioned) {
            conditions.say("Provisioned", true, Reason.PROVISIONED, "");
        }
        return new MosaicClusterStatus(
                generation,
                phase(cluster, conditions.all(), isUpdating, wasProvisioned, rest),
                conditions.all(),
                Versions.words(snapshot),
                desired.map(Desired::revision).orElse(before == null ? null : before.revision()),
                head(name, snapshot, head, before),
                new WarehouseStatus(1, warehouseReady ? 1 : 0),
                workers(snapshot, groups),
                groups,
                endpoints(cluster),
                rest.suspension().orElse(null));
    }

    /** Where reconciling it failed: as it was, and why nothing gets on. */
    public static MosaicClusterStatus failed(MosaicCluster cluster, Refusal why, Instant now) {
        MosaicClusterStatus before = Objects.requireNonNullElse(cluster.getStatus(), MosaicClusterStatus.NONE);
        return before.withConditions(Conditions.failed(before.conditions(), READY, cluster, why, now));
    }

    /** Where somebody has paused it: as it was, and that it is. */
    public static MosaicClusterStatus paused(MosaicCluster cluster, Instant now) {
        MosaicClusterStatus before = Objects.requireNonNullElse(cluster.getStatus(), MosaicClusterStatus.NONE);
        long generation = Objects.requireNonNullElse(cluster.getMetadata().getGeneration(), 0L);
        return before.withConditions(new Conditions(before.conditions(), generation, now)
                .say(
                        "Paused",
                        true,
                        Reason.PAUSED,
                        "the annotation " + Rest.PAUSED
                                + " is true: until it is taken off the operator changes nothing")
                .withOthersBefore());
    }

    private static boolean resting(Conditions conditions, Rest rest) {
        conditions.say(
                READY,
                false,
                rest.isComplete() ? Reason.SUSPENDED : Reason.SUSPENDING,
                rest.isComplete() ? "the cluster is suspended" : "the cluster is being suspended");
        return false;
    }

    private static void accepted(Conditions conditions, List<Problem> problems) {
        if (problems.isEmpty()) {
            conditions.say("Accepted", true, Reason.VALID, "");
        } else {
            conditions.say(
                    "Accepted",
                    false,
                    problems.getFirst().reason(),
                    problems.stream().map(Problem::message).collect(Collectors.joining("; ")));
        }
    }

    private static boolean ready(
            Conditions conditions,
            List<Problem> problems,
            boolean headReady,
            boolean warehouseReady,
            Optional<WorkerGroupStatus> missing) {
        boolean isReady = problems.isEmpty() && headReady && warehouseReady && missing.isEmpty();
        if (isReady) {
            conditions.say(READY, true, Reason.ALL_READY, "");
        } else if (!problems.isEmpty()) {
            conditions.say(
                    READY, false, Reason.NOT_ACCEPTED, problems.getFirst().message());
        } else if (!headReady) {
            conditions.say(READY, false, Reason.HEAD_NOT_READY, "the head is not ready");
        } else if (!warehouseReady) {
            conditions.say(READY, false, Reason.WAREHOUSE_NOT_READY, "the warehouse is not ready");
        } else {
            WorkerGroupStatus group = missing.orElseThrow();
            conditions.say(
                    READY,
                    false,
                    Reason.WORKERS_NOT_READY,
                    "group " + group.name() + ": "
                            + Objects.requireNonNullElse(
                                    group.message(), group.ready() + " of " + group.desired() + " pods are ready"));
        }
        return isReady;
    }

    /**
     * The first group with too few: fewer than its replicas, or than minReplicas where it grows and shrinks by itself. While somebody lets
     * one grow, the cluster is as ready as it was.
     *
     * @param wasReady whether all groups had enough before
     */
    private static Optional<WorkerGroupStatus> missing(
            MosaicCluster cluster, boolean wasReady, List<WorkerGroupStatus> groups) {
        Map<String, Integer> before = wasReady && cluster.getStatus() != null
                ? cluster.getStatus().workerGroups().stream()
                        .collect(Collectors.toMap(WorkerGroupStatus::name, WorkerGroupStatus::ready, Math::max))
                : Map.of();
        return groups.stream()
                .filter(each -> each.ready()
                        < Math.min(
                                before.getOrDefault(each.name(), each.desired()),
                                cluster.getSpec()
                                        .group(each.name())
                                        .filter(WorkerGroupSpec::autoscales)
                                        .map(spec -> Math.min(spec.minReplicas(), each.desired()))
                                        .orElse(each.desired())))
                .findFirst();
    }

    private static void progressing(
            Conditions conditions,
            ClusterSnapshot snapshot,
            List<Problem> problems,
            boolean isReady,
            boolean isUpdating,
            Optional<Desired> desired,
            Rest rest) {
        if (rest.suspension().isPresent()) {
            conditions.say(
                    Progress.TYPE,
                    !rest.isComplete(),
                    rest.isComplete() ? Reason.SETTLED : Reason.SUSPENDING,
                    rest.isComplete() ? "" : "pods go");
        } else if (!problems.isEmpty() || (isReady && !isUpdating)) {
            conditions.say(Progress.TYPE, false, Reason.SETTLED, "");
        } else {
            String words = isUpdating ? "pods are replaced by such of a new revision" : "pods are being made";
            Optional<String> stuck = desired.flatMap(each -> stuck(conditions, snapshot, each));
            if (stuck.isPresent()) {
                conditions.say(Progress.TYPE, false, Reason.PROGRESS_DEADLINE_EXCEEDED, stuck.get() + "; " + words);
            } else {
                conditions.say(Progress.TYPE, true, isUpdating ? Reason.ROLLING_UPDATE : Reason.PROVISIONING, words);
            }
        }
    }

    /** Why nothing gets on, where that is so. While a group gets on, so does the cluster. */
    private static Optional<String> stuck(Conditions conditions, ClusterSnapshot snapshot, Desired desired) {
        List<Condition> groups = snapshot.groups().stream()
                .flatMap(each -> Optional.ofNullable(each.getStatus()).stream())
                .flatMap(status -> status.condition(Progress.TYPE).stream())
                .toList();
        if (groups.stream().anyMatch(each -> each.status() == ConditionStatus.TRUE)) {
            return Optional.empty();
        }
        Optional<String> group = groups.stream()
                .filter(each -> each.reason().equals(Reason.PROGRESS_DEADLINE_EXCEEDED.word()))
                .map(Condition::message)
                .findFirst();
        if (group.isPresent()) {
            return group;
        }
        MosaicClusterStatus before = snapshot.cluster().getStatus();
        boolean isNewAttempt = before == null
                || !desired.revision().equals(before.revision())
                || !Objects.equals(
                        before.observedGeneration(),
                        snapshot.cluster().getMetadata().getGeneration());
        Stream<Instant> signs = Stream.concat(
                Progress.signs(snapshot.heads(), Pods.label(desired.head(), Labels.REVISION)),
                Progress.signs(snapshot.warehouse(), desired.warehouseRevision()));
        return Progress.isTooLate(
                        conditions.before(Progress.TYPE),
                        isNewAttempt,
                        signs,
                        snapshot.cluster().getSpec().progressTime(),
                        snapshot.now())
                ? Optional.of("no pod got ready in the time of progressDeadline")
                : Optional.empty();
    }

    private static void degraded(
            Conditions conditions,
            List<Problem> problems,
            List<Refusal> refusals,
            Optional<Trouble> trouble,
            boolean isMissing) {
        if (!problems.isEmpty()) {
            conditions.say(
                    "Degraded",
                    true,
                    problems.getFirst().reason(),
                    problems.getFirst().message());
        } else if (!refusals.isEmpty()) {
            conditions.say(
                    "Degraded",
                    true,
                    refusals.getFirst().reason(),
                    refusals.stream().map(Refusal::message).collect(Collectors.joining("; ")));
        } else if (trouble.isPresent()) {
            conditions.say(
                    "Degraded", true, trouble.get().reason(), trouble.get().message());
        } else if (isMissing) {
            conditions.say(
                    "Degraded", true, Reason.POD_NOT_STARTED, "head or warehouse is missing, after all was ready once");
        } else {
            conditions.say("Degraded", false, Reason.AS_DECLARED, "");
        }
    }

    private static Phase phase(
            MosaicCluster cluster, List<Condition> conditions, boolean isUpdating, boolean wasProvisioned, Rest rest) {
        if (cluster.getMetadata().getDeletionTimestamp() != null) {
            return Phase.DELETING;
        }
        if (!is(conditions, "Accepted")) {
            return wasProvisioned ? Phase.DEGRADED : Phase.FAILED; // its pods run on
        }
        if (rest.suspension().isPresent()) {
            return rest.isComplete() ? Phase.SUSPENDED : Phase.SUSPENDING;
        }
        if (isUpdating) {
            return Phase.UPDATING;
        }
        if (is(conditions, READY)) {
            return Phase.READY;
        }
        if (wasProvisioned && is(conditions, "Degraded")) {
            return Phase.DEGRADED;
        }
        return is(conditions, HEAD_READY) ? Phase.PROVISIONING : Phase.PENDING;
    }

    private static boolean is(List<Condition> conditions, String type) {
        return conditions.stream().anyMatch(each -> each.type().equals(type) && each.status() == ConditionStatus.TRUE);
    }

    /** Some pod is of an old revision. */
    private static boolean isUpdating(ClusterSnapshot snapshot, Optional<Desired> desired) {
        if (desired.isEmpty()) {
            return false;
        }
        String headRevision = Pods.label(desired.get().head(), Labels.REVISION);
        boolean isHeadOld = snapshot.heads().stream()
                .filter(each -> !Pods.ended(each))
                .anyMatch(each -> !Pods.label(each, Labels.REVISION).equals(headRevision));
        String warehouseRevision = desired.get().warehouseRevision();
        boolean isWarehouseOld = snapshot.warehouse().stream()
                .anyMatch(each -> !Pods.label(each, Labels.REVISION).equals(warehouseRevision));
        boolean isGroupOld = snapshot.groups().stream()
                .flatMap(each -> Optional.ofNullable(each.getStatus()).stream())
                .anyMatch(status -> status.revision() != null && status.updatedReplicas() < status.replicas());
        return isHeadOld || isWarehouseOld || isGroupOld;
    }

    /** Those of head and warehouse; of groups it is enough that they say it. */
    private static Stream<Trouble> troubles(ClusterSnapshot snapshot) {
        return Stream.concat(
                Stream.concat(snapshot.heads().stream(), snapshot.warehouse().stream())
                        .filter(each -> Pods.lives(each) && !Pods.ready(each))
                        .flatMap(each -> Trouble.of(each).stream()),
                snapshot.groups().stream().flatMap(each -> trouble(each).stream()));
    }

    /** Why pods of a group are not made or do not run; to wait for a node is no trouble. */
    private static Optional<Trouble> trouble(MosaicWorkerGroup group) {
        return Optional.ofNullable(group.getStatus())
                .flatMap(status -> status.condition("Ready"))
                .flatMap(condition -> TROUBLES.stream()
                        .filter(each -> each.word().equals(condition.reason()))
                        .findFirst()
                        .map(reason -> new Trouble(
                                reason, "group " + group.getSpec().groupName() + ": " + condition.message())));
    }

    /** Why none of them is ready. */
    private static String words(List<Pod> pods) {
        return newest(pods, Pods::lives)
                .map(pod -> Trouble.of(pod).map(Trouble::message).orElse("pod " + Pods.name(pod) + " is not ready yet"))
                .or(() -> newest(pods, Pods::ended)
                        .map(pod -> Trouble.ofEnded(pod).message()))
                .orElse("there is no pod yet");
    }

    private static Optional<Pod> newest(List<Pod> pods, Predicate<Pod> which) {
        return pods.stream()
                .filter(which)
                .max(Comparator.comparing(Pods::created).thenComparing(Pods::name));
    }

    /** Absent until there was one. */
    private static @Nullable HeadStatus head(
            String cluster, ClusterSnapshot snapshot, Optional<Pod> head, @Nullable MosaicClusterStatus before) {
        if (snapshot.heads().isEmpty() && (before == null || before.head() == null)) {
            return null;
        }
        int known = before == null || before.head() == null
                ? 0
                : Objects.requireNonNull(before.head()).restarts();
        int restarts = Math.max(
                known,
                snapshot.heads().stream()
                        .mapToInt(each -> Pods.number(each, Labels.RESTARTS))
                        .max()
                        .orElse(0));
        return new HeadStatus(head.map(Pods::name).orElse(null), Names.head(cluster), restarts);
    }

    private static Optional<MosaicWorkerGroup> live(ClusterSnapshot snapshot, WorkerGroupSpec spec) {
        return snapshot.groups().stream()
                .filter(each -> each.getSpec().groupName().equals(spec.name()))
                .findFirst();
    }

    /** Those of its spec; where that cannot be read, those that are there. */
    private static List<WorkerGroupStatus> groups(ClusterSnapshot snapshot) {
        return Unreadable.SPEC.in(snapshot.cluster()).isPresent()
                ? snapshot.groups().stream()
                        .map(each -> group(each.getSpec().groupName(), 0, Optional.of(each)))
                        .toList()
                : snapshot.cluster().getSpec().workerGroups().stream()
                        .map(spec -> group(spec.name(), spec.replicas(), live(snapshot, spec)))
                        .toList();
    }

    private static WorkerGroupStatus group(String name, int replicas, Optional<MosaicWorkerGroup> live) {
        Optional<MosaicWorkerGroupStatus> status = live.flatMap(each -> Optional.ofNullable(each.getStatus()));
        return new WorkerGroupStatus(
                name,
                live.map(each -> each.getSpec().replicas()).orElse(replicas),
                status.map(MosaicWorkerGroupStatus::readyReplicas).orElse(0),
                status.flatMap(each -> each.condition(READY))
                        .filter(each -> each.status() != ConditionStatus.TRUE)
                        .map(Condition::message)
                        .orElse(null));
    }

    private static WorkersStatus workers(ClusterSnapshot snapshot, List<WorkerGroupStatus> groups) {
        return new WorkersStatus(
                groups.stream().mapToInt(WorkerGroupStatus::desired).sum(),
                groups.stream().mapToInt(WorkerGroupStatus::ready).sum(),
                snapshot.groups().stream()
                        .flatMap(each -> Optional.ofNullable(each.getStatus()).stream())
                        .mapToInt(MosaicWorkerGroupStatus::accelerators)
                        .sum());
    }

    private static Endpoints endpoints(MosaicCluster cluster) {
        String host = Names.headHost(
                cluster.getMetadata().getNamespace(), cluster.getMetadata().getName());
        return new Endpoints(
                "tcp://" + host + ":" + Ports.MONITOR,
                "mosaic://" + host + ":" + Ports.GATEWAY,
                "http://" + host + ":" + Ports.HEALTH,
                "https://" + host + ":" + Ports.HTTP);
    }
}
