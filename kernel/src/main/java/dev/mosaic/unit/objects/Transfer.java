package dev.mosaic.unit.objects;

import java.util.HashSet;
import java.util.Set;

/**
 * Bytes of an entry on their way from another store, in order, a few chunks at once.
 *
 * <p><b>Threading:</b> the store's loop.
 */
final class Transfer {
    /** A store that waits for a chunk. */
    record Asked(long store, long from, int bytes) {}

    /** Where they come from; 0 while nobody is known who has them. */
    long source;

    /** All bytes before this one have come. */
    long received;

    /** All bytes before this one were asked for. */
    long requested;

    /** When bytes came last. */
    long progressNanos;

    /** When to ask again who has them, where nobody is known who does. */
    long askAgainNanos;

    /** Chunks with a wrong sum, one after the other. */
    int wrong;

    /** Stores that do not have the entry, or give wrong bytes. */
    final Set<Long> failed = new HashSet<>(0);

    Transfer(long now) {
        progressNanos = now;
    }

    /** Asks again from where it stands. */
    void restart(long newSource) {
        source = newSource;
        requested = received;
        wrong = 0;
    }
}
