package dev.mosaic.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    /** Of a longer chain the ends are kept: the last failures, and the first ones, of which one is the reason of all. */
    public static final int MAX_DEPTH = 32;

    /** Of a chain that is too long: so many of the last, one that says how many are left out, and the first ones. */
    private static final int KEPT_LAST = 15;

    private static final String LEFT_OUT = "failures between that are left out: ";

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
        return new Failure(kind, what, "", "", NOTHING, cause).shortened();
    }

    /** The same where the chain is at most {@link #MAX_DEPTH} long; else without those in its middle. */
    Failure shortened() {
        List<Failure> chain = new ArrayList<>(4);
        for (Failure at = this; at != null; at = at.cause) {
            chain.add(at);
        }
        if (chain.size() <= MAX_DEPTH) {
            return this;
        }
        int firstKept = chain.size() - (MAX_DEPTH - KEPT_LAST - 1);
        long leftOut = 0;
        for (Failure each : chain.subList(KEPT_LAST, firstKept)) {
            leftOut += each.leftOut();
        }
        Failure made = new Failure(Kind.ARGUMENT, LEFT_OUT + leftOut, "", "", NOTHING, chain.get(firstKept));
        for (int i = KEPT_LAST - 1; i >= 0; i--) {
            Failure each = chain.get(i);
            made = new Failure(each.kind, each.what, each.uid, each.worker, each.thrown, made);
        }
        return made;
    }

    /** For how many it stands. */
    private long leftOut() {
        if (!what.startsWith(LEFT_OUT)) {
            return 1;
        }
        try {
            return Long.parseLong(what.substring(LEFT_OUT.length()));
        } catch (NumberFormatException another) {
            return 1;
        }
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
