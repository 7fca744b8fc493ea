/**
 * How a call's bytes become a call of user code and its result bytes again: {@link dev.mosaic.invoke.MethodTable} numbers
 * the members of a class, {@link dev.mosaic.invoke.Dispatcher} calls them, {@link dev.mosaic.invoke.ValueWriter} and {@link
 * dev.mosaic.invoke.Arguments} write and read values.
 *
 * <p>Generated code imports this package; it imports {@code dev.mosaic} and the JDK.
 */
@NullMarked
package dev.mosaic.invoke;

import org.jspecify.annotations.NullMarked;
