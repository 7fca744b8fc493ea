package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if Mosaic could not start, or could not connect to a cluster. */
public final class StartException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-START-003";

    public StartException(String what, String advice) {
        this(what, advice, null);
    }

    public StartException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
