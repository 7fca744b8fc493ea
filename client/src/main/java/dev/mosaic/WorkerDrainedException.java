package dev.mosaic;

import org.jspecify.annotations.Nullable;

/** The worker of a call was to end, what it called could not live elsewhere, and the time for it was over. */
public final class WorkerDrainedException extends WorkerLostException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-014";

    public WorkerDrainedException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
