package dev.mosaic.inspect;

/**
 * What a store keeps.
 *
 * @param unit its uid
 * @param objects how many entries it knows; all is 0 where one entry was asked for
 * @param memoryBytes of those in memory; one that is on disk too counts there again
 */
public record StoreSums(String unit, long objects, long memoryBytes, long diskBytes, long bucketBytes) {}
