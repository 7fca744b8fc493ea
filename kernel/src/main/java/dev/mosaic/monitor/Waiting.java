package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;

/**
 * A question for a place without an answer.
 *
 * @param asker who is told
 * @param program for which it is
 * @param question as it came last
 * @param notAt the worker that is chosen where there is no other one; 0 for none
 * @param sinceNanos when it came first
 */
record Waiting(long asker, long program, ClusterMessage.Place question, long notAt, long sinceNanos) {
    /** What it has in common with others: where one finds no place, these do not either. */
    Claim kind() {
        return question.claim().lasting();
    }
}
