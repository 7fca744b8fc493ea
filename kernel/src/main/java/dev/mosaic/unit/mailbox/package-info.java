/**
 * The callee's side: {@link dev.mosaic.unit.mailbox.MailboxMachine} knows the tesserae of this worker, the order of their calls,
 * their outcomes and values. PURE: time is an argument, what is to be done goes into {@link
 * dev.mosaic.unit.mailbox.MailboxOutput}.
 *
 * <p>Imports {@code dev.mosaic.message} and {@code dev.mosaic.unit.links}; what it must know of the caller's side of the same
 * unit it asks through {@link dev.mosaic.unit.mailbox.CallerSide}.
 */
@NullMarked
package dev.mosaic.unit.mailbox;

import org.jspecify.annotations.NullMarked;
