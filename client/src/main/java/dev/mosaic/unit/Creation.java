package dev.mosaic.unit;

import dev.mosaic.invoke.ValueWriter;

/** A tessera being made, as {@link Outgoing} is a call being made. */
public interface Creation extends ValueWriter<Creation> {
    /** An argument that is a promise, or {@link dev.mosaic.Arg#of} a value. */
    Creation arg(dev.mosaic.Arg<?> argument);

    /** Sends it off. What goes wrong later, a constructor that throws included, becomes failed calls. */
    TesseraHandle send();
}
