package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if no node can ever have the resources that a tessera, a task or a reservation needs. This includes nodes that were announced and may
 * still join. The message has the resources of the largest node.
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
