package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * User code threw something that cannot be rebuilt here, or is a checked exception; the cause is the original where there is one.
 * The text names the task, the worker and holds the remote stack.
 */
public final class RemoteException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-001";

    public RemoteException(String what, String advice) {
        this(what, advice, null);
    }

    public RemoteException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
