package dev.mosaic.operator.status;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.operator.reason.Reason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Conditions in the making; each keeps its time while it stays as it was. Used once, by one thread. */
final class Conditions {
    private static final int LONGEST_MESSAGE = 1_000;

    private final List<Condition> before;
    private final long generation;
    private final String now;
    private final List<Condition> made = new ArrayList<>();

    Conditions(List<Condition> before, long generation, Instant now) {
        this.before = before;
        this.generation = generation;
        this.now = now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    Conditions say(String type, boolean is, Reason reason, String message) {
        ConditionStatus status = is ? ConditionStatus.TRUE : ConditionStatus.FALSE;
        String since = before(type)
                .filter(old -> old.status() == status)
                .map(Condition::lastTransitionTime)
                .orElse(now);
        String words = message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
        made.add(new Condition(type, status, generation, since, reason.word(), words));
        return this;
    }

    /** It was so before. */
    boolean was(String type) {
        return before(type).filter(old -> old.status() == ConditionStatus.TRUE).isPresent();
    }

    List<Condition> all() {
        return List.copyOf(made);
    }

    /** As it was; empty where it was not said. */
    Optional<Condition> before(String type) {
        return before.stream().filter(each -> each.type().equals(type)).findFirst();
    }
}
