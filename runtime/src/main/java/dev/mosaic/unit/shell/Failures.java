package dev.mosaic.unit.shell;

import dev.mosaic.ArgumentFailedException;
import dev.mosaic.ArgumentsTooLargeException;
import dev.mosaic.ConstructorFailedException;
import dev.mosaic.DeadlockException;
import dev.mosaic.DurabilityUnavailableException;
import dev.mosaic.MosaicException;
import dev.mosaic.NameException;
import dev.mosaic.ObjectLostException;
import dev.mosaic.OverloadedException;
import dev.mosaic.PlacementException;
import dev.mosaic.RemoteException;
import dev.mosaic.ResultLostException;
import dev.mosaic.SerializationException;
import dev.mosaic.StoreFullException;
import dev.mosaic.TaskCancelledException;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.TimedOutException;
import dev.mosaic.WorkerDrainedException;
import dev.mosaic.WorkerLostException;
import dev.mosaic.inspect.ItemText;
import dev.mosaic.invoke.codec.ValueCodec;
import dev.mosaic.message.Failure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Failures as they travel, and the exceptions that they were and become.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> none: what cannot be encoded or rebuilt is described.
 */
final class Failures {
    private final ValueCodec codec;
    private final String self;
    private final ClassLoader code;

    Failures(ValueCodec codec, String self, ClassLoader code) {
        this.codec = codec;
        this.self = self;
        this.code = code;
    }

    /** What user code threw here. */
    Failure thrown(Throwable thrown, String task) {
        Failure.Kind kind = kind(thrown);
        String what = thrown instanceof MosaicException mosaic && kind != Failure.Kind.THROWN
                ? mosaic.what()
                : ItemText.of(thrown);
        byte[] bytes;
        try {
            bytes = codec.thrown(thrown);
        } catch (RuntimeException | Error unencodable) {
            bytes = new byte[0];
        }
        return new Failure(kind, what, task, self, bytes, null);
    }

    private static Failure.Kind kind(Throwable thrown) {
        return switch (thrown) {
            case ConstructorFailedException constructor -> Failure.Kind.CONSTRUCTOR;
            case DeadlockException deadlock -> Failure.Kind.DEADLOCK;
            case OverloadedException overloaded -> Failure.Kind.OVERLOADED;
            case WorkerDrainedException drained -> Failure.Kind.WORKER_DRAINED;
            case WorkerLostException lost -> Failure.Kind.WORKER_LOST;
            case TimedOutException late -> Failure.Kind.TIMED_OUT;
            case TesseraStoppedException stopped -> Failure.Kind.STOPPED;
            case ArgumentFailedException argument -> Failure.Kind.ARGUMENT;
            case ResultLostException lost -> Failure.Kind.RESULT_LOST;
            case SerializationException capture -> Failure.Kind.CAPTURE;
            case NameException name -> Failure.Kind.NAME;
            case ObjectLostException lost -> Failure.Kind.OBJECT_LOST;
            case ArgumentsTooLargeException large -> Failure.Kind.TOO_LARGE;
            case StoreFullException full -> Failure.Kind.STORE_FULL;
            case DurabilityUnavailableException away -> Failure.Kind.DURABILITY_UNAVAILABLE;
            case PlacementException nowhere -> Failure.Kind.PLACEMENT;
            default -> Failure.Kind.THROWN;
        };
    }

    /** The exception for who waits here; a {@link RuntimeException} or an {@link Error}. */
    Throwable rebuilt(Failure failure, String task) {
        Throwable original = failure.thrown().length == 0 ? null : codec.rebuilt(failure.thrown());
        if (original instanceof RemoteException remote && remote.getCause() != null && !isOfMosaic(remote.getCause())) {
            return new RemoteException(facts(remote.what(), failure, task), remote.advice(), remote.getCause());
        }
        if (original instanceof RuntimeException || original instanceof Error) {
            original.addSuppressed(
                    new RemoteException(facts("this was thrown in a worker:", failure, task), more(failure, task)));
            return original;
        }
        Failure because = failure.cause();
        Throwable cause = because == null ? original : rebuilt(because, because.uid());
        return made(failure.kind(), facts(failure.what(), failure, task), cause);
    }

    /** True where user code threw one of these types. Loads the class of the exception where it is here; initialises none. */
    boolean isOf(Failure failure, List<Class<? extends Throwable>> types) {
        String name = types.isEmpty() ? "" : codec.thrownType(failure.thrown());
        if (name.isEmpty()) {
            return false;
        }
        if (types.stream().anyMatch(type -> type.getName().equals(name))) {
            return true;
        }
        try {
            Class<?> thrown = Class.forName(name, false, code);
            return types.stream().anyMatch(type -> type.isAssignableFrom(thrown));
        } catch (ClassNotFoundException | LinkageError notHere) {
            return false;
        }
    }

    private static boolean isOfMosaic(Throwable cause) {
        return cause instanceof MosaicException;
    }

    static MosaicException made(Failure.Kind kind, String what, @Nullable Throwable cause) {
        return switch (kind) {
            case THROWN -> new RemoteException(what, "", cause);
            case CONSTRUCTOR -> new ConstructorFailedException(what, "", cause);
            case DEADLOCK ->
                new DeadlockException(what, "change the code so that one of them does not wait for the other", cause);
            case OVERLOADED -> new OverloadedException(what, "", cause);
            case WORKER_LOST ->
                new WorkerLostException(what, "call again, or set maxRetries; a tessera also needs maxRestarts", cause);
            case TIMED_OUT -> new TimedOutException(what, "", cause);
            case STOPPED -> new TesseraStoppedException(what, "make a new one", cause);
            case ARGUMENT -> new ArgumentFailedException(because(what, cause), "", cause);
            case RESULT_LOST -> new ResultLostException(what, "call again", cause);
            case CAPTURE -> new SerializationException(what, "", cause);
            case NAME -> new NameException(what, "", cause);
            case OBJECT_LOST -> new ObjectLostException(what, "", cause);
            case TOO_LARGE ->
                new ArgumentsTooLargeException(what, "give the store more memory, or use smaller pieces", cause);
            case CANCELLED -> new TaskCancelledException(what, "", cause);
            case STORE_FULL -> new StoreFullException(what, "drop refs, or give the store more memory or disk", cause);
            case WORKER_DRAINED ->
                new WorkerDrainedException(
                        what,
                        "make the tessera with maxRestarts, let its class implement Snapshot, or give it more time",
                        cause);
            case MOVED -> new WorkerLostException(what, "call again", cause);
            case DURABILITY_UNAVAILABLE ->
                new DurabilityUnavailableException(what, "check S3, or put it without durable()", cause);
            case PLACEMENT -> new PlacementException(what, "ask for less, or add a node that is large enough", cause);
        };
    }

    /** With the words of what made the argument fail, so that it can be read without the trace. */
    private static String because(String what, @Nullable Throwable cause) {
        return cause == null ? what : what + ": " + cause;
    }

    private static String facts(String what, Failure failure, String task) {
        String uid = uid(failure, task);
        return what
                + (uid.isEmpty() ? "" : " task=" + uid)
                + (failure.worker().isEmpty() ? "" : " worker=" + failure.worker());
    }

    private static String uid(Failure failure, String task) {
        return failure.uid().isEmpty() ? task : failure.uid();
    }

    /** What shows more. */
    private static String more(Failure failure, String task) {
        String uid = uid(failure, task);
        return uid.isEmpty() ? "" : "while the program runs, mosaic describe " + uid + " shows more";
    }

    /** Throws what {@link #rebuilt} gave. */
    static RuntimeException unchecked(Throwable problem) {
        if (problem instanceof Error error) {
            throw error;
        }
        return problem instanceof RuntimeException unchecked
                ? unchecked
                : new RemoteException(problem.toString(), "", problem);
    }
}
