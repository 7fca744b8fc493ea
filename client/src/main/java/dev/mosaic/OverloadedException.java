package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * A call could not be made because the arguments of earlier ones, not yet taken by their workers, fill the byte credit for too
 * long. Nothing was sent.
 */
public final class OverloadedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-004";

    public OverloadedException(String what, String advice) {
        this(what, advice, null);
    }

    public OverloadedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
