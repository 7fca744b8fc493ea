package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if a wait, or a call with {@link CallOptions#timeout}, is not done in time. */
public final class TimedOutException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-006";

    public TimedOutException(String what, String advice) {
        this(what, advice, null);
    }

    public TimedOutException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
