package dev.mosaic.unit.calls;

import dev.mosaic.message.Id;

/**
 * A task that a call waits for.
 *
 * @param task of this unit
 * @param wanted true where its value is an argument, false where only its end is waited for
 */
public record Dependency(Id task, boolean wanted) {}
