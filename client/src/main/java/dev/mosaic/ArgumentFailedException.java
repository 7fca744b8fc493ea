package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** A task that is an argument of a call failed, so the call did not run. The cause is the failure of that task. */
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
