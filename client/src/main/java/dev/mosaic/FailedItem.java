package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * An item of {@link Mosaic#forEach} that failed and was let go, since so many may.
 *
 * @param problem what its function threw, or why its worker was lost
 */
public record FailedItem<A extends @Nullable Object>(A item, Throwable problem) {}
