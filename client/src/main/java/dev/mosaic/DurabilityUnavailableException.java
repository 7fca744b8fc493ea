package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** Thrown if an object or a state could not be stored durably, because S3 or the disk is not available. The object does not exist. */
public final class DurabilityUnavailableException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-STORE-004";

    public DurabilityUnavailableException(String what, String advice) {
        this(what, advice, null);
    }

    public DurabilityUnavailableException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
