package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if more items of {@link Mosaic#forEach} or {@link TesseraArray#map} failed than {@link ItemOptions#maxFailedShare} allows. The cause is
 * the failure of the first such item; up to 100 others are suppressed exceptions.
 */
public final class ItemsFailedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-012";

    public ItemsFailedException(String what, String advice) {
        this(what, advice, null);
    }

    public ItemsFailedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
