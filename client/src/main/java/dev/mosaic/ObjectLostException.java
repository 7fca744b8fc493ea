package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if an object of the warehouse cannot be read, because it was dropped or its last copy was lost. */
public final class ObjectLostException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-STORE-001";

    public ObjectLostException(String what, String advice) {
        this(what, advice, null);
    }

    public ObjectLostException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
