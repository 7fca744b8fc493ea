package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * An option is outside its range.
 */
public final class InvalidOptionException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-START-002";

    public InvalidOptionException(String what, String advice) {
        this(what, advice, null);
    }

    public InvalidOptionException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
