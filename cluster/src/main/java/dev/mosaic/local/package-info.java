/**
 * The clusters that a user runs on a machine: each is listed in a file as long as it runs, so that the command line finds it by itself.
 *
 * <p>Imports {@code dev.mosaic.process} for the user's folder, and {@code dev.mosaic.mesh} for addresses.
 */
@NullMarked
package dev.mosaic.local;

import org.jspecify.annotations.NullMarked;
