package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** The items that a method gives one by one are for one subscriber, and have one already. */
public final class FlowTakenException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-013";

    public FlowTakenException(String what, String advice) {
        this(what, advice, null);
    }

    public FlowTakenException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
