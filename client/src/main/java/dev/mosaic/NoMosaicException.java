package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** The process has no running Mosaic, or it has one already. */
public final class NoMosaicException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-START-001";

    public NoMosaicException(String what, String advice) {
        this(what, advice, null);
    }

    public NoMosaicException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
