package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * No tier of the store has room: memory is in use, and the disk is full or failing.
 */
public final class StoreFullException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-STORE-002";

    public StoreFullException(String what, String advice) {
        this(what, advice, null);
    }

    public StoreFullException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
