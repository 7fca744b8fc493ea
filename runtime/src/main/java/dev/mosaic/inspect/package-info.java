/**
 * What a unit tells of itself to who asks: the calls that ended in it, the stacks of its threads, and the filter and the page of a question,
 * as bytes.
 *
 * <p>Imports {@code dev.mosaic.unit.mailbox} for what a call is. It knows no unit.
 */
@NullMarked
package dev.mosaic.inspect;

import org.jspecify.annotations.NullMarked;
