package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * What is wanted in memory at once, such as the refs among the arguments of one call, is more than the store of the machine may
 * take.
 */
public final class ArgumentsTooLargeException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-STORE-003";

    public ArgumentsTooLargeException(String what, String advice) {
        this(what, advice, null);
    }

    public ArgumentsTooLargeException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
