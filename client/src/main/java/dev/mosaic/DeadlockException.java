package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * A wait could never have ended: the waiting call is waited for by what it waits for. The text names the cycle. Only one wait of a
 * cycle gets it; the others go on when that call ends.
 */
public final class DeadlockException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** Its stable code. */
    public static final String CODE = "MOSAIC-CALL-003";

    public DeadlockException(String what, String advice) {
        this(what, advice, null);
    }

    public DeadlockException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
