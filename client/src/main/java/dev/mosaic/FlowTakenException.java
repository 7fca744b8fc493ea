package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** The stream of values that a method returns can be read once, and has a reader already. */
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
