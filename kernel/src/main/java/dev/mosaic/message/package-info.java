/**
 * The words that units say to each other, and how they look on the wire. PURE: values and buffers only.
 *
 * <p>Here belong the records of {@link dev.mosaic.message.UnitMessage} and their codec; what they mean is said by the machines
 * that take them. Imports the JDK only.
 */
@NullMarked
package dev.mosaic.message;

import org.jspecify.annotations.NullMarked;
