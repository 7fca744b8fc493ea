package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if an option or argument of the Mosaic API is outside its range. */
public final class InvalidOptionException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-START-002";

    public InvalidOptionException(String what, String advice) {
        this(what, advice, null);
    }

    public InvalidOptionException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
