package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * A name is taken, or unknown, or names a tessera of another type. The text shows what was asked for and what is there.
 */
public final class NameException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-NAME-001";

    public NameException(String what, String advice) {
        this(what, advice, null);
    }

    public NameException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
