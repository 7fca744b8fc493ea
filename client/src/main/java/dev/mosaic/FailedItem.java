package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * An item of {@link Mosaic#forEach} that failed, within {@link ItemOptions#maxFailedShare}.
 *
 * @param problem the exception of its function, or the loss of its worker
 */
public record FailedItem<A extends @Nullable Object>(A item, Throwable problem) {}
