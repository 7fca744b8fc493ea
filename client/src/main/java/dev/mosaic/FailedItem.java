package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * An item of {@link Mosaic#forEach} that failed, while the call went on because {@link ItemOptions#maxFailedShare} allows the failure.
 *
 * @param problem the exception that the function threw, or the exception for the loss of its worker
 */
public record FailedItem<A extends @Nullable Object>(A item, Throwable problem) {}
