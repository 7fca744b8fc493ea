package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * A value with how often it was changed.
 *
 * @param version 0 for the value that it was made with, one more with each change
 */
public record Versioned<T extends @Nullable Object>(T value, long version) {}
