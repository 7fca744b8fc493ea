package dev.mosaic.operator;

import dev.mosaic.crd.Condition;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.status.Transitions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
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
     * Writes it. {@link #again} has to follow.
     *
     * @param patch an empty one of its kind; with the spec, where that kind must have one
     */
    <S, T, R extends CustomResource<S, T>> UpdateControl<R> say(
            R resource, T status, Function<T, List<Condition>> conditions, R patch, Context<R> context) {
        news(resource, status, conditions, patch)
                .ifPresent(news -> context.resourceOperations().serverSideApplyPrimaryStatus(news));
        return UpdateControl.noUpdate();
    }

    /**
     * Has the resource looked at again at once where somebody has changed or deleted it since it was read. The Java Operator SDK drops
     * the event of a change that comes before a status is written, and is seen only after it
     * (operator-framework/java-operator-sdk#3398, in 5.3.2): without this a deleted resource would stay for five minutes, and a new spec
     * would wait as long.
     */
    static <R extends HasMetadata> UpdateControl<R> again(UpdateControl<R> control, R resource, Context<R> context) {
        boolean isOld = context.getPrimaryCache()
                .get(ResourceID.fromResource(resource))
                .filter(newest -> News.is(newest, resource))
                .isPresent();
        return isOld ? control.reschedule() : control;
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
