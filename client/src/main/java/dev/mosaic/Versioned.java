package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * The value of a {@link SharedValue} with its version.
 *
 * @param version the number of changes; 0 for the first value
 */
public record Versioned<T extends @Nullable Object>(T value, long version) {}
