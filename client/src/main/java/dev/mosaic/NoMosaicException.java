package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if no Mosaic runs in the process, if it was closed, or if the calling thread does not run the code that the method needs, such as a call in a
 * worker.
 */
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
