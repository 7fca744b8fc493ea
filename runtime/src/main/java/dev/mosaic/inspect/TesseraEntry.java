package dev.mosaic.inspect;

/**
 * A tessera in a page.
 *
 * @param id as it stands at the end of its uid
 * @param className simple name of its class; empty where it is not known
 * @param name empty for none
 * @param state as its proxy says it
 * @param told true where the unit that made it says it: it is in no worker
 * @param madeMicros when it came to its worker, or was made where it is in none, in microseconds since the epoch, by the clock of who says it
 * @param needs what it takes of its node, in words; empty for nothing
 * @param running calls that run in it
 * @param queued calls that wait in it
 * @param holders units that have a proxy of it
 * @param incarnation which of its lives this is, from 1; 0 where that is not known
 * @param restarts how often it was made again after a worker was lost
 * @param reason why it has no place, or failed; else empty
 */
public record TesseraEntry(
        String id,
        String className,
        String name,
        String state,
        boolean told,
        long madeMicros,
        String needs,
        int concurrency,
        int running,
        int queued,
        int holders,
        long incarnation,
        int restarts,
        String reason) {}
