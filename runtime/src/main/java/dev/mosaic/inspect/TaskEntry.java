package dev.mosaic.inspect;

import dev.mosaic.unit.mailbox.CallView;

/**
 * A task in a page.
 *
 * @param id as it stands at the end of its uid
 * @param name what it calls: {@code Solver.solve}; of a stateless task its function
 * @param told true where its caller says it: it is in no worker, or was lost with one
 * @param tessera where it runs; empty for a stateless one
 * @param caller instance of the unit that made it
 * @param attempt 0, and one more for each time it was sent elsewhere
 * @param queuedMicros when it came to its worker, or was made, in microseconds since the epoch, by the clock of who says it
 * @param startedMicros the same; 0 before
 * @param endedMicros the same; 0 before
 * @param nanos how long its code has run; of one that its caller says, how long it took
 * @param reason why it failed, or what it waits for; else empty
 * @param input its arguments, or its item, in words; empty where they are not known
 */
public record TaskEntry(
        String id,
        String name,
        CallView.State state,
        boolean told,
        String tessera,
        long caller,
        int attempt,
        long queuedMicros,
        long startedMicros,
        long endedMicros,
        long nanos,
        String reason,
        String input) {
    /** The same with an input. */
    public TaskEntry withInput(String words) {
        return new TaskEntry(
                id,
                name,
                state,
                told,
                tessera,
                caller,
                attempt,
                queuedMicros,
                startedMicros,
                endedMicros,
                nanos,
                reason,
                words);
    }
}
