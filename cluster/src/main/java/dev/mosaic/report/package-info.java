/**
 * The report of a run: one HTML file, made of the pages that a head answers.
 *
 * <p>Imports {@code dev.mosaic.headapi} for the pages. It knows no unit and no way to ask one.
 */
@NullMarked
package dev.mosaic.report;

import org.jspecify.annotations.NullMarked;
