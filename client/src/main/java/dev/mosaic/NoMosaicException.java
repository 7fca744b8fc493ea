package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * There is no running Mosaic where one is needed, or one where there may be none.
 */
public final class NoMosaicException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-START-001";

    public NoMosaicException(String what, String advice) {
        this(what, advice, null);
    }

    public NoMosaicException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
