package dev.mosaic.operator.status;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.operator.reason.Reason;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Conditions in the making; each keeps its time while it stays as it was. Used once, by one thread. */
final class Conditions {
    static final String DEGRADED = "Degraded";
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

    /**
     * Where reconciling failed: all as it was, and beside it why nothing gets on.
     *
     * @param main the condition that people look at; it is said, too, unless it is true
     */
    static List<Condition> failed(List<Condition> before, String main, HasMetadata resource, Refusal why, Instant now) {
        long generation = Objects.requireNonNullElse(resource.getMetadata().getGeneration(), 0L);
        Conditions conditions = new Conditions(before, generation, now);
        before.stream()
                .filter(each -> !each.type().equals(DEGRADED))
                .filter(each -> !each.type().equals(main) || each.status() == ConditionStatus.TRUE)
                .forEach(conditions.made::add);
        if (!conditions.was(main)) {
            conditions.say(main, false, why.reason(), why.message());
        }
        conditions.say(DEGRADED, true, why.reason(), why.message());
        return conditions.all();
    }

    /** It was so before. */
    boolean was(String type) {
        return before(type).filter(old -> old.status() == ConditionStatus.TRUE).isPresent();
    }

    List<Condition> all() {
        return List.copyOf(made);
    }

    /** Those that were said, and all others as they were. */
    List<Condition> withOthersBefore() {
        List<Condition> all = new ArrayList<>(made);
        before.stream()
                .filter(old -> made.stream().noneMatch(each -> each.type().equals(old.type())))
                .forEach(all::add);
        return List.copyOf(all);
    }

    /** As it was; empty where it was not said. */
    Optional<Condition> before(String type) {
        return before.stream().filter(each -> each.type().equals(type)).findFirst();
    }
}
