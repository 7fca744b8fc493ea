package dev.mosaic.operator.apply;

import dev.mosaic.operator.plan.Action;
import dev.mosaic.operator.reason.Reason;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often what somebody else changed is taken back: the same change at once, and then once a minute at most, so that the operator and
 * another controller that want different things do not write without end.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Healing {
    /** Between two writes against the same change. */
    public static final Duration PAUSE = Duration.ofMinutes(1);

    private final ConcurrentHashMap<String, Instant> healed = new ConcurrentHashMap<>();

    /** All of them but those that are to wait. */
    public List<Action> due(HasMetadata owner, List<Action> actions, Instant now) {
        healed.values().removeIf(each -> !each.plus(PAUSE).isAfter(now));
        return actions.stream()
                .filter(each -> !each.reason().equals(Optional.of(Reason.HEALED_DRIFT))
                        || healed.putIfAbsent(owner.getMetadata().getUid() + " " + each.message(), now) == null)
                .toList();
    }
}
