package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * A task given as argument failed, so the call was not run. The cause is that of the argument, and so on along the chain.
 */
public final class ArgumentFailedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-008";

    public ArgumentFailedException(String what, String advice) {
        this(what, advice, null);
    }

    public ArgumentFailedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
