package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the worker of a call died, or could not be reached for too long, while it had the call. The call may have run, fully or in part. A
 * barrier throws it if a unit of the program could not be reached.
 */
public sealed class WorkerLostException extends MosaicException permits WorkerDrainedException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-005";

    public WorkerLostException(String what, String advice, @Nullable Throwable cause) {
        this(CODE, what, advice, cause);
    }

    WorkerLostException(String code, String what, String advice, @Nullable Throwable cause) {
        super(code, what, advice, cause);
    }
}
