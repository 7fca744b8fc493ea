package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * More items of {@link Mosaic#forEach} or {@link TesseraArray#map} failed than may be dropped. The cause is the first of them; the others are suppressed
 * exceptions of this one, up to 100.
 */
public final class ItemsFailedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-012";

    public ItemsFailedException(String what, String advice) {
        this(what, advice, null);
    }

    public ItemsFailedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
