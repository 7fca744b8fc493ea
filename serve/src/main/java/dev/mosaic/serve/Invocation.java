package dev.mosaic.serve;

import java.time.Duration;

/**
 * A call as it came.
 *
 * @param key of the client, by which it is known again; empty for none
 * @param stack true where the client wants the stack of what user code throws
 * @param body the arguments in JSON
 * @param limit how long the client waits
 */
record Invocation(String method, String key, boolean stack, String body, Duration limit) {}
