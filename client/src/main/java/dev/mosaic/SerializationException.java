package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if an argument, a function or a result cannot be serialized. The message has the path to the field. */
public final class SerializationException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-010";

    public SerializationException(String what, String advice) {
        this(what, advice, null);
    }

    public SerializationException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
