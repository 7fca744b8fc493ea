package dev.mosaic.operator.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What to do now.
 *
 * @param actions in their order
 * @param lookAgain after that time at the latest, whatever happens
 */
public record Plan(List<Action> actions, Optional<Duration> lookAgain) {
    static final Plan NOTHING = new Plan(List.of(), Optional.empty());

    /** One after the other. */
    public Plan then(Plan next) {
        return new Plan(
                Stream.concat(actions.stream(), next.actions.stream()).toList(),
                Stream.concat(lookAgain.stream(), next.lookAgain.stream()).min(Duration::compareTo));
    }
}
