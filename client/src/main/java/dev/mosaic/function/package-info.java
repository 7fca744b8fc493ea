/**
 * Serializable functions and actions, for lambdas and method references that run in workers. The values that they capture are copied when the
 * call is made.
 */
@NullMarked
package dev.mosaic.function;

import org.jspecify.annotations.NullMarked;
