package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * What was put as durable could not be made so: S3 is away, or refuses. The entry is not there.
 */
public final class DurabilityUnavailableException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-STORE-004";

    public DurabilityUnavailableException(String what, String advice) {
        this(what, advice, null);
    }

    public DurabilityUnavailableException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
