package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;

/**
 * A question for a place without an answer.
 *
 * @param asker who is told
 * @param program for which it is
 * @param question as it came last
 * @param sinceNanos when it came first
 */
record Waiting(long asker, long program, ClusterMessage.Place question, long sinceNanos) {
    /** What it has in common with others: where one finds no place, these do not either. */
    Claim kind() {
        return question.claim().lasting();
    }
}
