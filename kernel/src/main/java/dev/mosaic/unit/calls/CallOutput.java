package dev.mosaic.unit.calls;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import org.jspecify.annotations.Nullable;

/** What the shell does for the caller's machine. It must not call the machine back from inside. */
public interface CallOutput {
    /** A task is final. Said once for each. */
    void completed(Id task, Outcome outcome);

    /**
     * A task that is cancelled runs, or its worker does not say: who waits for it has waited enough, and {@link #completed} says
     * CANCELLED when its code has ended. Said once.
     */
    default void unwanted(Id task) {}

    /** The answer to {@link CallMachine#want}: returned, or failed. One answers all that were asked before it. */
    void value(Id task, Outcome outcome);

    /** The answer to {@link CallMachine#find}. */
    void found(long request, ClusterMessage.@Nullable Named named);

    /** Nobody needs these arguments any more. */
    void released(Payload payload);

    /** {@link CallMachine#admits} may say yes where it said no before. */
    void creditFreed();
}
