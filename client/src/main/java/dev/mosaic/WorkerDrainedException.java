package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** The worker of the tessera was to end, the tessera could not live elsewhere, and the time for it was over. */
public final class WorkerDrainedException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-014";

    public WorkerDrainedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
