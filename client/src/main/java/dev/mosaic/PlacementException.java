package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * No node, present or announced, can ever have the resources that a tessera, a task or a reservation needs. The message says what the largest node
 * has.
 */
public final class PlacementException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-PLACE-001";

    public PlacementException(String what, String advice) {
        this(what, advice, null);
    }

    public PlacementException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
