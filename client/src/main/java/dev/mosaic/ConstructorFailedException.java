package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * The constructor of a tessera threw; so its calls fail too. The cause is what it threw.
 */
public final class ConstructorFailedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-002";

    public ConstructorFailedException(String what, String advice) {
        this(what, advice, null);
    }

    public ConstructorFailedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
