package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * A task was done, but the worker that kept its result was lost before the result was fetched.
 */
public final class ResultLostException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-009";

    public ResultLostException(String what, String advice) {
        this(what, advice, null);
    }

    public ResultLostException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
