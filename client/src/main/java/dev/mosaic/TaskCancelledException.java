package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if a task was cancelled, or if the task whose code created it was cancelled. */
public final class TaskCancelledException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-011";

    public TaskCancelledException(String what, String advice) {
        this(what, advice, null);
    }

    public TaskCancelledException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
