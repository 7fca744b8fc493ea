package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if the constructor of a tessera threw an exception, which is the cause. All calls of the tessera fail with this exception. */
public final class ConstructorFailedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-002";

    public ConstructorFailedException(String what, String advice) {
        this(what, advice, null);
    }

    public ConstructorFailedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
