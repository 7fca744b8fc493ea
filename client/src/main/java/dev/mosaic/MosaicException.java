package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * The superclass of all exceptions of Mosaic itself. The message has three parts: what failed, with facts as {@code key=value}; what to do; and a
 * code. <a href="https://mosaic.dev/errors">This page</a> explains each code.
 *
 * <p>Exceptions of your code are not subclasses. They are thrown unchanged, or are the cause of a {@link RemoteException}.
 */
public abstract sealed class MosaicException extends RuntimeException
        permits ArgumentFailedException,
                ArgumentsTooLargeException,
                SerializationException,
                ConstructorFailedException,
                DeadlockException,
                DurabilityUnavailableException,
                FlowTakenException,
                ItemsFailedException,
                NameException,
                NoMosaicException,
                ObjectLostException,
                InvalidOptionException,
                OverloadedException,
                PlacementException,
                RemoteException,
                ResultLostException,
                StartException,
                StoreFullException,
                TaskCancelledException,
                TesseraStoppedException,
                TimedOutException,
                WorkerLostException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final String what;
    private final String advice;

    MosaicException(String code, String what, String advice, @Nullable Throwable cause) {
        super(message(what + (advice.isEmpty() ? "" : "; " + advice), code), cause);
        this.code = code;
        this.what = what;
        this.advice = advice;
    }

    /** The code ends the first line; further lines are the stack of a worker. */
    private static String message(String text, String code) {
        int line = text.indexOf('\n');
        int end = line < 0 ? text.length() : line;
        return text.substring(0, end) + " (" + code + ", mosaic.dev/errors)" + text.substring(end);
    }

    /** The code, such as {@code MOSAIC-CALL-003}. It does not change between versions. */
    public final String code() {
        return code;
    }

    /** A description of what failed, with facts. */
    public final String what() {
        return what;
    }

    /** The advice what to do; empty if there is none. */
    public final String advice() {
        return advice;
    }
}
