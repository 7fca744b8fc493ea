package dev.mosaic.operator.validate;

import dev.mosaic.operator.reason.Reason;

/**
 * Why a spec is not accepted.
 *
 * @param message what is wrong and what to do, as a sentence
 */
public record Problem(Reason reason, String message) {}
