/**
 * The command line: {@code mosaic VERB}. One class a verb; what a verb does is in a package of its own.
 *
 * <p>The only place that knows picocli. Imports the public API and its own subpackages.
 */
@NullMarked
package dev.mosaic.cli;

import org.jspecify.annotations.NullMarked;
