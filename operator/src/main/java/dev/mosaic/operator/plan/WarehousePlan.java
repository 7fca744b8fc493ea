package dev.mosaic.operator.plan;

import dev.mosaic.operator.desired.Drift;
import dev.mosaic.operator.desired.VolumeChange;
import dev.mosaic.operator.plan.Action.Patch;
import dev.mosaic.operator.plan.Action.Renew;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.util.Optional;

/** What makes the StatefulSet of a warehouse what it should be, and its volume as large. */
final class WarehousePlan {
    /** How often a volume is looked at that grows: the operator watches no claims. */
    private static final Duration WHILE_GROWING = Duration.ofSeconds(15);

    private static final Duration SOON = Duration.ofSeconds(2);

    private WarehousePlan() {}

    /**
     * The next step. While the volume is not as large as it should be the pod stays as it is, since it would fill a disk that it has not got;
     * only how many pods there are is seen to.
     *
     * @param reason of what is written
     */
    static Optional<Action> of(StatefulSet wanted, ClusterSnapshot snapshot, Reason reason) {
        return switch (VolumeChange.of(wanted, snapshot.warehouse(), snapshot.volume())) {
            case VolumeChange.None _ ->
                ClusterPlan.apply(wanted, snapshot.warehouse().stream().toList(), Optional.of(reason));
            case VolumeChange.Ask ask ->
                Optional.of(new Patch(ask.claim(), Optional.of(Reason.GREW_VOLUME), ask.words()));
            case VolumeChange.Renew renew ->
                Optional.of(new Renew(renew.live(), Optional.of(Reason.GREW_VOLUME), renew.words()));
            case VolumeChange.Refused _, VolumeChange.Wait _ -> kept(wanted, snapshot, reason);
            case VolumeChange.Going _ -> Optional.empty();
        };
    }

    private static Optional<Action> kept(StatefulSet wanted, ClusterSnapshot snapshot, Reason reason) {
        return snapshot.warehouse()
                .filter(live -> !Drift.of(wanted, live).isEmpty())
                .map(live -> new Patch(
                        Drift.kept(wanted),
                        Optional.of(reason),
                        "StatefulSet " + wanted.getMetadata().getName() + ": "
                                + String.join(", ", Drift.of(wanted, live))));
    }

    static Optional<Duration> lookAgain(StatefulSet wanted, ClusterSnapshot snapshot) {
        return switch (VolumeChange.of(wanted, snapshot.warehouse(), snapshot.volume())) {
            case VolumeChange.None _, VolumeChange.Refused _ -> Optional.empty();
            case VolumeChange.Ask _, VolumeChange.Renew _, VolumeChange.Going _ -> Optional.of(SOON);
            case VolumeChange.Wait _ -> Optional.of(WHILE_GROWING);
        };
    }
}
