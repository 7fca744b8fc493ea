/**
 * What a unit remembers of calls that are over, and how it tells of calls to who asks: the filter and the page of a question, as bytes.
 *
 * <p>Imports {@code dev.mosaic.unit.mailbox} for what a call is. It knows no unit and no thread.
 */
@NullMarked
package dev.mosaic.history;

import org.jspecify.annotations.NullMarked;
