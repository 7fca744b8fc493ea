package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if the store has no room: its memory is in use, and its disk is full or fails. */
public final class StoreFullException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-STORE-002";

    public StoreFullException(String what, String advice) {
        this(what, advice, null);
    }

    public StoreFullException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
