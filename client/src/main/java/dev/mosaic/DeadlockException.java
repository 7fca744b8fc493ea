package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a wait could never end, because two or more calls wait for each other. The message names the calls. Only one of the waits fails. The
 * other waits go on when the call whose wait failed has ended.
 */
public final class DeadlockException extends MosaicException {
    private static final long serialVersionUID = 1L;

    /** The code, as in the message. */
    public static final String CODE = "MOSAIC-CALL-003";

    public DeadlockException(String what, String advice) {
        this(what, advice, null);
    }

    public DeadlockException(String what, String advice, @Nullable Throwable cause) {
        super(CODE, what, advice, cause);
    }
}
