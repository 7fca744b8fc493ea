package dev.mosaic.operator.plan;

import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import dev.mosaic.crd.Unreadable;
import dev.mosaic.operator.desired.Desired;
import dev.mosaic.operator.desired.Drift;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.plan.Action.Apply;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.plan.Action.Patch;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What makes a cluster what it should be: objects whose hash differs are written, those that nobody wants any more are removed. */
public final class ClusterPlan {
    private ClusterPlan() {}

    /** How often a cluster that is being suspended is looked at: what ends says nothing. */
    private static final Duration SOON = Duration.ofSeconds(2);

    /** How often a warehouse of a lost node is looked at that somebody's finalizer holds. */
    private static final Duration WHILE_HELD = Duration.ofMinutes(1);

    /**
     * All that is to do now; what its groups do with their pods is their own plan. Where pods are to be replaced, groups come first:
     * they have pods to try the new revision with. Then comes the warehouse, and the head when that is ready again. Where the head has its
     * keys from another Secret than new pods have, it would refuse these: then head and warehouse go at once.
     */
    public static Plan of(Desired desired, ClusterSnapshot snapshot) {
        List<Action> actions = settings(desired, snapshot);
        boolean areGroupsNew = areGroupsNew(desired, snapshot);
        boolean isApart = hasOtherKeys(desired, snapshot);
        boolean mayReplace = areGroupsNew || isApart || !isReady(snapshot.warehouse());
        Plan head = HeadPlan.of(
                desired.head(),
                snapshot.heads(),
                isApart || (areGroupsNew && isWarehouseNew(desired, snapshot)),
                restarts(snapshot),
                snapshot.now());
        return new Plan(actions, Optional.empty())
                .then(WarehousePlan.of(desired.warehouse(), snapshot, mayReplace, Reason.APPLIED_WAREHOUSE))
                .then(withoutLost(snapshot))
                .then(head);
    }

    /**
     * What is to do for a cluster that is to have no pods: its groups remove theirs; when none of them is left the warehouse's goes,
     * which hands over what it has to disk and bucket, and then the head.
     *
     * @param workers pods of its groups that are left, those that end too
     */
    public static Plan ofResting(Desired desired, ClusterSnapshot snapshot, int workers) {
        List<Action> actions = settings(desired, snapshot);
        if (workers > 0) {
            return new Plan(actions, Optional.of(SOON)).then(WarehousePlan.ofRetention(desired.warehouse(), snapshot));
        }
        Plan warehouse = new Plan(actions, Optional.empty())
                .then(WarehousePlan.of(desired.withoutWarehousePod().warehouse(), snapshot, true, Reason.SUSPENDED));
        if (!snapshot.warehousePods().isEmpty()) {
            return warehouse.then(withoutLost(snapshot)).then(new Plan(List.of(), Optional.of(SOON)));
        }
        return warehouse.then(HeadPlan.none(snapshot.heads(), snapshot.now()));
    }

    /**
     * No pod is left but heads of lost nodes: those end when somebody removes their nodes, or never, and a new head does not wait for them.
     *
     * @param workers pods of its groups that are left, but for those of lost nodes
     */
    public static boolean isAtRest(ClusterSnapshot snapshot, int workers) {
        return workers == 0
                && snapshot.warehousePods().isEmpty()
                && snapshot.heads().stream().allMatch(each -> Pods.isLost(each, snapshot.now()));
    }

    /**
     * A StatefulSet makes no pod as long as the one before is there, which is for ever where its node is lost. A second warehouse learns
     * from what it finds in folder or bucket whether it may write there, so the first one may still run somewhere.
     */
    private static Plan withoutLost(ClusterSnapshot snapshot) {
        List<Action> actions = new ArrayList<>();
        Optional<Duration> lookAgain = Optional.empty();
        for (Pod each : snapshot.warehousePods()) {
            Optional<Duration> left = Pods.untilLost(each, snapshot.now());
            if (left.isPresent() && left.get().isPositive()) {
                lookAgain = left;
            } else if (Pods.isHeld(each)) {
                lookAgain = Optional.of(WHILE_HELD);
            } else if (left.isPresent()) {
                actions.add(new Delete(
                        each,
                        Optional.of(Reason.NODE_LOST),
                        "warehouse " + Pods.name(each) + " does not end, its node does not answer"));
            }
        }
        return new Plan(actions, lookAgain);
    }

    /** Whether the warehouse was written as it is wanted. */
    public static boolean hasWarehouse(StatefulSet wanted, ClusterSnapshot snapshot) {
        return snapshot.warehouse()
                .filter(live -> applied(live).equals(applied(wanted)))
                .isPresent();
    }

    private static List<Action> settings(Desired desired, ClusterSnapshot snapshot) {
        List<Action> actions = new ArrayList<>();
        for (HasMetadata wanted : desired.settings()) {
            apply(wanted, snapshot.settings(), Optional.empty()).ifPresent(actions::add);
        }
        snapshot.settings().stream()
                .filter(there -> find(there, desired.settings()).isEmpty())
                .forEach(each -> actions.add(new Delete(each, Optional.empty(), words(each))));
        groups(desired.groups(), snapshot.groups(), actions);
        return actions;
    }

    /**
     * No group has a pod of an old revision, nor pods of the new one that do not get ready though they have a place. None drains either: what
     * lived there is on its way through the warehouse, which may have it in memory alone.
     */
    private static boolean areGroupsNew(Desired desired, ClusterSnapshot snapshot) {
        return snapshot.groups().stream().allMatch(each -> isNew(each, desired.revisions()));
    }

    private static boolean isNew(MosaicWorkerGroup group, Map<String, String> revisions) {
        String revision = revisions.get(group.getSpec().groupName());
        MosaicWorkerGroupStatus status = group.getStatus();
        if (revision == null || status == null) {
            return true;
        }
        if (status.drainingReplicas() > 0) {
            return false;
        }
        if (status.replicas() == 0) {
            return !says(Reason.POD_FAILED, status); // else its nodes do not take its pods
        }
        boolean isUnplaced = says(Reason.UNSCHEDULABLE, status);
        return revision.equals(status.revision())
                && status.updatedReplicas() >= status.replicas()
                && (status.readyReplicas() > 0 || isUnplaced);
    }

    private static boolean says(Reason reason, MosaicWorkerGroupStatus status) {
        return status.condition("Ready")
                .filter(each -> each.reason().equals(reason.word()))
                .isPresent();
    }

    private static boolean hasOtherKeys(Desired desired, ClusterSnapshot snapshot) {
        Optional<String> wanted = Pods.keysSecret(desired.head());
        return snapshot.heads().stream()
                .filter(Pods::lives)
                .anyMatch(each -> Pods.keysSecret(each)
                        .filter(there -> !wanted.equals(Optional.of(there)))
                        .isPresent());
    }

    private static boolean isWarehouseNew(Desired desired, ClusterSnapshot snapshot) {
        return isReady(snapshot.warehouse())
                && !snapshot.warehousePods().isEmpty()
                && snapshot.warehousePods().stream()
                        .allMatch(each -> Pods.label(each, Labels.REVISION).equals(desired.warehouseRevision())
                                && Pods.ready(each));
    }

    private static boolean isReady(Optional<StatefulSet> warehouse) {
        return warehouse
                .flatMap(set -> Optional.ofNullable(set.getStatus()))
                .filter(status -> Objects.requireNonNullElse(status.getReadyReplicas(), 0) > 0)
                .isPresent();
    }

    /** Those of the status; empty where it knows no head. */
    public static Optional<Integer> restarts(ClusterSnapshot snapshot) {
        MosaicClusterStatus status = snapshot.cluster().getStatus();
        return status == null || status.head() == null
                ? Optional.empty()
                : Optional.of(Objects.requireNonNull(status.head()).restarts());
    }

    private static void groups(List<MosaicWorkerGroup> wanted, List<MosaicWorkerGroup> there, List<Action> actions) {
        for (MosaicWorkerGroup group : wanted) {
            Optional<MosaicWorkerGroup> live = there.stream()
                    .filter(each -> name(each).equals(name(group)))
                    .findFirst();
            if (live.isEmpty()) {
                actions.add(new Apply(group, true, Optional.of(Reason.CREATED_GROUP), words(group)));
            } else if (!applied(live.get()).equals(applied(group)) && isRead(live.get())) {
                actions.add(passedOn(group, live.get()));
            }
        }
        there.stream()
                .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
                .filter(each -> wanted.stream().noneMatch(group -> name(group).equals(name(each))))
                .forEach(each -> actions.add(new Delete(each, Optional.of(Reason.REMOVED_GROUP), words(each))));
    }

    /** How many replicas one has that cannot be read nobody knows: to write it would scale it. */
    private static boolean isRead(MosaicWorkerGroup group) {
        return Unreadable.SPEC.in(group).isEmpty();
    }

    /** Its replicas are somebody else's from its creation on: they change only when the user's own number does. */
    private static Action passedOn(MosaicWorkerGroup wanted, MosaicWorkerGroup live) {
        String passed = annotation(wanted, Labels.PASSED_REPLICAS);
        boolean isNew = !passed.equals(Labels.AUTOSCALED)
                && !annotation(live, Labels.PASSED_REPLICAS).equals(passed);
        MosaicWorkerGroup group = new MosaicWorkerGroup();
        group.setMetadata(new ObjectMetaBuilder(wanted.getMetadata())
                .withResourceVersion(live.getMetadata().getResourceVersion())
                .build());
        group.setSpec(
                isNew
                        ? wanted.getSpec()
                        : wanted.getSpec().withReplicas(live.getSpec().replicas()));
        return new Apply(
                group,
                false,
                isNew ? Optional.of(Reason.SCALED_GROUP) : Optional.empty(),
                words(group) + " to " + group.getSpec().replicas() + " replicas");
    }

    static Optional<Action> apply(HasMetadata wanted, List<? extends HasMetadata> all, Optional<Reason> reason) {
        Optional<? extends HasMetadata> live = find(wanted, all);
        if (live.isPresent() && applied(live.get()).equals(applied(wanted))) {
            List<String> drift = Drift.of(wanted, live.get());
            return drift.isEmpty() ? Optional.empty() : Optional.of(healed(wanted, drift));
        }
        return Optional.of(new Apply(wanted, live.isEmpty(), reason, words(wanted)));
    }

    /** Of a StatefulSet only what was lost: an operator that makes its pods differently must not replace them for it. */
    private static Action healed(HasMetadata wanted, List<String> drift) {
        if (wanted instanceof StatefulSet set && drift.equals(List.of(Drift.RETENTION))) {
            return WarehousePlan.retained(set);
        }
        Optional<Reason> reason = Optional.of(Reason.HEALED_DRIFT);
        String message = words(wanted) + ": somebody changed " + String.join(", ", drift);
        return wanted instanceof StatefulSet set
                ? new Patch(Drift.kept(set), reason, message)
                : new Apply(wanted, false, reason, message);
    }

    private static Optional<? extends HasMetadata> find(HasMetadata one, List<? extends HasMetadata> all) {
        return all.stream()
                .filter(each ->
                        each.getKind().equals(one.getKind()) && name(each).equals(name(one)))
                .findFirst();
    }

    private static String applied(HasMetadata object) {
        return annotation(object, Labels.APPLIED);
    }

    private static String annotation(HasMetadata object, String name) {
        return object.getMetadata().getAnnotations() == null
                ? ""
                : object.getMetadata().getAnnotations().getOrDefault(name, "");
    }

    private static String name(HasMetadata object) {
        return object.getMetadata().getName();
    }

    private static String words(HasMetadata object) {
        return object.getKind() + " " + name(object);
    }
}
