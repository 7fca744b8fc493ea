/**
 * What a cluster does, for people: the report of a run as one HTML file, and the server of the dashboard. Both are made of the pages that a
 * head answers.
 *
 * <p>Imports {@code dev.mosaic.headapi} for the pages. It knows no unit and no way to ask one.
 */
@NullMarked
package dev.mosaic.report;

import org.jspecify.annotations.NullMarked;
