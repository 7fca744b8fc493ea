package dev.mosaic.operator.plan;

import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * The back-off of a head or a warehouse. Pods that end soon after their start without having been ready, one after the other, are waited
 * for, up to a minute.
 *
 * @param count how many have, one after the other
 * @param untilNext how long until the next may be made; not positive where it may be now
 */
record EarlyEnds(int count, Duration untilNext) {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** One that was ready, and lived that long, is no sign of something that is wrong with all. */
    private static final Duration PROVEN = Duration.ofSeconds(10);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /** Two early ends are forgiven: nodes are emptied, and images are loaded anew. */
    private static final int FORGIVEN = 2;

    /** With the last one that ended. */
    static EarlyEnds of(Pod last, Instant now) {
        Instant end = endOf(last).orElse(now);
        Duration life = Duration.between(Pods.created(last), end);
        boolean isEarly = life.compareTo(Pods.wasReady(last) ? PROVEN : SOON) < 0;
        int count = isEarly ? Pods.number(last, Labels.EARLY_ENDS) + 1 : 0;
        return new EarlyEnds(count, Duration.between(now, end.plus(pause(count))));
    }

    /** The pod that knows how many have before it. */
    static Pod noted(Pod pod, int count) {
        return new PodBuilder(pod)
                .editMetadata()
                .addToAnnotations(Labels.EARLY_ENDS, Integer.toString(count))
                .endMetadata()
                .build();
    }

    private static Duration pause(int earlyEnds) {
        if (earlyEnds <= FORGIVEN) {
            return Duration.ZERO;
        }
        Duration doubled = Duration.ofSeconds(1L << Math.min(earlyEnds - FORGIVEN, 6));
        return doubled.compareTo(LONGEST_WAIT) < 0 ? doubled : LONGEST_WAIT;
    }

    private static Optional<Instant> endOf(Pod pod) {
        return Pods.containers(pod)
                .flatMap(each -> Pods.terminated(each).stream())
                .flatMap(ended -> Optional.ofNullable(ended.getFinishedAt()).stream())
                .map(Instant::parse)
                .max(Comparator.naturalOrder());
    }
}
