package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if a call could not be sent, because the workers did not take the arguments of earlier calls in time. */
public final class OverloadedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-004";

    public OverloadedException(String what, String advice) {
        this(what, advice, null);
    }

    public OverloadedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
