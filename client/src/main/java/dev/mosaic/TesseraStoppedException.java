package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * The tessera was dropped, or ended with its program, before the call; or it was killed, before the call or while it ran.
 */
public final class TesseraStoppedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-007";

    public TesseraStoppedException(String what, String advice) {
        this(what, advice, null);
    }

    public TesseraStoppedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
