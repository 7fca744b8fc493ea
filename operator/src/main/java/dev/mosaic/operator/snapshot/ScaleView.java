package dev.mosaic.operator.snapshot;

import dev.mosaic.operator.reason.Reason;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Optional;

/**
 * What the autoscaler says of a group.
 *
 * @param isActive whether it scales it
 * @param message for people: what it cannot serve, or what to do so that it scales
 * @param idle how many replicas have nothing to do; empty where it does not know
 * @param offer what one of its pods has said that it offers; empty before one has
 */
public record ScaleView(
        boolean isActive, Reason reason, String message, Optional<Integer> idle, Map<String, Quantity> offer) {
    public ScaleView {
        offer = Map.copyOf(offer);
    }
}
