package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if a name is in use, is not known, or belongs to a tessera of another class. The message has the reason. */
public final class NameException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-NAME-001";

    public NameException(String what, String advice) {
        this(what, advice, null);
    }

    public NameException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
