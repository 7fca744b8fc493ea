package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** The task was cancelled, or the one whose code made it. */
public final class TaskCancelledException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-011";

    public TaskCancelledException(String what, String advice) {
        this(what, advice, null);
    }

    public TaskCancelledException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
