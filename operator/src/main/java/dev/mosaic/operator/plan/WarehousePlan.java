package dev.mosaic.operator.plan;

import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One warehouse, always. Its pod has one name, so that there are never two: the next one is made when the one before is gone.
 */
final class WarehousePlan {
    /** How often a pod of a lost node is looked at that somebody's finalizer holds. */
    private static final Duration WHILE_HELD = Duration.ofMinutes(1);

    private WarehousePlan() {}

    /**
     * What to do about the warehouse of a cluster.
     *
     * @param wanted the pod as it should be
     * @param pods the one that is there, if any
     * @param mayMake whether a pod may be made: there is a volume for it
     * @param mayReplace whether one that is ready may go because its revision is old; one that is not ready may always
     */
    static Plan of(Pod wanted, List<Pod> pods, boolean mayMake, boolean mayReplace, Instant now) {
        if (pods.isEmpty()) {
            return mayMake ? create(wanted, 0, Reason.CREATED_WAREHOUSE, "the warehouse") : Plan.NOTHING;
        }
        Pod pod = pods.getFirst();
        if (Pods.ends(pod)) {
            return untilGone(pod, now);
        }
        if (Pods.ended(pod)) {
            EarlyEnds ends = EarlyEnds.of(pod, now);
            return ends.untilNext().isPositive()
                    ? new Plan(List.of(), Optional.of(ends.untilNext()))
                    : just(new Delete(pod, Optional.empty(), "dead warehouse " + Pods.name(pod)))
                            .then(
                                    mayMake
                                            ? create(
                                                    wanted,
                                                    ends.count(),
                                                    Reason.REPLACED_WAREHOUSE,
                                                    "warehouse " + Pods.name(pod) + " ended")
                                            : Plan.NOTHING);
        }
        boolean isOld = !Pods.label(pod, Labels.REVISION).equals(Pods.label(wanted, Labels.REVISION));
        return isOld && (mayReplace || !Pods.ready(pod))
                ? just(new Delete(
                        pod,
                        Optional.of(Reason.ROLLING_UPDATE),
                        "warehouse " + Pods.name(pod) + " has an old revision"))
                : Plan.NOTHING;
    }

    /** None at all: the cluster rests. */
    static Plan none(List<Pod> pods, Instant now) {
        return pods.stream()
                .map(each -> Pods.ends(each)
                        ? untilGone(each, now)
                        : just(new Delete(
                                each,
                                Optional.of(Reason.SUSPENDED),
                                "warehouse " + Pods.name(each) + ": the cluster rests")))
                .reduce(Plan.NOTHING, Plan::then);
    }

    /**
     * Where its node is lost it would end never. The next one learns from what it finds in folder or bucket whether it may write there, so
     * this one may still run somewhere.
     */
    private static Plan untilGone(Pod pod, Instant now) {
        Duration left = Pods.untilLost(pod, now).orElseThrow();
        if (left.isPositive()) {
            return new Plan(List.of(), Optional.of(left));
        }
        return Pods.isHeld(pod)
                ? new Plan(List.of(), Optional.of(WHILE_HELD))
                : just(new Delete(
                        pod,
                        Optional.of(Reason.NODE_LOST),
                        "warehouse " + Pods.name(pod) + " does not end, its node does not answer"));
    }

    private static Plan create(Pod wanted, int earlyEnds, Reason reason, String why) {
        return just(new Create(EarlyEnds.noted(wanted, earlyEnds), 1, Optional.of(reason), why));
    }

    private static Plan just(Action action) {
        return new Plan(List.of(action), Optional.empty());
    }
}
