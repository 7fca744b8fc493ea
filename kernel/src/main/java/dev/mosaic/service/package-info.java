/** Time as a unit has lived it: {@link dev.mosaic.service.PatientClock}. PURE. */
@NullMarked
package dev.mosaic.service;

import org.jspecify.annotations.NullMarked;
