package dev.mosaic.operator.status;

import dev.mosaic.crd.AcceleratorSpec;
import dev.mosaic.crd.Condition;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupSpec;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Gang;
import dev.mosaic.operator.snapshot.GroupSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.snapshot.ScaleView;
import dev.mosaic.operator.snapshot.Trouble;
import dev.mosaic.operator.validate.Problem;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What a group says about itself. */
public final class GroupStatuses {
    private GroupStatuses() {}

    /**
     * Its status.
     *
     * @param problems of its cluster's spec
     * @param revision of the newest pods; empty where none can be made
     */
    public static MosaicWorkerGroupStatus of(
            GroupSnapshot snapshot, List<Problem> problems, List<Refusal> refusals, Optional<String> revision) {
        MosaicWorkerGroup group = snapshot.group();
        MosaicWorkerGroupSpec spec = group.getSpec();
        MosaicWorkerGroupStatus before = group.getStatus();
        List<Pod> living = snapshot.pods().stream().filter(Pods::lives).toList();
        int hosts = declared(snapshot).map(WorkerGroupSpec::hostsPerReplica).orElse(1);
        List<Gang> gangs = Gang.of(living, hosts);
        int ready = (int) gangs.stream().filter(Gang::isReady).count();
        int draining = (int) gangs.stream()
                        .filter(each -> each.drainStarted().isPresent())
                        .count()
                + ending(snapshot, hosts);
        long generation = Objects.requireNonNullElse(group.getMetadata().getGeneration(), 0L);
        Conditions conditions =
                new Conditions(before == null ? List.of() : before.conditions(), generation, snapshot.now());
        Optional<Trouble> trouble = living.stream()
                .filter(each -> !Pods.ready(each))
                .flatMap(each -> Trouble.of(each).stream())
                .findFirst()
                .or(() -> snapshot.pods().stream()
                        .filter(each -> Pods.ended(each) && !Pods.ends(each))
                        .max(Comparator.comparing(Pods::created))
                        .map(Trouble::ofEnded));
        ready(conditions, snapshot, problems, refusals, trouble, ready, gangs.size());
        unschedulable(conditions, snapshot, living);
        int updated = (int) gangs.stream()
                .filter(gang -> gang.pods().stream()
                        .allMatch(each ->
                                Optional.of(Pods.label(each, Labels.REVISION)).equals(revision)))
                .count();
        progressing(conditions, snapshot, wanted(snapshot), gangs.size(), ready, updated, revision);
        snapshot.scaling().ifPresent(view -> scaling(conditions, view));
        return new MosaicWorkerGroupStatus(
                generation,
                gangs.size(),
                ready,
                gangs.size() - ready,
                draining,
                snapshot.scaling().flatMap(ScaleView::idle).orElse(null),
                ready * hosts * devices(snapshot),
                updated,
                revision.orElse(before == null ? null : before.revision()),
                Versions.words(living),
                Labels.CLUSTER + "=" + spec.clusterName() + "," + Labels.GROUP + "=" + spec.groupName(),
                offer(snapshot, revision),
                conditions.all());
    }

    /** What the scaler has heard, or an operator before this one of the same revision. */
    private static Map<String, Quantity> offer(GroupSnapshot snapshot, Optional<String> revision) {
        MosaicWorkerGroupStatus before = snapshot.group().getStatus();
        Map<String, Quantity> heard = snapshot.scaling().map(ScaleView::offer).orElse(Map.of());
        if (!heard.isEmpty()
                || before == null
                || !Optional.ofNullable(before.revision()).equals(revision)) {
            return heard;
        }
        return before.offer();
    }

    /** Where reconciling it failed: as it was, and why nothing gets on. */
    public static MosaicWorkerGroupStatus failed(MosaicWorkerGroup group, Refusal why, Instant now) {
        MosaicWorkerGroupStatus before = group.getStatus();
        List<Condition> known = before == null ? List.of() : before.conditions();
        List<Condition> conditions = Conditions.failed(known, "Ready", group, why, now);
        return before == null
                ? new MosaicWorkerGroupStatus(null, 0, 0, 0, 0, null, 0, 0, null, null, null, Map.of(), conditions)
                : new MosaicWorkerGroupStatus(
                        before.observedGeneration(),
                        before.replicas(),
                        before.readyReplicas(),
                        before.pendingReplicas(),
                        before.drainingReplicas(),
                        before.idleReplicas(),
                        before.accelerators(),
                        before.updatedReplicas(),
                        before.revision(),
                        before.version(),
                        before.selector(),
                        before.offer(),
                        conditions);
    }

    /** Since so long a pod waits for a node that it is not only the scheduler's turn, or a node that is on its way. */
    private static void unschedulable(Conditions conditions, GroupSnapshot snapshot, List<Pod> living) {
        Duration patience = patience(snapshot);
        Optional<Trouble> unplaced = living.stream()
                .filter(each -> !Pods.created(each).plus(patience).isAfter(snapshot.now()))
                .flatMap(each -> unplaced(each).stream())
                .findFirst();
        conditions.say(
                "Unschedulable",
                unplaced.isPresent(),
                unplaced.isPresent() ? Reason.UNSCHEDULABLE : Reason.SCHEDULED,
                unplaced.map(Trouble::message).orElse(""));
    }

    /** When a pod of the group has waited for a node for so long that it is to be said. */
    public static Optional<Duration> lookAgain(GroupSnapshot snapshot) {
        Duration patience = patience(snapshot);
        return snapshot.pods().stream()
                .filter(each -> Pods.lives(each) && unplaced(each).isPresent())
                .map(each -> Duration.between(snapshot.now(), Pods.created(each).plus(patience)))
                .filter(Duration::isPositive)
                .min(Comparator.naturalOrder());
    }

    private static Optional<Trouble> unplaced(Pod pod) {
        return Trouble.of(pod).filter(each -> each.reason() == Reason.UNSCHEDULABLE);
    }

    private static Duration patience(GroupSnapshot snapshot) {
        return declared(snapshot).map(WorkerGroupSpec::provision).orElse(Duration.ZERO);
    }

    private static void ready(
            Conditions conditions,
            GroupSnapshot snapshot,
            List<Problem> problems,
            List<Refusal> refusals,
            Optional<Trouble> trouble,
            int ready,
            int living) {
        int wanted = wanted(snapshot);
        if (snapshot.cluster().isEmpty()) {
            conditions.say(
                    "Ready",
                    false,
                    Reason.CLUSTER_NOT_FOUND,
                    "there is no MosaicCluster " + snapshot.group().getSpec().clusterName() + " with this group");
        } else if (!problems.isEmpty()) {
            conditions.say(
                    "Ready", false, Reason.NOT_ACCEPTED, problems.getFirst().message());
        } else if (isSuspended(snapshot)) {
            conditions.say("Ready", false, Reason.SUSPENDED, "the cluster is suspended; " + living + " pods are left");
        } else if (!refusals.isEmpty()) {
            conditions.say(
                    "Ready",
                    false,
                    refusals.getFirst().reason(),
                    refusals.getFirst().message());
        } else if (ready >= wanted && living == wanted) {
            conditions.say("Ready", true, Reason.ALL_READY, ready + " of " + wanted + " pods are ready");
        } else if (ready >= wanted) {
            conditions.say(
                    "Ready",
                    false,
                    Reason.WORKERS_NOT_READY,
                    wanted + " are wanted, " + living + " are there: what is too many is being removed");
        } else {
            conditions.say(
                    "Ready",
                    false,
                    trouble.map(Trouble::reason).orElse(Reason.WORKERS_NOT_READY),
                    ready + " of " + wanted + " pods are ready"
                            + trouble.map(each -> "; " + each.message()).orElse(""));
        }
    }

    private static void progressing(
            Conditions conditions,
            GroupSnapshot snapshot,
            int wanted,
            int living,
            int ready,
            int updated,
            Optional<String> revision) {
        int old = revision.isPresent() ? living - updated : 0;
        if (old == 0 && living == wanted && ready >= wanted) {
            conditions.say(Progress.TYPE, false, Reason.SETTLED, "");
            return;
        }
        String words = old > 0 ? old + " pods have an old revision" : "pods are being made or removed";
        MosaicWorkerGroupStatus before = snapshot.group().getStatus();
        boolean isNewAttempt = before == null
                || !Optional.ofNullable(before.revision()).equals(revision)
                || !Objects.equals(
                        before.observedGeneration(),
                        snapshot.group().getMetadata().getGeneration());
        boolean isTooLate = snapshot.cluster().isPresent()
                && Progress.isTooLate(
                        conditions.before(Progress.TYPE),
                        isNewAttempt,
                        Progress.signs(snapshot.pods(), revision.orElse("")),
                        snapshot.cluster().get().cluster().getSpec().progressTime(),
                        snapshot.now());
        if (isTooLate) {
            conditions.say(
                    Progress.TYPE,
                    false,
                    Reason.PROGRESS_DEADLINE_EXCEEDED,
                    ready + " of " + wanted
                            + " pods are ready, and none more got ready in the time of progressDeadline; " + words);
        } else {
            conditions.say(Progress.TYPE, true, old > 0 ? Reason.ROLLING_UPDATE : Reason.PROVISIONING, words);
        }
    }

    /** A cluster that rests has no pods, whatever the group says. */
    private static int wanted(GroupSnapshot snapshot) {
        return isSuspended(snapshot) ? 0 : snapshot.group().getSpec().replicas();
    }

    private static boolean isSuspended(GroupSnapshot snapshot) {
        return snapshot.cluster()
                .filter(each -> Rest.isSuspended(each.cluster()))
                .isPresent();
    }

    /** Replicas whose pods are deleted and have time to end. */
    private static int ending(GroupSnapshot snapshot, int hosts) {
        long pods = snapshot.pods().stream()
                .filter(each -> Pods.ends(each) && !Pods.ended(each) && !Pods.isLost(each, snapshot.now()))
                .count();
        return (int) ((pods + hosts - 1) / hosts);
    }

    private static void scaling(Conditions conditions, ScaleView view) {
        conditions.say("ScalingActive", view.isActive(), view.reason(), view.message());
    }

    private static int devices(GroupSnapshot snapshot) {
        return declared(snapshot)
                .flatMap(spec -> Optional.ofNullable(spec.accelerator()))
                .map(AcceleratorSpec::count)
                .orElse(0);
    }

    private static Optional<WorkerGroupSpec> declared(GroupSnapshot snapshot) {
        return snapshot.cluster()
                .flatMap(cluster -> cluster.cluster()
                        .getSpec()
                        .group(snapshot.group().getSpec().groupName()));
    }
}
