package dev.mosaic.operator.plan;

import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One head, always: the next one is made when one ended or was deleted, after {@link EarlyEnds}. Of those that ended the last one stays
 * until the next is ready, so that it can be asked why.
 */
public final class HeadPlan {
    /** After its time to end is over, a pod that is still there is on a node that does not answer. */
    private static final Duration LOST = Duration.ofSeconds(10);

    private static final Comparator<Pod> NEWEST_FIRST =
            Comparator.comparing(Pods::created).thenComparing(Pods::name).reversed();

    private HeadPlan() {}

    /**
     * What to do about the heads of a cluster.
     *
     * @param wanted the pod as it should be
     * @param mayReplace whether one that is ready may go because its revision is old; one that is not ready may always
     * @param known how many restarts the status tells, and that there was a head; empty where there was none yet
     */
    public static Plan of(Pod wanted, List<Pod> pods, boolean mayReplace, Optional<Integer> known, Instant now) {
        List<Pod> living =
                pods.stream().filter(Pods::lives).sorted(NEWEST_FIRST).toList();
        List<Pod> ended = pods.stream()
                .filter(each -> Pods.ended(each) && !Pods.ends(each))
                .sorted(NEWEST_FIRST)
                .toList();
        List<Pod> ending = pods.stream()
                .filter(each -> Pods.ends(each) && !Pods.ended(each))
                .toList();
        Plan cleaning = cleaning(living, ended);
        if (!living.isEmpty()) {
            return cleaning.then(replacing(wanted, living, mayReplace));
        }
        Optional<Duration> untilLost =
                ending.stream().map(each -> untilLost(each, now)).max(Comparator.naturalOrder());
        if (untilLost.filter(left -> left.isPositive()).isPresent()) {
            return cleaning.then(new Plan(List.of(), untilLost));
        }
        return cleaning.then(next(wanted, pods, ended, known, now));
    }

    /** None at all: the cluster rests. */
    static Plan none(List<Pod> pods, Instant now) {
        Optional<Duration> untilLost = pods.stream()
                .flatMap(each -> Pods.untilLost(each, now).stream())
                .filter(Duration::isPositive)
                .max(Comparator.naturalOrder());
        return new Plan(
                pods.stream()
                        .filter(each -> !Pods.ends(each))
                        .<Action>map(each -> new Delete(
                                each, Optional.of(Reason.SUSPENDED), "head " + Pods.name(each) + ": the cluster rests"))
                        .toList(),
                untilLost);
    }

    private static Plan cleaning(List<Pod> living, List<Pod> ended) {
        boolean isServed = living.stream().anyMatch(Pods::ready);
        List<Action> deletes = ended.stream()
                .skip(isServed ? 0 : 1)
                .<Action>map(each -> new Delete(each, Optional.empty(), "dead head " + Pods.name(each)))
                .toList();
        return new Plan(deletes, Optional.empty());
    }

    private static Plan replacing(Pod wanted, List<Pod> living, boolean mayReplace) {
        String revision = Pods.label(wanted, Labels.REVISION);
        List<Action> actions = new ArrayList<>();
        Pod newest = living.getFirst();
        if (!Pods.label(newest, Labels.REVISION).equals(revision) && (mayReplace || !Pods.ready(newest))) {
            actions.add(new Delete(
                    newest, Optional.of(Reason.ROLLING_UPDATE), "head " + Pods.name(newest) + " has an old revision"));
        }
        living.stream()
                .skip(1)
                .forEach(each -> actions.add(new Delete(
                        each,
                        Optional.empty(),
                        "head " + Pods.name(each) + " goes: a cluster has one, and " + Pods.name(newest)
                                + " is newer")));
        return new Plan(actions, Optional.empty());
    }

    private static Plan next(Pod wanted, List<Pod> pods, List<Pod> ended, Optional<Integer> known, Instant now) {
        if (pods.isEmpty() && known.isEmpty()) {
            return create(wanted, 0, 0, Reason.CREATED_HEAD, "the head");
        }
        int restarts = 1
                + Math.max(
                        known.orElse(0),
                        pods.stream()
                                .mapToInt(each -> Pods.number(each, Labels.RESTARTS))
                                .max()
                                .orElse(0));
        if (ended.isEmpty()) {
            return create(wanted, restarts, 0, Reason.REPLACED_HEAD, "the head was deleted");
        }
        Pod last = ended.getFirst();
        EarlyEnds ends = EarlyEnds.of(last, now);
        if (ends.untilNext().isPositive()) {
            return new Plan(List.of(), Optional.of(ends.untilNext()));
        }
        return create(wanted, restarts, ends.count(), Reason.REPLACED_HEAD, "head " + Pods.name(last) + " ended");
    }

    private static Plan create(Pod wanted, int restarts, int earlyEnds, Reason reason, String why) {
        Pod pod = new PodBuilder(EarlyEnds.noted(wanted, earlyEnds))
                .editMetadata()
                .addToAnnotations(Labels.RESTARTS, Integer.toString(restarts))
                .endMetadata()
                .build();
        return new Plan(List.of(new Create(pod, 1, Optional.of(reason), why)), Optional.empty());
    }

    private static Duration untilLost(Pod ending, Instant now) {
        Instant over = Instant.parse(ending.getMetadata().getDeletionTimestamp());
        return Duration.between(now, over.plus(LOST));
    }
}
