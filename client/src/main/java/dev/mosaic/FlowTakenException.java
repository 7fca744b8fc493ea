package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if a stream of values that a method returned already has a reader. Such a stream can be read only once. */
public final class FlowTakenException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-013";

    public FlowTakenException(String what, String advice) {
        this(what, advice, null);
    }

    public FlowTakenException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
