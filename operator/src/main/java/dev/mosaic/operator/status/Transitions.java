package dev.mosaic.operator.status;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.operator.reason.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What an Event tells when conditions change: each change once. */
public final class Transitions {
    /** Those of which people hear when they are so. */
    private static final Set<String> BAD_WHEN_TRUE = Set.of("Degraded", "Unschedulable");

    /** Steps of a job, each news when it comes. */
    private static final Set<String> STEPS = Set.of("Started", "Suspended", "Complete", "Failed");

    private static final String READY = "Ready";
    private static final String ACCEPTED = "Accepted";

    private Transitions() {}

    /** A condition that is news. */
    public record News(Reason reason, String message) {}

    /** From what was to what is. */
    public static List<News> between(List<Condition> before, List<Condition> after) {
        List<News> news = new ArrayList<>();
        for (Condition now : after) {
            Optional<Condition> old = before.stream()
                    .filter(each -> each.type().equals(now.type()))
                    .findFirst();
            if (isNews(old, now)) {
                news.add(new News(
                        reason(now), now.message().isEmpty() ? now.type() + " is " + word(now) : now.message()));
            }
        }
        return news;
    }

    private static boolean isNews(Optional<Condition> old, Condition now) {
        boolean isTrue = now.status() == ConditionStatus.TRUE;
        boolean isSame = old.filter(
                        each -> each.status() == now.status() && each.reason().equals(now.reason()))
                .isPresent();
        if (isSame) {
            return false;
        }
        boolean wasTrue =
                old.filter(each -> each.status() == ConditionStatus.TRUE).isPresent();
        if (now.type().equals(READY)) {
            return isTrue != wasTrue;
        }
        if (now.type().equals(ACCEPTED)) {
            return !isTrue || old.isPresent();
        }
        if (STEPS.contains(now.type())) {
            return isTrue && !wasTrue;
        }
        if (now.type().equals(Progress.TYPE)) {
            return now.reason().equals(Reason.PROGRESS_DEADLINE_EXCEEDED.word());
        }
        if (now.type().equals("Suspended")) {
            return old.isPresent() || !now.reason().equals(Reason.RUNNING.word());
        }
        return BAD_WHEN_TRUE.contains(now.type()) && (isTrue || wasTrue);
    }

    private static String word(Condition condition) {
        return condition.status() == ConditionStatus.TRUE ? "True" : "False";
    }

    private static Reason reason(Condition condition) {
        return Reason.of(condition.reason());
    }
}
