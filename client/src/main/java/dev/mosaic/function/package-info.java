/**
 * Functions and actions that can be sent: lambdas and method references written where one of these is expected are
 * serialisable. What they capture is captured when the call is made.
 */
@NullMarked
package dev.mosaic.function;

import org.jspecify.annotations.NullMarked;
