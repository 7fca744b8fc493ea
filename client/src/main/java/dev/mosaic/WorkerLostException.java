package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * The worker of a call was lost while the call was there, or could not be reached for too long. Whether its code ran, and how far, is
 * unknown. Of a barrier: a unit of the program could not be asked.
 */
public sealed class WorkerLostException extends MosaicException permits WorkerDrainedException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-005";

    public WorkerLostException(String what, String advice, @Nullable Throwable cause) {
        this(CODE, what, advice, cause);
    }

    WorkerLostException(String code, String what, String advice, @Nullable Throwable cause) {
        super(code, what, advice, cause);
    }
}
