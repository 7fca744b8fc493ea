package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** No node, present or announced, can ever hold what a tessera, task or reservation needs. The text names the largest there is. */
public final class PlacementException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-PLACE-001";

    public PlacementException(String what, String advice) {
        this(what, advice, null);
    }

    public PlacementException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
