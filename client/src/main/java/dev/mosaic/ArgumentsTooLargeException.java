package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if the stored objects that a call needs at the same time are larger than the memory of the store of its machine. */
public final class ArgumentsTooLargeException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-STORE-003";

    public ArgumentsTooLargeException(String what, String advice) {
        this(what, advice, null);
    }

    public ArgumentsTooLargeException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
