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
 * One head, always: the next one is made at once when one ended or was deleted. Only heads that end soon after their start without
 * having been ready, one after the other, are waited for, up to a minute. Of those that ended the last one stays until the next is ready, so that it can be asked
 * why.
 */
public final class HeadPlan {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** One that was ready, and lived that long, is no sign of something that is wrong with all. */
    private static final Duration PROVEN = Duration.ofSeconds(10);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /** Two early ends are forgiven: nodes are emptied, and images are loaded anew. */
    private static final int FORGIVEN = 2;

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
        Instant end = endOf(last).orElse(now);
        Duration life = Duration.between(Pods.created(last), end);
        boolean isEarly = life.compareTo(Pods.wasReady(last) ? PROVEN : SOON) < 0;
        int earlyEnds = isEarly ? Pods.number(last, Labels.EARLY_ENDS) + 1 : 0;
        Duration left = Duration.between(now, end.plus(pause(earlyEnds)));
        if (left.isPositive()) {
            return new Plan(List.of(), Optional.of(left));
        }
        return create(wanted, restarts, earlyEnds, Reason.REPLACED_HEAD, "head " + Pods.name(last) + " ended");
    }

    private static Plan create(Pod wanted, int restarts, int earlyEnds, Reason reason, String why) {
        Pod pod = new PodBuilder(wanted)
                .editMetadata()
                .addToAnnotations(Labels.RESTARTS, Integer.toString(restarts))
                .addToAnnotations(Labels.EARLY_ENDS, Integer.toString(earlyEnds))
                .endMetadata()
                .build();
        return new Plan(List.of(new Create(pod, 1, Optional.of(reason), why)), Optional.empty());
    }

    private static Duration pause(int earlyEnds) {
        if (earlyEnds <= FORGIVEN) {
            return Duration.ZERO;
        }
        Duration doubled = Duration.ofSeconds(1L << Math.min(earlyEnds - FORGIVEN, 6));
        return doubled.compareTo(LONGEST_WAIT) < 0 ? doubled : LONGEST_WAIT;
    }

    private static Duration untilLost(Pod ending, Instant now) {
        Instant over = Instant.parse(ending.getMetadata().getDeletionTimestamp());
        return Duration.between(now, over.plus(LOST));
    }

    private static Optional<Instant> endOf(Pod pod) {
        return Pods.containers(pod)
                .flatMap(each -> Pods.terminated(each).stream())
                .flatMap(ended -> Optional.ofNullable(ended.getFinishedAt()).stream())
                .map(Instant::parse)
                .max(Comparator.naturalOrder());
    }
}
