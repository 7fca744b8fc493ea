/**
 * Tesserae that are declared to a head, kept there and called over http: what is declared, the programs that they belong to, calls.
 *
 * <p>Imports the client, {@code dev.mosaic.http} and {@code dev.mosaic.process}. No class of a user is loaded here: arguments and results
 * pass as text.
 */
@NullMarked
package dev.mosaic.serve;

import org.jspecify.annotations.NullMarked;
