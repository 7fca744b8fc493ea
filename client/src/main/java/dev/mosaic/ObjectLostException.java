package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * An entry of the warehouse cannot be read: it was dropped, or its last copy was lost.
 */
public final class ObjectLostException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-STORE-001";

    public ObjectLostException(String what, String advice) {
        this(what, advice, null);
    }

    public ObjectLostException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
