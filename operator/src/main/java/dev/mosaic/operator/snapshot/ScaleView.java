package dev.mosaic.operator.snapshot;

import dev.mosaic.operator.reason.Reason;
import java.util.Optional;

/**
 * What the autoscaler says of a group.
 *
 * @param isActive whether it scales it
 * @param message for people: what it cannot serve, or what to do so that it scales
 * @param idle how many replicas have nothing to do; empty where it does not know
 */
public record ScaleView(boolean isActive, Reason reason, String message, Optional<Integer> idle) {}
