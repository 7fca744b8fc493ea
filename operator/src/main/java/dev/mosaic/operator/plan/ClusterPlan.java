package dev.mosaic.operator.plan;

import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import dev.mosaic.crd.Unreadable;
import dev.mosaic.operator.desired.Desired;
import dev.mosaic.operator.desired.Drift;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Volume;
import dev.mosaic.operator.plan.Action.Apply;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
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

    /**
     * All that is to do now; what its groups do with their pods is their own plan. Where pods are to be replaced, groups come first:
     * they have pods to try the new revision with. Then comes the warehouse, and the head when that is ready again. Where the head has its
     * keys from another Secret than new pods have, it would refuse these: then head and warehouse go at once.
     */
    public static Plan of(Desired desired, ClusterSnapshot snapshot) {
        List<Action> actions = settings(desired, snapshot);
        boolean areGroupsNew = areGroupsNew(desired, snapshot);
        boolean isApart = hasOtherKeys(desired, snapshot);
        Volume volume = new Volume(desired.claim(), snapshot.volume());
        Plan head = HeadPlan.of(
                desired.head(),
                snapshot.heads(),
                isApart || (areGroupsNew && isWarehouseNew(desired, snapshot)),
                restarts(snapshot),
                snapshot.now());
        return new Plan(actions, Optional.empty())
                .then(WarehousePlan.of(
                        desired.warehouse(),
                        snapshot.warehouse(),
                        volume.isThere(),
                        areGroupsNew || isApart,
                        snapshot.now()))
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
            return new Plan(actions, Optional.of(SOON));
        }
        return new Plan(actions, Optional.empty())
                .then(
                        snapshot.warehouse().isEmpty()
                                ? HeadPlan.none(snapshot.heads(), snapshot.now())
                                : WarehousePlan.none(snapshot.warehouse(), snapshot.now()));
    }

    /**
     * No pod is left but heads of lost nodes: those end when somebody removes their nodes, or never, and a new head does not wait for them.
     *
     * @param workers pods of its groups that are left, but for those of lost nodes
     */
    public static boolean isAtRest(ClusterSnapshot snapshot, int workers) {
        return workers == 0
                && snapshot.warehouse().isEmpty()
                && snapshot.heads().stream().allMatch(each -> Pods.isLost(each, snapshot.now()));
    }

    private static List<Action> settings(Desired desired, ClusterSnapshot snapshot) {
        List<Action> actions = new ArrayList<>();
        for (HasMetadata wanted : desired.settings()) {
            apply(wanted, snapshot.settings()).ifPresent(actions::add);
        }
        snapshot.settings().stream()
                .filter(there -> find(there, desired.settings()).isEmpty())
                .forEach(each -> actions.add(new Delete(each, Optional.empty(), words(each))));
        claim(new Volume(desired.claim(), snapshot.volume())).ifPresent(actions::add);
        groups(desired.groups(), snapshot.groups(), actions);
        return actions;
    }

    private static Optional<Action> claim(Volume volume) {
        return volume.otherwiseOwned()
                .<Action>map(claim -> new Apply(
                        claim,
                        false,
                        Optional.of(Reason.CHANGED_DELETION_POLICY),
                        words(claim) + ": deletionPolicy is "
                                + (claim.getMetadata().getOwnerReferences().isEmpty() ? "Retain" : "Delete")))
                .or(() -> volume.otherwiseSized()
                        .map(claim -> new Apply(claim, false, Optional.of(Reason.GREW_VOLUME), volume.words())))
                .or(() -> volume.wanted()
                        .filter(_ -> volume.live().isEmpty())
                        .map(claim -> new Apply(claim, true, Optional.empty(), words(claim))));
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
        return snapshot.warehouse().stream()
                .anyMatch(each ->
                        Pods.label(each, Labels.REVISION).equals(desired.warehouseRevision()) && Pods.ready(each));
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

    private static Optional<Action> apply(HasMetadata wanted, List<? extends HasMetadata> all) {
        Optional<? extends HasMetadata> live = find(wanted, all);
        if (live.isEmpty() || !applied(live.get()).equals(applied(wanted))) {
            return Optional.of(new Apply(wanted, live.isEmpty(), Optional.empty(), words(wanted)));
        }
        List<String> drift = Drift.of(wanted, live.get());
        return drift.isEmpty()
                ? Optional.empty()
                : Optional.of(new Apply(
                        wanted,
                        false,
                        Optional.of(Reason.HEALED_DRIFT),
                        words(wanted) + ": somebody changed " + String.join(", ", drift)));
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
