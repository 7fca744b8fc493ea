package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * What Mosaic itself has to say when something fails: a stable code, what failed with its facts as {@code key=value}, and
 * what to do.
 *
 * <p>Exceptions of user code are not of this family; they come as they were thrown, or as the cause of a {@link
 * RemoteException}.
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
        super(code + " " + what + (advice.isEmpty() ? "" : "; " + advice), cause);
        this.code = code;
        this.what = what;
        this.advice = advice;
    }

    /** Stable across versions, such as {@code MOSAIC-CALL-003}. */
    public final String code() {
        return code;
    }

    /** What failed, with its facts. */
    public final String what() {
        return what;
    }

    /** What to do about it; empty where there is nothing. */
    public final String advice() {
        return advice;
    }
}
