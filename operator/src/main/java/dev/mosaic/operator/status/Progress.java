package dev.mosaic.operator.status;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether pods that are being made or replaced get on. A sign of that is a pod that got ready, or one that has time to drain. */
public final class Progress {
    static final String TYPE = "Progressing";

    /** Times of conditions are whole seconds. */
    private static final Duration BEYOND = Duration.ofSeconds(1);

    private Progress() {}

    /** When to look again whether it got on; each sign of that is an event, and looks anew. Empty where nothing is under way. */
    public static Optional<Duration> lookAgain(List<Condition> conditions, Duration deadline) {
        return conditions.stream()
                .filter(each -> each.type().equals(TYPE) && each.status() == ConditionStatus.TRUE)
                .findFirst()
                .map(each -> deadline.plus(BEYOND));
    }

    /** Pods of that revision that got ready, and those that end. */
    static Stream<Instant> signs(List<Pod> pods, String revision) {
        Stream<Instant> ready = pods.stream()
                .filter(each ->
                        Pods.ready(each) && Pods.label(each, Labels.REVISION).equals(revision))
                .flatMap(each -> Pods.condition(each, "Ready").stream())
                .flatMap(each -> Optional.ofNullable(each.getLastTransitionTime()).stream())
                .map(Instant::parse);
        Stream<Instant> draining = pods.stream()
                .filter(each -> Pods.ends(each) && !Pods.ended(each))
                .map(each -> Instant.parse(each.getMetadata().getDeletionTimestamp()));
        return Stream.concat(ready, draining);
    }

    /**
     * Whether nothing got on for too long.
     *
     * @param before the condition as it was
     * @param isNewAttempt what is wanted has changed since
     */
    static boolean isTooLate(
            Optional<Condition> before, boolean isNewAttempt, Stream<Instant> signs, Duration deadline, Instant now) {
        if (isNewAttempt || before.isEmpty()) {
            return false;
        }
        Condition condition = before.get();
        Instant since = Instant.parse(condition.lastTransitionTime());
        Optional<Instant> sign = signs.max(Comparator.naturalOrder());
        if (condition.status() == ConditionStatus.TRUE) {
            Instant last = sign.filter(each -> each.isAfter(since)).orElse(since);
            return !now.isBefore(last.plus(deadline));
        }
        boolean wasTooLate = condition.reason().equals(Reason.PROGRESS_DEADLINE_EXCEEDED.word());
        return wasTooLate && sign.filter(each -> each.isAfter(since)).isEmpty();
    }
}
