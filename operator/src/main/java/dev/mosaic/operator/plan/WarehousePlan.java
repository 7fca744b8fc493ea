package dev.mosaic.operator.plan;

import dev.mosaic.operator.desired.Drift;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.VolumeChange;
import dev.mosaic.operator.plan.Action.Patch;
import dev.mosaic.operator.plan.Action.Renew;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What makes the StatefulSet of a warehouse what it should be, and its volume as large. */
final class WarehousePlan {
    /** How often a volume is looked at that grows: the operator watches no claims. */
    private static final Duration WHILE_GROWING = Duration.ofSeconds(15);

    private static final Duration SOON = Duration.ofSeconds(2);

    private WarehousePlan() {}

    /**
     * The next steps. While the volume is not as large as it should be the pod stays as it is, since it would fill a disk that it has not
     * got; only how many pods there are and what becomes of the volume is seen to, whether the claim may grow or not. The same is seen to
     * while the pod may not be replaced.
     *
     * @param mayReplace whether its pod may be replaced now; its groups may have to show first that a new revision runs
     * @param reason of what is written
     */
    static Plan of(StatefulSet whole, ClusterSnapshot snapshot, boolean mayReplace, Reason reason) {
        StatefulSet wanted = left(whole, snapshot);
        return switch (VolumeChange.of(wanted, snapshot.warehouse(), snapshot.volume())) {
            case VolumeChange.None _
            when mayReplace || ClusterPlan.hasWarehouse(wanted, snapshot) ->
                ClusterPlan.apply(wanted, snapshot.warehouse().stream().toList(), Optional.of(reason))
                        .map(WarehousePlan::just)
                        .orElse(Plan.NOTHING);
            case VolumeChange.Ask ask ->
                kept(wanted, snapshot, Optional.of(SOON), reason)
                        .then(just(new Patch(ask.claim(), Optional.of(Reason.GREW_VOLUME), ask.words())));
            case VolumeChange.Renew renew
            when mayReplace ->
                just(mark(wanted, snapshot)
                                .orElseGet(
                                        () -> new Renew(renew.live(), Optional.of(Reason.GREW_VOLUME), renew.words())))
                        .then(new Plan(List.of(), Optional.of(SOON)));
            case VolumeChange.None _, VolumeChange.Renew _, VolumeChange.Refused _ ->
                kept(wanted, snapshot, Optional.empty(), reason);
            case VolumeChange.Wait _ -> kept(wanted, snapshot, Optional.of(WHILE_GROWING), reason);
            case VolumeChange.Going _ -> new Plan(List.of(), Optional.of(SOON));
        };
    }

    /**
     * What becomes of the volume, and nothing else: the workers of a cluster that is being suspended may end slowly, or never, and somebody
     * may delete it meanwhile.
     */
    static Plan ofRetention(StatefulSet whole, ClusterSnapshot snapshot) {
        StatefulSet wanted = left(whole, snapshot);
        return snapshot.warehouse()
                .filter(live -> live.getMetadata().getDeletionTimestamp() == null)
                .filter(live -> Drift.of(wanted, live).contains(Drift.RETENTION))
                .map(live -> just(retained(new StatefulSetBuilder(wanted)
                        .editSpec()
                        .withReplicas(live.getSpec().getReplicas())
                        .endSpec()
                        .build())))
                .orElse(Plan.NOTHING);
    }

    /**
     * Where the spec does not say what becomes of the volume, and somebody wrote it into the StatefulSet, it is theirs; that of the
     * StatefulSet before this one counts, too.
     */
    private static StatefulSet left(StatefulSet wanted, ClusterSnapshot snapshot) {
        if (snapshot.cluster().getSpec().warehouse().disk().deletionPolicy() != null) {
            return wanted;
        }
        return snapshot.warehouse()
                .map(live -> Drift.withoutRetentionOfOthers(wanted, live))
                .orElseGet(() -> isMarked(snapshot) ? Drift.withoutRetention(wanted) : wanted);
    }

    private static boolean isMarked(ClusterSnapshot snapshot) {
        return snapshot.volume()
                .flatMap(claim -> Optional.ofNullable(claim.getMetadata().getAnnotations()))
                .map(all -> all.get(Labels.RETAINED_FOR))
                .filter(uid -> uid.equals(snapshot.cluster().getMetadata().getUid()))
                .isPresent();
    }

    /**
     * Before a StatefulSet goes: notes at its claim whether somebody wrote into it that the claim is to stay, or that nobody does any more.
     * Empty where that stands there.
     *
     * @param wanted as it is left to others
     */
    private static Optional<Action> mark(StatefulSet wanted, ClusterSnapshot snapshot) {
        boolean isOthers = wanted.getSpec().getPersistentVolumeClaimRetentionPolicy() == null;
        return snapshot.volume().filter(_ -> isOthers != isMarked(snapshot)).map(claim -> {
            PersistentVolumeClaim marked = new PersistentVolumeClaimBuilder()
                    .withNewMetadata()
                    .withName(claim.getMetadata().getName())
                    .withNamespace(claim.getMetadata().getNamespace())
                    .addToAnnotations(
                            Labels.RETAINED_FOR,
                            isOthers ? snapshot.cluster().getMetadata().getUid() : "")
                    .endMetadata()
                    .build();
            return new Patch(
                    marked,
                    Optional.empty(),
                    "PersistentVolumeClaim " + claim.getMetadata().getName()
                            + (isOthers ? " stays, as somebody wrote into " : " goes with ") + "StatefulSet "
                            + wanted.getMetadata().getName());
        });
    }

    private static Plan just(Action action) {
        return new Plan(List.of(action), Optional.empty());
    }

    private static Plan kept(
            StatefulSet wanted, ClusterSnapshot snapshot, Optional<Duration> lookAgain, Reason reason) {
        List<String> lost =
                snapshot.warehouse().map(live -> Drift.of(wanted, live)).orElse(List.of());
        return new Plan(lost.isEmpty() ? List.of() : List.of(kept(wanted, lost, reason)), lookAgain);
    }

    private static Action kept(StatefulSet wanted, List<String> lost, Reason reason) {
        return lost.equals(List.of(Drift.RETENTION))
                ? retained(wanted)
                : new Patch(
                        Drift.kept(wanted),
                        Optional.of(reason),
                        "StatefulSet " + wanted.getMetadata().getName() + ": " + String.join(", ", lost));
    }

    /** Says what becomes of its claims. */
    static Action retained(StatefulSet set) {
        String policy = Objects.requireNonNull(set.getSpec().getPersistentVolumeClaimRetentionPolicy())
                .getWhenDeleted();
        return new Patch(
                Drift.kept(set),
                Optional.of(Reason.CHANGED_DELETION_POLICY),
                "StatefulSet " + set.getMetadata().getName() + ": deletionPolicy is " + policy);
    }
}
