package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * A value and its version.
 *
 * @param version the number of changes; 0 for the first value
 */
public record Versioned<T extends @Nullable Object>(T value, long version) {}
