package dev.mosaic.unit.calls;

import dev.mosaic.message.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A tessera as a holder of its proxy sees it now.
 *
 * @param worker the instance it lives in; 0 while it has no place
 * @param failure why calls fail; null while they do not
 * @param created true where its constructor is known to have returned
 * @param moving true while its worker is dead, or has it no more, and the next one is not known
 * @param passive true where it lives nowhere until it is called
 */
public record TesseraView(long worker, @Nullable Failure failure, boolean created, boolean moving, boolean passive) {}
