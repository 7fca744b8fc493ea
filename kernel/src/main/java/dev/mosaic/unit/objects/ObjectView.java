package dev.mosaic.unit.objects;

import dev.mosaic.message.Id;
import java.util.List;
import java.util.Set;

/**
 * An entry as its store saw it at one moment.
 *
 * @param label the class of what was put; empty while it is not known
 * @param tiers where this store has its bytes; more than one where it has copies
 * @param holders uids of units that hold the ref; known to the home alone
 * @param insideOf how many entries have the ref inside; known to the home alone
 * @param leases how many leases name it, granted or not
 * @param copies uids of other stores that have all of it, as far as is known
 * @param putter uid of the unit that put it
 */
public record ObjectView(
        Id ref,
        String label,
        long bytes,
        Set<Tier> tiers,
        State state,
        boolean durable,
        boolean published,
        List<String> holders,
        int insideOf,
        int leases,
        List<String> copies,
        String putter) {
    /** A kind of storage. */
    public enum Tier {
        MEMORY,
        DISK,
        BUCKET
    }

    /** What happens to it. */
    public enum State {
        /** All of it is here. */
        KEPT,
        /** A unit writes it into memory. */
        WRITTEN,
        /** It comes from another store. */
        COMING,
        /** It comes from a lower tier into memory. */
        LOADING,
        /** Other stores have it, this one has not. */
        ELSEWHERE,
        /** No store is known that has it. */
        MISSING,
        /** It is over, and its memory stays until the last lease ends. */
        DROPPED
    }

    public ObjectView {
        tiers = Set.copyOf(tiers);
        holders = List.copyOf(holders);
        copies = List.copyOf(copies);
    }
}
