package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the code of a call threw a checked exception, or an exception that cannot be rebuilt in this process. The cause is the original
 * exception, if it could be rebuilt. The message names the task and its worker, and has the stack trace of the worker.
 */
public final class RemoteException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-001";

    public RemoteException(String what, String advice) {
        this(what, advice, null);
    }

    public RemoteException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
