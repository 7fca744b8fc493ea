package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if a task was done, but its result is gone: its worker was lost before the result was fetched, or the result was released. */
public final class ResultLostException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-009";

    public ResultLostException(String what, String advice) {
        this(what, advice, null);
    }

    public ResultLostException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
