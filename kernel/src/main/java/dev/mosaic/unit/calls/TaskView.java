package dev.mosaic.unit.calls;

import dev.mosaic.message.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A task as its owner sees it now.
 *
 * @param sent true where it is in a mailbox, or was
 * @param started true where its code was seen running
 * @param worker the instance it was sent to; 0 for none
 * @param outcome null while it is not final
 * @param waitingFor in words; empty where it waits for nothing that is known here
 */
public record TaskView(
        boolean sent,
        boolean started,
        long worker,
        @Nullable Outcome outcome,
        String waitingFor) {}
