package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** The task was done, but its worker was lost before its result was fetched. */
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
