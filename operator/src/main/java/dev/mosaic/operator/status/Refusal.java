package dev.mosaic.operator.status;

import dev.mosaic.operator.reason.Reason;

/**
 * What the API server did not take, or an object that is somebody else's.
 *
 * @param message in its words
 */
public record Refusal(Reason reason, String message) {}
