package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if the called tessera has ended: it was dropped or killed, or its program has ended. */
public final class TesseraStoppedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-007";

    public TesseraStoppedException(String what, String advice) {
        this(what, advice, null);
    }

    public TesseraStoppedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
