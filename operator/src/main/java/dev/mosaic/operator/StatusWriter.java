package dev.mosaic.operator;

import dev.mosaic.crd.Condition;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.status.Transitions;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Has a resource's status written where it is new, and tells people of those of its conditions that are.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> nothing where the status is as before; else an Event for each condition that is news.
 */
final class StatusWriter {
    private final Events events;

    StatusWriter(Events events) {
        this.events = events;
    }

    /**
     * What is written of it.
     *
     * @param patch an empty one of its kind; with the spec, where that kind must have one
     */
    <S, T, R extends CustomResource<S, T>> UpdateControl<R> say(
            R resource, T status, Function<T, List<Condition>> conditions, R patch) {
        return news(resource, status, conditions, patch)
                .map(UpdateControl::patchStatus)
                .orElseGet(UpdateControl::noUpdate);
    }

    /**
     * What is written where reconciling it failed.
     *
     * @param status empty where nothing is to be said
     */
    <S, T, R extends CustomResource<S, T>> ErrorStatusUpdateControl<R> sayFailure(
            R resource, Optional<T> status, Function<T, List<Condition>> conditions, R patch) {
        return status.flatMap(each -> news(resource, each, conditions, patch))
                .map(ErrorStatusUpdateControl::patchStatus)
                .orElseGet(ErrorStatusUpdateControl::defaultErrorProcessing);
    }

    /** What is to be written; empty where it stands there already. */
    private <S, T, R extends CustomResource<S, T>> Optional<R> news(
            R resource, T status, Function<T, List<Condition>> conditions, R patch) {
        T before = resource.getStatus();
        if (status.equals(before)) {
            return Optional.empty();
        }
        Transitions.between(before == null ? List.of() : conditions.apply(before), conditions.apply(status))
                .forEach(news -> events.tell(resource, null, news.reason(), news.message()));
        patch.setMetadata(new ObjectMetaBuilder()
                .withName(resource.getMetadata().getName())
                .withNamespace(resource.getMetadata().getNamespace())
                .build());
        patch.setStatus(status);
        return Optional.of(patch);
    }
}
