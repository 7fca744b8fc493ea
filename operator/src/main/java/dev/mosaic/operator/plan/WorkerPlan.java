package dev.mosaic.operator.plan;

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
 * revision, then the youngest. Old revisions are replaced one at a time, and the next one only when all are ready again; those that
 * are not ready anyway are replaced at once.
 */
public final class WorkerPlan {
    private WorkerPlan() {}

    /** What to do about the pods of a group; {@code wanted} is one of them as it should be. */
    public static Plan of(Pod wanted, int replicas, List<Pod> pods) {
        String revision = Pods.label(wanted, Labels.REVISION);
        List<Action> actions = new ArrayList<>();
        pods.stream()
                .filter(each -> Pods.ended(each) && !Pods.ends(each))
                .forEach(each -> actions.add(new Delete(
                        each, Optional.of(Reason.REMOVED_DEAD_POD), "worker " + Pods.name(each) + " ended")));
        List<Pod> living = pods.stream().filter(Pods::lives).toList();
        int missing = replicas - living.size();
        if (missing < 0) {
            actions.addAll(surplus(living, revision, -missing));
        } else {
            actions.addAll(outdated(living, revision, replicas));
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

    private static List<Action> outdated(List<Pod> living, String revision, int replicas) {
        List<Pod> old = living.stream()
                .filter(each -> !isCurrent(each, revision))
                .sorted(Comparator.comparing(Pods::created).thenComparing(Pods::name))
                .toList();
        List<Pod> useless = old.stream().filter(each -> !Pods.ready(each)).toList();
        long ready = living.stream().filter(Pods::ready).count();
        List<Pod> replaced = useless.isEmpty() && ready >= replicas && !old.isEmpty() ? old.subList(0, 1) : useless;
        return replaced.stream()
                .<Action>map(each -> new Delete(
                        each, Optional.of(Reason.UPDATED_WORKER), "worker " + Pods.name(each) + " has an old revision"))
                .toList();
    }

    private static boolean isCurrent(Pod pod, String revision) {
        return Pods.label(pod, Labels.REVISION).equals(revision);
    }
}
