package dev.mosaic.operator.plan;

import dev.mosaic.crd.UpdateStrategySpec;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * So many pods, all of the newest revision in the end.
 *
 * <p>What is missing is made at once, side by side. Of what is too many, those that are not ready go first, then those of an old
 * revision, then the youngest. Old revisions are replaced as the group's strategy says; those that are not ready anyway are replaced at
 * once.
 */
public final class WorkerPlan {
    private WorkerPlan() {}

    /**
     * What to do about the pods of a group.
     *
     * @param wanted one of them as it should be
     * @param mayReplace whether a pod that is ready may go because its revision is old
     */
    public static Plan of(Pod wanted, int replicas, UpdateStrategySpec strategy, boolean mayReplace, List<Pod> pods) {
        String revision = Pods.label(wanted, Labels.REVISION);
        Replacing replacing = new Replacing(revision, replicas, strategy, mayReplace);
        List<Action> actions = new ArrayList<>();
        pods.stream()
                .filter(each -> Pods.ended(each) && !Pods.ends(each))
                .forEach(each -> actions.add(new Delete(
                        each, Optional.of(Reason.REMOVED_DEAD_POD), "worker " + Pods.name(each) + " ended")));
        List<Pod> living = pods.stream().filter(Pods::lives).toList();
        int missing = replacing.most(living) - living.size();
        if (missing < 0) {
            actions.addAll(surplus(living, revision, -missing));
        } else {
            replacing
                    .now(living)
                    .forEach(each -> actions.add(new Delete(
                            each,
                            Optional.of(Reason.UPDATED_WORKER),
                            "worker " + Pods.name(each) + " has an old revision")));
        }
        if (missing > 0) {
            actions.add(new Create(
                    wanted, missing, Optional.of(Reason.CREATED_WORKERS), missing + " of " + replicas + " workers"));
        }
        return new Plan(actions, Optional.empty());
    }

    private static List<Action> surplus(List<Pod> living, String revision, int count) {
        return living.stream()
                .sorted(Comparator.comparing(Pods::ready)
                        .thenComparing(each -> isCurrent(each, revision))
                        .thenComparing(Comparator.comparing(Pods::created).reversed())
                        .thenComparing(Pods::name))
                .limit(count)
                .<Action>map(each -> new Delete(
                        each, Optional.of(Reason.REMOVED_WORKER), "worker " + Pods.name(each) + " is one too many"))
                .toList();
    }

    private static boolean isCurrent(Pod pod, String revision) {
        return Pods.label(pod, Labels.REVISION).equals(revision);
    }
}
