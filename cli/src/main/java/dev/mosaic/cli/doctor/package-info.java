/**
 * The checks of {@code mosaic doctor}. Each is given its facts by {@link dev.mosaic.cli.doctor.Doctor}, which reads them from this machine,
 * and gives findings.
 */
@NullMarked
package dev.mosaic.cli.doctor;

import org.jspecify.annotations.NullMarked;
