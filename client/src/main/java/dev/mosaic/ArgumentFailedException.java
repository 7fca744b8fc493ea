package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if a call did not run, because a task that is its argument failed. The cause is the failure of that task. */
public final class ArgumentFailedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-008";

    public ArgumentFailedException(String what, String advice) {
        this(what, advice, null);
    }

    public ArgumentFailedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
