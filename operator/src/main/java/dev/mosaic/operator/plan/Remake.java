package dev.mosaic.operator.plan;

import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.snapshot.Gang;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A worker's pod that has ended by itself, and when another one is made for it. Where one after the other ends before it was ready, as
 * where a node does not admit it, each is waited for twice as long as the one before it.
 *
 * @param earlyEnds how many have ended like that, one after the other; 0 where this one had worked
 */
record Remake(Pod pod, int earlyEnds, Duration left) {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int MOST_DOUBLED = 5;

    /** A pod that was not ready in that time, or was for less, is a sign of something that befalls the next one too. */
    private static final Duration EARLY = Duration.ofSeconds(60);

    static Remake of(Pod ended, Instant now) {
        Instant end = end(ended);
        boolean isEarly = Duration.between(Pods.created(ended), end).compareTo(EARLY) < 0 || !began(ended);
        if (!isEarly) {
            return new Remake(ended, 0, Duration.ZERO);
        }
        int earlyEnds = Pods.number(ended, Labels.EARLY_ENDS) + 1;
        Duration left = Duration.between(now, end.plus(pause(earlyEnds)));
        return new Remake(ended, earlyEnds, left.isNegative() ? Duration.ZERO : left);
    }

    boolean waits() {
        return left.isPositive();
    }

    /** Where a replica is several pods: which one it was of. */
    String replica() {
        return Pods.label(pod, Gang.REPLICA);
    }

    static Duration pause(int earlyEnds) {
        Duration doubled = FIRST.multipliedBy(1L << Math.min(earlyEnds - 1, MOST_DOUBLED));
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }

    private static boolean began(Pod pod) {
        return Pods.containers(pod)
                .flatMap(each -> Pods.terminated(each).stream())
                .anyMatch(each -> each.getStartedAt() != null || each.getFinishedAt() != null);
    }

    /** As far as the kubelet says it; it says little of a pod that it did not admit. */
    private static Instant end(Pod pod) {
        Stream<Instant> containers = Pods.containers(pod)
                .flatMap(each -> Pods.terminated(each).stream())
                .flatMap(each -> Optional.ofNullable(each.getFinishedAt()).stream())
                .map(Instant::parse);
        Stream<Instant> conditions = Stream.of("PodScheduled", "Ready")
                .flatMap(each -> Pods.condition(pod, each).stream())
                .flatMap(each -> Optional.ofNullable(each).map(PodCondition::getLastTransitionTime).stream())
                .map(Instant::parse);
        return Stream.of(Stream.of(Pods.created(pod)), containers, conditions)
                .flatMap(each -> each)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }
}
