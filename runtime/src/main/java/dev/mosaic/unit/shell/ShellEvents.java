package dev.mosaic.unit.shell;

import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Member;
import java.util.function.Consumer;

/**
 * What a unit tells the process it runs in.
 *
 * <p><b>Threading:</b> any thread, one call at a time, in the order things happened; must not block. {@link #output} has a thread of its
 * own, beside the others, and may block.
 */
public interface ShellEvents {
    /** Does nothing. */
    ShellEvents NONE = new ShellEvents() {};

    /**
     * A line that the worker of that uid has printed; in heads.
     *
     * @param isError true for standard error
     */
    default void output(String uid, boolean isError, String line) {}

    /** A node asks about the program's code; in heads. The answer may be given later, by any thread. */
    default void asked(CodeMessage question, Consumer<CodeMessage> answer) {}

    /** Calls have waited for a worker, or for room in one, for a while; in heads, once. */
    default void waiting(String reason) {}

    /** The monitor holds this unit for dead: the process has to end. */
    default void excluded(String reason) {}

    /** The unit is asked to end. */
    default void shutdown() {}

    /** True where {@link #forced} ends the process. */
    default boolean endsByForce() {
        return false;
    }

    /** The unit is asked to end at once, with what runs in it; it has said so to the monitor a moment ago. */
    default void forced(String reason) {}

    /** The unit was to end, has nothing any more, and has said so. */
    default void drained() {}

    /** A unit is there. */
    default void joined(Member member) {}

    /** A unit is dead. */
    default void lost(Member member, String reason) {}
}
