/**
 * {@code mosaic interactive}: jshell in the program's own JVM, over a Mosaic that starts and ends with it ({@link
 * dev.mosaic.cli.shell.Shell}).
 *
 * <p>Imports the public API and {@code jdk.jshell}.
 */
@NullMarked
package dev.mosaic.cli.shell;

import org.jspecify.annotations.NullMarked;
