package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * Mosaic could not be started. The text says which unit did not come, and the last that it said.
 */
public final class StartException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-START-003";

    public StartException(String what, String advice) {
        this(what, advice, null);
    }

    public StartException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
