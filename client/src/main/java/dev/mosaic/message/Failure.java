package dev.mosaic.message;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Why a task failed, as it travels. The shell makes an exception of it where somebody waits.
 *
 * <pre>
 *   u8 kind, text what, text uid, text worker
 *   u32 thrown length, thrown bytes                          (0 = none)
 *   u8 1 and the cause in the same layout, or u8 0           (at most {@value #MAX_DEPTH} deep)
 * </pre>
 *
 * @param kind which exception it becomes
 * @param what the facts, in words
 * @param uid of the task or tessera it happened to; empty where that is told by whoever has it
 * @param worker uid of the worker it happened in; empty where it happened in none
 * @param thrown what user code threw, encoded by the shell; empty where it threw nothing
 * @param cause the failure this one follows from
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record Failure(
        Kind kind,
        String what,
        String uid,
        String worker,
        byte[] thrown,
        @Nullable Failure cause) {
    /** A longer chain is cut here. */
    public static final int MAX_DEPTH = 32;

    private static final byte[] NOTHING = new byte[0];

    /** Which exception it becomes. The order is on the wire: add at the end. */
    public enum Kind {
        /** User code threw. */
        THROWN,
        CONSTRUCTOR,
        DEADLOCK,
        OVERLOADED,
        WORKER_LOST,
        TIMED_OUT,
        STOPPED,
        ARGUMENT,
        RESULT_LOST,
        CAPTURE,
        NAME,
        /** An entry of the warehouse was dropped, or its last copy was lost. */
        OBJECT_LOST,
        /** More is wanted at once than there can be. */
        TOO_LARGE,
        /** No tier has room. */
        STORE_FULL,
        /** The caller wanted it no more. */
        CANCELLED,
        /** What was to be durable could not be made so. */
        DURABILITY_UNAVAILABLE,
        /** No node can ever hold it. */
        PLACEMENT,
        /** Its worker was to end, and did not wait longer for it. */
        WORKER_DRAINED,
        /** Not run where it was sent, since its tessera has moved: whoever sent it sends it there. Nobody else sees it. */
        MOVED
    }

    /** Without bytes. */
    public static Failure of(Kind kind, String what) {
        return new Failure(kind, what, "", "", NOTHING, null);
    }

    /** Without bytes, following from another. */
    public static Failure of(Kind kind, String what, Failure cause) {
        return new Failure(kind, what, "", "", NOTHING, cut(cause, MAX_DEPTH - 1));
    }

    @SuppressWarnings("ReferenceEquality") // whether cut() made another one
    private static @Nullable Failure cut(@Nullable Failure failure, int depth) {
        if (failure == null || depth == 0) {
            return null;
        }
        Failure cause = cut(failure.cause, depth - 1);
        return cause == failure.cause
                ? failure
                : new Failure(failure.kind, failure.what, failure.uid, failure.worker, failure.thrown, cause);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Failure that
                && kind == that.kind
                && what.equals(that.what)
                && uid.equals(that.uid)
                && worker.equals(that.worker)
                && Arrays.equals(thrown, that.thrown)
                && java.util.Objects.equals(cause, that.cause);
    }

    @Override
    public int hashCode() {
        return what.hashCode() * 31 + kind.ordinal();
    }

    @Override
    public String toString() {
        return kind + "(" + what + (cause == null ? "" : ", because " + cause) + ")";
    }
}
